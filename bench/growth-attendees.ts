/**
 * How the list and the door of one event slow down as its attendees become many, on a PostgreSQL server:
 *   DATABASE_URL=postgres://… npx tsx bench/growth-attendees.ts [rounds] [only]
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
import { type Crowd, fillEvent, matching } from './attendee-data-set.ts'

export type AttendeeGrowthOptions = {
  /** A server on which databases may be made; the database it names is not touched. */
  databaseUrl: string
  /** Attendees of the one event: multiples of 100. */
  sizes?: readonly number[]
  rounds?: number
  /** Questions whose name contains this. */
  only?: string
  say?: (line: string) => void
}

export type AttendeeGrowth = {
  name: string
  /** Median milliseconds, one for each size. */
  ms: number[]
  /** How many times longer the largest takes than the smallest. */
  ratio: number
  /** What `ratio` may be; undefined where the answer itself grows. */
  bar: number | undefined
}

type Who = 'staff' | 'public' | 'scanner'
type Question = {
  name: string
  who: Who
  /** Without it the answer itself grows, and is reported only. */
  bar?: number
  /** How many match, where that is to be the same for all sizes. */
  total?: number
  path: (crowd: Crowd, round: number) => string
}

const bar = 1.5
const list =
  (query = '') =>
  ({ eventId }: Crowd) =>
    `/attendees?post_id=${eventId}${query}`

const questions: Question[] = [
  { name: 'first page, staff', who: 'staff', bar, path: list() },
  { name: 'first page of 100, staff', who: 'staff', bar, path: list('&per_page=100') },
  { name: 'first page, public', who: 'public', bar, path: list() },
  { name: 'first page, scanner', who: 'scanner', bar, path: list() },
  { name: 'who is outside', who: 'staff', bar, path: list('&checkedin=false') },
  { name: 'newest first', who: 'staff', bar, path: list('&orderby=date&order=DESC') },
  { name: 'by title', who: 'staff', bar, path: list('&orderby=title&order=ASC') },
  { name: 'name, staff', who: 'staff', bar, total: matching, path: list('&name=ostrich') },
  { name: 'search, staff', who: 'staff', bar, total: matching, path: list('&search=olga+ostrich') },
  { name: 'name, public', who: 'public', bar, total: matching, path: list('&name=ostrich') },
  { name: 'search, public', who: 'public', bar, total: matching, path: list('&search=ostrich') },
  { name: 'e-mail', who: 'staff', bar, total: matching, path: list('&email=heron.example') },
  { name: 'one e-mail', who: 'staff', bar, total: 1, path: list('&email=guest-700%40mail') },
  { name: 'a name of nobody', who: 'staff', bar, total: 0, path: list('&name=nobody') },
  {
    name: 'attendee by id',
    who: 'staff',
    bar,
    path: ({ guest }, n) => `/attendees/${guest(n).id}`,
  },
  { name: 'ticket', who: 'staff', bar, path: ({ ticketId }) => `/tickets/${ticketId}` },
  {
    name: 'scan',
    who: 'scanner',
    bar,
    path: ({ guest }, n) => `/qr?ticket_id=${guest(n).id}&security_code=${guest(n).code}`,
  },
  { name: 'a name of all', who: 'staff', path: list('&name=ann') },
  { name: 'the last page', who: 'staff', path: lastPage },
]

function lastPage(crowd: Crowd): string {
  return list(`&page=${crowd.attendees / 10}`)(crowd)
}

type Size = { crowd: Crowd; port: number; authorization: Record<Who, string | undefined> }

/** A service over an event of that size, in a database of its own. */
async function openSize(
  databaseUrl: string,
  attendees: number,
  atEnd: (() => Promise<void>)[],
): Promise<Size> {
  const name = `marquee_crowd_${process.pid}_${attendees}`
  await asOwner(databaseUrl, `create database ${name}`)
  atEnd.unshift(() => asOwner(databaseUrl, `drop database ${name} with (force)`))
  const own = new URL(databaseUrl)
  own.pathname = `/${name}`
  const database = await openDatabase({ databaseUrl: own.href, dataDir: '', poolSize: 2 })
  atEnd.unshift(database.close)
  await migrate(database)
  const crowd = await fillEvent(database, attendees)
  const staff = await staffAuthorization(database.db)
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
  const key = await app.http.inject({
    method: 'POST',
    url: '/svc/tickets/v1/scanner-keys',
    headers: { authorization: staff },
    payload: { name: 'bench' },
  })
  return {
    crowd,
    port: (app.http.server.address() as AddressInfo).port,
    authorization: { staff, public: undefined, scanner: `Bearer ${key.json().api_key}` },
  }
}

async function staffAuthorization(db: Parameters<typeof createUser>[0]): Promise<string> {
  const user = await createUser(db, {
    login: 'bench',
    email: 'bench@example.org',
    role: 'administrator',
  })
  const means = { db, random: systemRandom }
  const { secret } = await createApplicationPassword(means, { userId: user.id, name: 'bench' })
  return `Basic ${Buffer.from(`bench:${secret}`).toString('base64')}`
}

async function asOwner(databaseUrl: string, statement: string) {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Asks once: milliseconds, and how many attendees there are of what was asked. */
function askOnce(agent: Agent, size: Size, { who, path: pathOf }: Question, round: number) {
  const path = `/svc/tickets/v1${pathOf(size.crowd, round)}`
  const authorization = size.authorization[who]
  const headers = authorization === undefined ? {} : { authorization }
  const started = performance.now()
  return new Promise<{ ms: number; total: number }>((resolve, reject) => {
    const sent = request({ agent, host: '127.0.0.1', port: size.port, path, headers }, answer => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', chunk => (text += chunk))
      answer.on('end', () => {
        const ms = performance.now() - started
        if ((answer.statusCode ?? 500) < 300)
          resolve({ ms, total: Number(answer.headers['x-et-total']) })
        else reject(new Error(`${path}: ${answer.statusCode} ${text}`))
      })
    })
    sent.on('error', reject)
    sent.end()
  })
}

/** Measures every question on every size. Fails when sizes that should answer alike do not. */
export async function measureAttendeeGrowth({
  databaseUrl,
  sizes = [1_000, 100_000],
  rounds = 40,
  only = '',
  say = () => {},
}: AttendeeGrowthOptions): Promise<AttendeeGrowth[]> {
  const open: Size[] = []
  const atEnd: (() => Promise<void>)[] = []
  const agent = new Agent({ keepAlive: true })
  try {
    for (const size of sizes) {
      open.push(await openSize(databaseUrl, size, atEnd))
      say(`${size} attendees are there.`)
    }
    const found: AttendeeGrowth[] = []
    for (const question of questions.filter(({ name }) => name.includes(only))) {
      const growth = await measure(agent, question, open, rounds)
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
  agent: Agent,
  question: Question,
  open: readonly Size[],
  rounds: number,
): Promise<AttendeeGrowth> {
  const times = open.map((): number[] => [])
  for (let round = 0; round < warmUps + rounds; round += 1) {
    // Each size goes first as often as any other.
    for (let turn = 0; turn < open.length; turn += 1) {
      const index = (round + turn) % open.length
      const size = open[index]
      if (!size) continue
      const { ms, total } = await askOnce(agent, size, question, round)
      if (question.total !== undefined && question.total !== total)
        throw new Error(`${question.name}: ${total} match.`)
      if (round >= warmUps) times[index]?.push(ms)
    }
  }
  const ms = times.map(median)
  return {
    name: question.name,
    ms,
    ratio: (ms.at(-1) ?? 0) / (ms[0] ?? 1),
    bar: question.bar,
  }
}

const median = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN

function lineOf({ name, ms, ratio, bar: most }: AttendeeGrowth): string {
  const columns = ms.map(time => time.toFixed(2).padStart(9)).join('')
  const verdict =
    most === undefined ? 'grows' : `${ratio <= most ? 'ok' : 'OVER'} (${most.toFixed(2)})`
  return `${name.padEnd(30)}${columns}   ×${ratio.toFixed(2)}  ${verdict}`
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const databaseUrl = process.env['DATABASE_URL']
  if (databaseUrl === undefined)
    throw new Error('Set DATABASE_URL to a server on which databases may be made.')
  const [, , rounds = '40', only = ''] = process.argv
  await measureAttendeeGrowth({ databaseUrl, rounds: Number(rounds), only, say: console.log })
}
