import Fastify from 'fastify'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { Client, Pool } from 'pg'
import { openDatabase } from '../src/platform/db/database.ts'
import { createPool } from '../src/platform/db/pool.ts'
import { pseudoRandom } from './buying.ts'
import { fillCatalogue } from './event-data-set.ts'
import type { Outcome } from './load.ts'
import type { Draw } from './scenarios.ts'
import { cpuSeconds, type Load, type Server, startLoad, startServer } from './server.ts'
import { aTicket, type NewEvent } from './set-up.ts'

/** The requests of a crowd of visitors while tickets of an event are sold at a given number of orders a second. */
export type MixtureFigure = {
  name: string
  ordersWanted: number
  ordersSold: number
  rate: number
  p50: number
  p99: number
  /** Microseconds of the server's processor for one answer, orders included. */
  cost: number
  toCeiling: number
  /** Latencies at half of the highest rate, counted from the moment at which a request was due. */
  half: Pick<Outcome, 'p50' | 'p99'>
  statuses: Record<string, number>
}

export type Mixture = {
  ceiling: Pick<Outcome, 'rate' | 'p50' | 'p99'>
  figures: MixtureFigure[]
  addresses: number
  bytesMean: number
  memoryMostMib: number
}

const eventsInAll = 3000
const counts = { events: 2000, lists: 500, tickets: 200, phrases: 300 } as const
const readers = 64
const buyers = 32
const rounds = 2

/** Visitors who are not signed in: 70 % single events, 15 % lists, 10 % tickets of an event, 5 % searches. */
export async function measureMixture(
  settings: Record<string, string>,
  ceilingUrl: string,
  seconds: number,
): Promise<Mixture> {
  const databaseUrl = settings['DATABASE_URL']
  if (databaseUrl === undefined) throw new Error('The mixture is measured on PostgreSQL.')
  const first = await startServer(settings)
  await first.stop()
  await fill(databaseUrl)
  const server = await startServer({ ...settings, EVENTS_PER_PAGE: '10' })
  const loads = { readers: startLoad(), buyers: startLoad() }
  try {
    const { draws, ticketIds, hot } = await questions(server, databaseUrl)
    const bodies = await answersTo(server, draws)
    const ceiling = await startCeiling(ceilingUrl, bodies)
    const bare = ceilingDraws(draws)
    const asked = [
      { name: 'nothing sold', orders: 0, ticketIds: [hot] },
      { name: 'a stranger who asks every 100 ms', orders: 0, ticketIds: [hot], asks: 'select 1' },
      { name: '50 orders a second on one event', orders: 50, ticketIds: [hot] },
      { name: '500 orders a second on one event', orders: 500, ticketIds: [hot] },
      { name: '50 orders a second over 200 events', orders: 50, ticketIds },
    ]
    const figures: MixtureFigure[] = []
    const most = { rate: 0, p50: 0, p99: 0 }
    for (const one of asked) {
      // Answers that ended since are requested again, so that the figure is of a service that has run for a while.
      await answersTo(server, draws)
      const place = { host: server.host, port: server.port }
      const sale = { ...place, ticketIds: one.ticketIds, orders: one.orders }
      const beside = { rate: 0, p50: 0, p99: 0 }
      const ours = { rate: 0, p50: 0, p99: 0, cost: 0, sold: 0, statuses: {} }
      const stranger = 'asks' in one ? await aStranger(databaseUrl, one.asks ?? '') : undefined
      for (let round = 0; round < rounds; round += 1) {
        const bound = await read(loads.readers, { ...ceiling.place, draws: bare }, seconds)
        add(beside, bound)
        await read(loads.readers, { ...place, draws }, 3)
        const before = server.cpu()
        const [outcome, sold] = await Promise.all([
          read(loads.readers, { ...place, draws }, seconds),
          sell(loads.buyers, sale, seconds),
        ])
        add(ours, outcome)
        ours.cost += ((server.cpu() - before) * 1e6) / outcome.answered / rounds
        ours.sold += (sold?.rate ?? 0) / rounds
        ours.statuses = outcome.statuses
      }
      const [half] = await Promise.all([
        read(loads.readers, { ...place, draws, rate: ours.rate / 2 }, seconds),
        sell(loads.buyers, sale, seconds),
      ])
      await stranger?.leave()
      if (beside.rate > most.rate) Object.assign(most, beside)
      figures.push({
        name: one.name,
        ordersWanted: one.orders,
        ordersSold: ours.sold,
        rate: ours.rate,
        p50: ours.p50,
        p99: ours.p99,
        cost: ours.cost,
        toCeiling: ours.rate / beside.rate,
        half: { p50: half.p50, p99: half.p99 },
        statuses: ours.statuses,
      })
    }
    await ceiling.stop()
    return {
      ceiling: most,
      figures,
      addresses: bodies.length,
      bytesMean: bodies.reduce((sum, body) => sum + body.length, 0) / bodies.length,
      memoryMostMib: server.memoryMost(),
    }
  } finally {
    loads.readers.stop()
    loads.buyers.stop()
    await server.stop()
  }
}

function add(sum: { rate: number; p50: number; p99: number }, one: Outcome) {
  sum.rate += one.rate / rounds
  sum.p50 += one.p50 / rounds
  sum.p99 = Math.max(sum.p99, one.p99)
}

/** Monitoring, a script or a console: a connection of the same user that is no process of Marquee. */
async function aStranger(databaseUrl: string, statement: string) {
  const client = new Client({ connectionString: databaseUrl, application_name: 'monitoring' })
  await client.connect()
  const timer = setInterval(() => void client.query(statement), 100)
  return {
    leave: async () => {
      clearInterval(timer)
      await client.end()
    },
  }
}

type Reading = { host: string; port: number; draws: readonly Draw[]; rate?: number }

export const read = (load: Load, { draws, ...place }: Reading, seconds: number) =>
  load.run({ ...place, connections: readers, seconds, scenario: { kind: 'mixture', draws } })

type Sale = { host: string; port: number; ticketIds: readonly number[]; orders: number }

async function sell(load: Load, { ticketIds, orders, ...place }: Sale, seconds: number) {
  if (orders === 0) return undefined
  const scenario = { kind: 'buy', ticketIds, quantity: 2 } as const
  return load.run({ ...place, connections: buyers, seconds, scenario, rate: orders })
}

export async function fill(databaseUrl: string) {
  const { pool, close } = await openDatabase({ databaseUrl, dataDir: '' })
  try {
    const { rows } = await pool.query<{ id: number }>('select id from users order by id limit 1')
    await fillCatalogue(pool, eventsInAll, rows[0]?.id ?? 0)
  } finally {
    await close()
  }
}

const words =
  'harbour music night open stage garden river light summer winter song dance story film bread walk market chess paper glass wood stone choir string brass tea'.split(
    ' ',
  )

/** The same requests in every run. */
export async function questions(server: Server, databaseUrl: string) {
  const random = pseudoRandom(7)
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const { eventIds, venueIds, organizerIds } = await idsOf(databaseUrl)
  const ticketIds: number[] = []
  // The first events are upcoming, so that their tickets are on sale.
  const withTickets = eventIds.slice(0, counts.tickets)
  for (const id of withTickets) {
    const event = await server.call<NewEvent>('GET', `/svc/events/v1/events/${id}`)
    ticketIds.push(await aTicket(server, event, 1_000_000))
  }
  const terms = ['common', ...Array.from({ length: 38 }, (_, at) => `other${at + 1}`)]
  const filters = [
    () => `categories=${one(terms)}&start_date=2020-01-01`,
    () => `tags=${one(terms)}&start_date=2019-0${1 + Math.floor(random() * 9)}-01`,
    () => `venue=${one(venueIds)}&start_date=2018-01-01`,
    () => `organizer=${one(organizerIds)}&start_date=2018-01-01`,
    () => `per_page=${5 + Math.floor(random() * 10)}&page=${1 + Math.floor(random() * 20)}`,
    () => `start_date=20${18 + Math.floor(random() * 7)}-0${1 + Math.floor(random() * 9)}-01`,
  ]
  const lists = new Set<string>()
  while (lists.size < counts.lists) lists.add(`/svc/events/v1/events?${one(filters)()}`)
  const phrases = new Set<string>()
  while (phrases.size < counts.phrases) {
    phrases.add(`/svc/events/v1/events?search=${one(words)}%20${one(words)}`)
  }
  const draws: Draw[] = [
    { share: 0.7, paths: eventIds.map(id => `/svc/events/v1/events/${id}`) },
    { share: 0.15, paths: [...lists] },
    { share: 0.1, paths: withTickets.map(id => `/svc/tickets/v1/tickets?include_post=${id}`) },
    { share: 0.05, paths: [...phrases], zipf: true },
  ]
  return { draws, ticketIds, hot: ticketIds[0] ?? 0 }
}

async function idsOf(databaseUrl: string) {
  const pool = new Pool({ connectionString: databaseUrl, max: 1 })
  try {
    const ids = async (sql: string) => (await pool.query<{ id: string }>(sql)).rows.map(r => +r.id)
    return {
      eventIds: await ids(
        `select id from events where status = 'publish' order by id limit ${counts.events}`,
      ),
      venueIds: await ids('select distinct venue_id as id from events order by 1'),
      organizerIds: await ids(
        'select distinct organizer_id as id from event_organizers order by 1',
      ),
    }
  } finally {
    await pool.end()
  }
}

/** The service's answer to every request, which the ceiling sends too. */
export async function answersTo(server: Server, draws: readonly Draw[]): Promise<string[]> {
  const bodies: string[] = []
  for (const where of draws.flatMap(({ paths }) => paths)) {
    bodies.push(await (await fetch(server.base + where)).text())
  }
  return bodies
}

/** Addresses with the same shares, each naming the row with its answer. */
export function ceilingDraws(draws: readonly Draw[]): Draw[] {
  let id = 0
  const next = () => {
    id += 1
    return `/${id}`
  }
  return draws.map(draw => ({ ...draw, paths: draw.paths.map(next) }))
}

export async function startCeiling(databaseUrl: string, bodies: readonly string[]) {
  const pool = new Pool({ connectionString: databaseUrl, max: 1 })
  await pool.query('create table answers (id integer primary key, body text not null)')
  for (const [index, body] of bodies.entries()) {
    await pool.query('insert into answers values ($1, $2)', [index + 1, body])
  }
  await pool.query('vacuum analyze answers')
  await pool.end()
  const child = fork(path.join(import.meta.dirname, 'mixture.ts'), ['ceiling'], {
    execArgv: ['--import', 'tsx'],
  })
  child.send(databaseUrl)
  const [port] = (await once(child, 'message')) as [number]
  return {
    place: { host: '127.0.0.1', port },
    cpu: () => cpuSeconds(child.pid ?? 0),
    stop: async () => {
      child.kill()
      await once(child, 'exit')
    },
  }
}

/** The ceiling: one request is one prepared select by primary key, over the service's own pool of connections. */
async function serveRows(databaseUrl: string) {
  const pool = createPool({ connectionString: databaseUrl, max: 10 }, async () => {})
  const app = Fastify()
  app.get<{ Params: { id: string } }>('/:id', async ({ params }, reply) => {
    const { rows } = await pool.query<{ body: string }>({
      name: 'answer',
      text: 'select body from answers where id = $1',
      values: [Number(params.id)],
    })
    return reply.type('application/json; charset=UTF-8').send(rows[0]?.body)
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  process.send?.(typeof address === 'object' ? address?.port : 0)
}

if (process.argv[2] === 'ceiling') process.once('message', (url: string) => void serveRows(url))
