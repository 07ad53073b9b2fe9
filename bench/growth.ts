/**
 * How response times change with the amount of data: the same requests to services over databases of several
 * sizes. Every request goes to all sizes in turn, so that other load on the machine affects each alike.
 */
import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { performance } from 'node:perf_hooks'
import { Client } from 'pg'
import { pino } from 'pino'
import { createApplicationPassword } from '../src/access/keys/create-key.ts'
import { createUser } from '../src/access/users/save-user.ts'
import { createApp } from '../src/app.ts'
import { readConfig } from '../src/config/config.ts'
import { systemClock } from '../src/platform/clock.ts'
import { openDatabase, type OpenDatabase } from '../src/platform/db/database.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { systemRandom } from '../src/platform/random.ts'

export type BenchRequest = {
  method?: string
  path: string
  body?: object
  /** The caller; anonymous by default. */
  as?: 'staff' | 'scanner'
}

export type Question<Data> = {
  name: string
  /** How many times longer the largest size may take than the smallest; without it the response itself grows. */
  bar?: number
  /** How many records must match, or that equally many match at every size. */
  total?: number | 'same'
  ask: (set: Data, round: number) => BenchRequest
}

/** What grows, and the requests to measure. */
export type Subject<Data> = {
  name: string
  namespace: 'events' | 'tickets'
  totalHeader: string
  /** From the smallest to the largest. */
  sizes: readonly number[]
  /** Fills an empty, migrated database. */
  fill: (database: OpenDatabase, size: number, authorId: number) => Promise<Data>
  questions: readonly Question<Data>[]
}

export type Growth = {
  name: string
  /** Median milliseconds, one for each size. */
  ms: number[]
  /** How many times longer the largest takes than the smallest. */
  ratio: number
  bar: number | undefined
}

export type GrowthOptions = {
  /** A server on which databases may be created; the database it names is not changed. */
  databaseUrl: string
  rounds?: number
  /** Measures only requests whose name contains this. */
  only?: string
  say?: (growth: Growth) => void
}

// Warm-up requests: statements are prepared at the second use, and get a generic plan from the sixth on.
const warmUps = 8

/** Measures every request on every size. Fails when sizes that should take equally long do not. */
export async function measureGrowth<Data>(
  subject: Subject<Data>,
  { databaseUrl, rounds = 40, only = '', say = () => {} }: GrowthOptions,
): Promise<Growth[]> {
  const agent = new Agent({ keepAlive: true })
  const atEnd: (() => Promise<void>)[] = [async () => agent.destroy()]
  try {
    const open: Size<Data>[] = []
    for (const size of subject.sizes) {
      open.push(await openSize(subject, size, { databaseUrl, atEnd }))
    }
    const found: Growth[] = []
    for (const question of subject.questions.filter(({ name }) => name.includes(only))) {
      const growth = await measure(question, open, { subject, agent, rounds })
      found.push(growth)
      say(growth)
    }
    return found
  } finally {
    for (const end of atEnd) await end()
  }
}

/** Milliseconds at each size, and whether they are within the limit. */
export function growthLine({ ms, ratio, bar }: Growth): string {
  const columns = ms.map(time => `${time.toFixed(2).padStart(8)} ms`).join('')
  const verdict = bar === undefined ? 'grows' : ratio <= bar ? 'ok' : 'OVER'
  return `${columns}   ×${ratio.toFixed(2)}  ${verdict}${bar === undefined ? '' : ` (${bar.toFixed(2)})`}`
}

type Size<Data> = { set: Data; port: number; authorization: Record<'staff' | 'scanner', string> }
type GrowthContext = { databaseUrl: string; atEnd: (() => Promise<void>)[] }

/** A service over a database of that size. */
async function openSize<Data>(
  { name, fill }: Subject<Data>,
  size: number,
  { databaseUrl, atEnd }: GrowthContext,
): Promise<Size<Data>> {
  const database = await openDatabaseOf(`marquee_${name}_${process.pid}_${size}`, {
    databaseUrl,
    atEnd,
  })
  const staff = await administrator(database)
  const set = await fill(database, size, staff.id)
  const read = readConfig({ RATE_LIMIT: 'off', PUBLIC_URL: 'http://bench.test' })
  if ('problems' in read) throw new Error(read.problems.join(' '))
  const log = pino({ level: 'error' })
  const context = { database, config: read.config, log, random: systemRandom, clock: systemClock }
  const app = await createApp(context)
  atEnd.unshift(app.close)
  await app.http.listen({ host: '127.0.0.1', port: 0 })
  const key = await app.http.inject({
    method: 'POST',
    url: '/svc/tickets/v1/scanner-keys',
    headers: { authorization: staff.authorization },
    payload: { name: 'bench' },
  })
  return {
    set,
    port: (app.http.server.address() as AddressInfo).port,
    authorization: { staff: staff.authorization, scanner: `Bearer ${key.json().api_key}` },
  }
}

async function openDatabaseOf(name: string, { databaseUrl, atEnd }: GrowthContext) {
  await asOwner(databaseUrl, `create database ${name}`)
  atEnd.unshift(() => asOwner(databaseUrl, `drop database ${name} with (force)`))
  const own = new URL(databaseUrl)
  own.pathname = `/${name}`
  const database = await openDatabase({ databaseUrl: own.href, dataDir: '', poolSize: 2 })
  atEnd.unshift(database.close)
  await migrate(database)
  return database
}

async function administrator({ db }: OpenDatabase) {
  const login = 'bench'
  const { id } = await createUser(db, {
    login,
    email: 'bench@example.org',
    role: 'administrator',
  })
  const context = { db, random: systemRandom }
  const { secret } = await createApplicationPassword(context, { userId: id, name: 'bench' })
  return { id, authorization: `Basic ${Buffer.from(`${login}:${secret}`).toString('base64')}` }
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

type Measuring<Data> = { subject: Subject<Data>; agent: Agent; rounds: number }

async function measure<Data>(
  { name, bar, total: wanted, ask }: Question<Data>,
  open: readonly Size<Data>[],
  { subject, agent, rounds }: Measuring<Data>,
): Promise<Growth> {
  const times = open.map((): number[] => [])
  for (let round = 0; round < warmUps + rounds; round += 1) {
    const totals = new Set<number>()
    // Each size goes first equally often.
    for (let turn = 0; turn < open.length; turn += 1) {
      const index = (round + turn) % open.length
      const size = open[index]
      if (!size) continue
      const { ms, total } = await askOnce(agent, size, { ...ask(size.set, round), subject })
      totals.add(total)
      if (round >= warmUps) times[index]?.push(ms)
    }
    const isWanted = typeof wanted === 'number' ? totals.has(wanted) : true
    if (wanted !== undefined && (totals.size > 1 || !isWanted))
      throw new Error(`${name}: ${[...totals].join(', ')} match.`)
  }
  const ms = times.map(median)
  return { name, ms, ratio: (ms.at(-1) ?? 0) / (ms[0] ?? 1), bar }
}

let asked = 0

/** Sends a request once; returns the milliseconds and the number of matching records. */
function askOnce<Data>(
  agent: Agent,
  { port, authorization }: Size<Data>,
  question: BenchRequest & { subject: Subject<Data> },
) {
  const { method = 'GET', path: where, body, as, subject } = question
  asked += 1
  // An unknown parameter makes each request new, so that none is served from memory.
  const path = `/svc/${subject.namespace}/v1${where}${where.includes('?') ? '&' : '?'}nth=${asked}`
  const headers = {
    ...(as && { authorization: authorization[as] }),
    ...(body && { 'content-type': 'application/json' }),
  }
  const started = performance.now()
  return new Promise<{ ms: number; total: number }>((resolve, reject) => {
    const sent = request({ agent, host: '127.0.0.1', port, method, path, headers }, answer => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', chunk => (text += chunk))
      answer.on('end', () => {
        const ms = performance.now() - started
        const total = Number(answer.headers[subject.totalHeader])
        if ((answer.statusCode ?? 500) < 300) resolve({ ms, total })
        else reject(new Error(`${method} ${path}: ${answer.statusCode} ${text}`))
      })
    })
    sent.on('error', reject)
    sent.end(body && JSON.stringify(body))
  })
}

const median = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN
