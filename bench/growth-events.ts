/**
 * How the events namespace slows down as its catalogue grows, on a PostgreSQL server:
 *   DATABASE_URL=postgres://… npx tsx bench/growth-events.ts [rounds]
 * Makes one database for each size and drops them at the end. Every question is asked of all sizes in turn, so that what
 * else the machine does falls on each alike; what is printed are medians in milliseconds, over HTTP, and how many times
 * longer the largest takes than the smallest.
 */
import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { performance } from 'node:perf_hooks'
import { pathToFileURL } from 'node:url'
import { Client } from 'pg'
import { pino } from 'pino'
import { createApplicationPassword } from '../src/access/keys/create-key.ts'
import { createUser } from '../src/access/users/save-user.ts'
import { createApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { systemClock } from '../src/platform/clock.ts'
import { openDatabase } from '../src/platform/db/database.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { systemRandom } from '../src/platform/random.ts'
import { type DataSet, fillCatalogue } from './event-data-set.ts'

export type GrowthOptions = {
  /** A server on which databases may be made; the database it names is not touched. */
  databaseUrl: string
  sizes?: readonly number[]
  rounds?: number
  /** Questions whose name contains this. */
  only?: string
  say?: (line: string) => void
}

export type Growth = {
  name: string
  /** Median milliseconds, one for each size. */
  ms: number[]
  /** How many times longer the largest takes than the smallest. */
  ratio: number
  /** What `ratio` may be; undefined where the answer itself grows. */
  bar: number | undefined
}

type Asked = { method?: string; path: string; body?: object }
type Question = {
  name: string
  /** From the smallest size to the largest; without it the answer itself grows, and is reported only. */
  bar?: number
  ask: (set: DataSet, round: number) => Asked
}

/** What a reader asks when equally many events match: from the smallest size to the largest. */
const readBar = 1.5
/** Everything else: for each tenfold. */
const tenfoldBar = 1.2
const allTime = 'start_date=1990-01-01&end_date=2200-01-01'
const today = new Date().toISOString().slice(0, 10)

const lists: [name: string, query: string | ((set: DataSet) => string)][] = [
  ['default list', ''],
  ['page 100', 'page=100'],
  ['category, the rest is past', 'categories=common'],
  ['category, the rest in others', `categories=rare&${allTime}`],
  ['tag', `tags=rare&${allTime}`],
  ['word, the rest is past', 'search=festival'],
  ['word, the rest without it', `search=ostrich&${allTime}`],
  ['radius, the rest is past', 'geoloc_lat=60.4&geoloc_lng=5.33'],
  ['venue', ({ venueId }) => `venue=${venueId}`],
  ['organizer', ({ organizerId }) => `organizer=${organizerId}`],
  ['month of a calendar', `ends_after=${today}&starts_before=${inDays(30)}`],
  [
    'category, word and radius',
    'categories=common&search=festival&geoloc_lat=60.4&geoloc_lng=5.33',
  ],
]

const reads: [name: string, path: string | ((set: DataSet) => string)][] = [
  ['event by id', ({ eventId }) => `/events/${eventId}`],
  ['event by slug', ({ slug }) => `/events/by-slug/${slug}`],
  ['venue search', '/venues?search=bergen'],
  ['organizer search', '/organizers?search=bergen.example'],
  ['categories', '/categories'],
  ['tags', '/tags'],
]

const growing: [name: string, path: string][] = [
  ['all events ever', `/events?${allTime}`],
  ['all events of a word', `/events?search=festival&${allTime}`],
  ['venues', '/venues'],
  ['venues with upcoming events', '/venues?only_with_upcoming=true'],
  ['organizers', '/organizers'],
]

const draft = (set: DataSet, title: string) => ({
  title,
  start_date: `${inDays(700)} 19:00:00`,
  end_date: `${inDays(700)} 21:00:00`,
  venue: set.venueId,
  organizer: set.organizerId,
  categories: 'common',
})

const writes: [name: string, ask: Question['ask']][] = [
  ['create', (set, n) => ({ method: 'POST', path: '/events', body: draft(set, `Made ${n}`) })],
  [
    'create, a title others have',
    set => ({ method: 'POST', path: '/events', body: draft(set, 'Long') }),
  ],
  [
    'update of a text',
    ({ changedId }, n) => ({
      method: 'PATCH',
      path: `/events/${changedId}`,
      body: { excerpt: `Edition ${n}` },
    }),
  ],
  [
    'update of terms and status',
    ({ changedId }, n) => ({
      method: 'PATCH',
      path: `/events/${changedId}`,
      body: { categories: n % 2 ? 'common' : 'rare', status: n % 3 ? 'publish' : 'draft' },
    }),
  ],
]

function questionsOf(sizes: readonly number[]): Question[] {
  const tenfolds = Math.log10((sizes.at(-1) ?? 1) / (sizes[0] ?? 1))
  const bar = tenfoldBar ** tenfolds
  const pathOf = (path: string | ((set: DataSet) => string), set: DataSet) =>
    typeof path === 'string' ? path : path(set)
  return [
    ...lists.map(([name, query]) => ({
      name,
      bar: readBar,
      ask: (set: DataSet) => ({ path: `/events?${pathOf(query, set)}` }),
    })),
    ...reads.map(([name, path]) => ({
      name,
      bar,
      ask: (set: DataSet) => ({ path: pathOf(path, set) }),
    })),
    ...writes.map(([name, ask]) => ({ name, bar, ask })),
    ...growing.map(([name, path]) => ({ name, ask: () => ({ path }) })),
  ]
}

function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

/** A service over a catalogue of that size, in a database of its own. */
async function openSize(databaseUrl: string, events: number, atEnd: (() => Promise<void>)[]) {
  const name = `marquee_growth_${process.pid}_${events}`
  await asOwner(databaseUrl, `create database ${name}`)
  atEnd.unshift(() => asOwner(databaseUrl, `drop database ${name} with (force)`))
  const own = new URL(databaseUrl)
  own.pathname = `/${name}`
  const database = await openDatabase({ databaseUrl: own.href, dataDir: '', poolSize: 2 })
  atEnd.unshift(database.close)
  await migrate(database)
  const login = 'bench'
  const user = await createUser(database.db, {
    login,
    email: 'bench@example.org',
    role: 'administrator',
  })
  const means = { db: database.db, random: systemRandom }
  const { secret } = await createApplicationPassword(means, { userId: user.id, name: 'bench' })
  const set = await fillCatalogue(database.pool, events, user.id)
  const read = readConfig({ RATE_LIMIT: 'off', PUBLIC_URL: 'http://bench.test' })
  if ('problems' in read) throw new Error(read.problems.join(' '))
  const app = await createApp({
    database,
    config: read.config,
    log: pino({ level: 'error' }),
    random: systemRandom,
    clock: systemClock,
  })
  atEnd.unshift(app.close)
  await app.http.listen({ host: '127.0.0.1', port: 0 })
  return {
    set,
    port: (app.http.server.address() as AddressInfo).port,
    authorization: `Basic ${Buffer.from(`${login}:${secret}`).toString('base64')}`,
  }
}

type Size = Awaited<ReturnType<typeof openSize>>

async function asOwner(databaseUrl: string, statement: string) {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

const agent = new Agent({ keepAlive: true })
let asked = 0

/** Asks once, as anybody for reads and as the administrator for writes: milliseconds, and how many events there are. */
function askOnce({ port, authorization }: Size, { method = 'GET', path, body }: Asked) {
  asked += 1
  // Whatever is kept of answers must not answer here: an unknown parameter makes each question a new one.
  const fresh = `${path}${path.includes('?') ? '&' : '?'}nth=${asked}`
  const headers = body ? { authorization, 'content-type': 'application/json' } : {}
  const started = performance.now()
  return new Promise<{ ms: number; total: string }>((resolve, reject) => {
    const sent = request(
      { agent, host: '127.0.0.1', port, method, path: `/svc/events/v1${fresh}`, headers },
      answer => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', chunk => (text += chunk))
        answer.on('end', () => {
          const ms = performance.now() - started
          if ((answer.statusCode ?? 500) < 300)
            resolve({ ms, total: String(answer.headers['x-tec-total']) })
          else reject(new Error(`${method} ${path}: ${answer.statusCode} ${text}`))
        })
      },
    )
    sent.on('error', reject)
    sent.end(body && JSON.stringify(body))
  })
}

/** Measures every question on every size. Fails when sizes that should answer alike do not. */
export async function measureEventGrowth({
  databaseUrl,
  sizes = [1_000, 10_000, 100_000],
  rounds = 40,
  only = '',
  say = () => {},
}: GrowthOptions): Promise<Growth[]> {
  const open: Size[] = []
  const atEnd: (() => Promise<void>)[] = []
  try {
    for (const size of sizes) {
      open.push(await openSize(databaseUrl, size, atEnd))
      say(`${size} events are there.`)
    }
    const found: Growth[] = []
    for (const question of questionsOf(sizes).filter(({ name }) => name.includes(only))) {
      const growth = await measure(question, open, rounds)
      found.push(growth)
      say(lineOf(growth))
    }
    return found
  } finally {
    agent.destroy()
    for (const end of atEnd) await end()
  }
}

// Statements are prepared from the second time on, and planned once for all values from the sixth.
const warmUps = 8

async function measure(
  { name, bar, ask }: Question,
  open: readonly Size[],
  rounds: number,
): Promise<Growth> {
  const times = open.map((): number[] => [])
  for (let round = 0; round < warmUps + rounds; round += 1) {
    const totals = new Set<string>()
    // Each size goes first as often as any other.
    for (let turn = 0; turn < open.length; turn += 1) {
      const index = (round + turn) % open.length
      const size = open[index]
      if (!size) continue
      const { ms, total } = await askOnce(size, ask(size.set, round))
      totals.add(total)
      if (round >= warmUps) times[index]?.push(ms)
    }
    if (bar === readBar && totals.size > 1)
      throw new Error(`${name}: ${[...totals].join(', ')} match.`)
  }
  const ms = times.map(median)
  return { name, ms, ratio: (ms.at(-1) ?? 0) / (ms[0] ?? 1), bar }
}

const median = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN

function lineOf({ name, ms, ratio, bar }: Growth): string {
  const columns = ms.map(time => time.toFixed(2).padStart(9)).join('')
  const verdict =
    bar === undefined ? 'grows' : `${ratio <= bar ? 'ok' : 'OVER'} (${bar.toFixed(2)})`
  return `${name.padEnd(30)}${columns}   ×${ratio.toFixed(2)}  ${verdict}`
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const databaseUrl = process.env['DATABASE_URL']
  if (databaseUrl === undefined)
    throw new Error('Set DATABASE_URL to a server on which databases may be made.')
  const [, , rounds = '40', only = ''] = process.argv
  await measureEventGrowth({ databaseUrl, rounds: Number(rounds), only, say: console.log })
}
