import { openDatabase } from '../src/platform/db/database.ts'
import { type Crowd, fillEvent } from './attendee-data-set.ts'
import { fillCatalogue } from './event-data-set.ts'
import type { Job } from './load.ts'
import type { Scenario } from './scenarios.ts'
import { type Load, type Server, startLoad, startServer } from './server.ts'
import { hotTicket } from './set-up.ts'

const events = 30_000
const attendees = 100_000
const places = 20_000
/** The other clients' load in requests per second, of each kind. */
const othersRate = 20
const attackers = 200
const attackRate = 120

const names = ['cart', 'cart and order', 'scan', '/readyz'] as const
type Name = (typeof names)[number]
/** The 99th percentile of the response times of each kind of request, in milliseconds. */
type Slowest = Record<Name, number>

export type Starved = {
  name: Name
  quiet: number
  attacked: number
  ratio: number
  /** The requests of the attacker, over all runs. */
  most: number
}
export type Starving = { others: Starved[]; statuses: Record<string, number> }

/**
 * One network requests every expensive list it can, `attackRate` a second, over a large catalogue and a large
 * event. Attack and quiet alternate. How long do other clients wait for a cart, an order, a check-in and
 * readiness? Medians of this many runs.
 */
export async function measureStarving(
  settings: Record<string, string>,
  { seconds, runs }: { seconds: number; runs: number },
): Promise<Starving> {
  const crowd = await prepare(settings)
  const server = await startServer({ ...settings, RATE_LIMIT: '1200', TRUST_PROXY: 'on' })
  const loads = [...names, 'attack'].map(() => startLoad())
  const [attacker, ...others] = loads as [Load, ...Load[]]
  try {
    const crowdRun = { server, others, asks: await askers(server, crowd), seconds }
    // Warm-up, so that first reads and preparations are not measured.
    await ask(crowdRun)
    const quiet: Slowest[] = []
    const attacked: Slowest[] = []
    const statuses: Record<string, number> = {}
    for (let run = 1; run <= runs; run += 1) {
      quiet.push(await ask(crowdRun))
      const attack = attacker.run(attackOf(server, run, seconds))
      attacked.push(await ask(crowdRun))
      for (const [status, count] of Object.entries((await attack).statuses)) {
        statuses[status] = (statuses[status] ?? 0) + count
      }
    }
    return { statuses, others: names.map(name => compared(name, quiet, attacked)) }
  } finally {
    for (const load of loads) load.stop()
    await server.stop()
  }
}

function compared(name: Name, quiet: readonly Slowest[], attacked: readonly Slowest[]): Starved {
  const calm = median(quiet.map(run => run[name]))
  const times = attacked.map(run => run[name])
  const under = median(times)
  return { name, quiet: calm, attacked: under, ratio: under / calm, most: Math.max(...times) }
}

const median = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

/** Fills the database before a server uses it. */
async function prepare(settings: Record<string, string>): Promise<Crowd> {
  await (await startServer(settings)).stop()
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = settings
  const database = await openDatabase({ ...(databaseUrl && { databaseUrl }), dataDir, poolSize: 4 })
  try {
    const { rows } = await database.pool.query<{ id: number }>('select id from users limit 1')
    await fillCatalogue(database.pool, events, rows[0]?.id ?? 0)
    return await fillEvent(database, attendees)
  } finally {
    await database.close()
  }
}

type Asks = Record<Name, (count: number) => Scenario>
type CrowdRun = { server: Server; others: readonly Load[]; asks: Asks; seconds: number }

async function askers(server: Server, crowd: Crowd): Promise<Asks> {
  const ticketId = await hotTicket(server, places)
  const gate = await server.call('POST', '/svc/tickets/v1/scanner-keys', { name: 'Gate' })
  const key = String(gate['api_key'])
  let shown = 0
  const next = () => {
    shown += 1
    return { ...crowd.guest(shown - 1), key }
  }
  return {
    cart: () => ({ kind: 'hold', ticketId, quantity: 1, fromEverywhere: true }),
    'cart and order': () => ({ kind: 'buy', ticketId, quantity: 1, fromEverywhere: true }),
    scan: count => ({
      kind: 'scan',
      tickets: Array.from({ length: count }, next),
      fromEverywhere: true,
    }),
    '/readyz': () => ({ kind: 'read', paths: ['/readyz'] }),
  }
}

/** All kinds at once, each from its own process. Fails when a response is not as it should be. */
async function ask({ server, others, asks, seconds }: CrowdRun): Promise<Slowest> {
  const { host, port } = server
  const requests = Math.floor(othersRate * seconds)
  const measured = await Promise.all(
    names.map(async (name, at) => {
      const scenario = asks[name](requests)
      const job = { host, port, connections: 20, seconds, requests, rate: othersRate, scenario }
      const outcome = await others[at]?.run(job)
      if (!outcome || outcome.wanted < requests) {
        throw new Error(`${name}: ${JSON.stringify(outcome?.statuses)} of ${requests}.`)
      }
      return [name, outcome.p99] as const
    }),
  )
  return Object.fromEntries(measured) as Slowest
}

/** A new address for every run, so that each begins with full budgets. */
function attackOf({ host, port }: Server, run: number, seconds: number): Job {
  const scenario: Scenario = { kind: 'attack', address: `192.0.2.${run}`, paths: attack(run) }
  return { host, port, connections: attackers, seconds, rate: attackRate, scenario }
}

const allTime = 'start_date=1990-01-01&end_date=2200-01-01'

/** The attacker's requests: more than the limit allows, no two alike. */
function attack(run: number): string[] {
  const excluded = (from: number, count: number) =>
    Array.from({ length: count }, (_, nth) => `-nobody${run}x${from + nth}`).join('+')
  return Array.from({ length: 100 }, (_, nth) => [
    `/svc/events/v1/events?search=${excluded(nth, 32)}&${allTime}`,
    `/svc/events/v1/events?search=${excluded(nth, 4)}&${allTime}`,
    `/svc/events/v1/events?search=music+night+${excluded(nth, 4)}&${allTime}&page=${nth + 1}`,
    `/svc/events/v1/events?geoloc=1&per_page=50&page=${nth + 1}&${allTime}`,
    `/svc/tickets/v1/attendees?name=ann&orderby=title&page=${900 - nth}`,
    `/svc/tickets/v1/attendees?page=${900 - nth}`,
  ]).flat()
}
