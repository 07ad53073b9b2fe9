import Fastify from 'fastify'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { inTurn, type Rate } from './reads.ts'
import type { Scenario } from './scenarios.ts'
import { cpuSeconds, type Server, startLoad, startServer } from './server.ts'
import { anEvent, aTicket } from './set-up.ts'

/** One run of the hot hour; latencies in milliseconds, counted from the moment at which a page was due. */
export type HotHour = { p50: number; p99: number; pages: number; orders: number }

export type Pages = {
  ours: Rate
  bare: Rate
  ratio: number
  /** Bytes of the page as sent, and as HTML. */
  sentBytes: number
  plainBytes: number
  runs: HotHour[]
  medianP99: number
}

const encoding = 'br'
const pagesPerSecond = 1000
const ordersPerSecond = 200
const connections = 32

/**
 * The page of an event as browsers ask for it: beside the bare framework that answers the same compressed bytes, and
 * at 1,000 pages a second while 200 orders a second take its tickets.
 */
export async function measurePages(
  settings: Record<string, string>,
  { seconds, runs }: { seconds: number; runs: number },
): Promise<Pages> {
  const server = await startServer(settings)
  const loads = { readers: startLoad(), buyers: startLoad() }
  try {
    const { where, ticketId } = await anEventOnSale(server)
    const { host, port, cpu } = server
    const scenario: Scenario = { kind: 'read', paths: [where], encoding }
    const page = await fetch(server.base + where, { headers: { 'accept-encoding': 'identity' } })
    const plainBytes = (await page.arrayBuffer()).byteLength
    const bare = await startBare(server.base + where)
    const places = [
      { host, port, cpu, scenario },
      { ...bare, scenario: { ...scenario, paths: ['/'] } },
    ]
    const [ours, theirs] = (await inTurn(loads.readers, places, seconds)) as [Rate, Rate]
    await bare.stop()
    const sale: Scenario = { kind: 'buy', ticketId, quantity: 1 }
    const buying = { host, port, connections, scenario: sale, rate: ordersPerSecond }
    const reading = { host, port, connections, scenario, rate: pagesPerSecond }
    const hours: HotHour[] = []
    for (let run = 0; run < runs; run += 1) {
      const [read, sold] = await Promise.all([
        loads.readers.run({ ...reading, seconds }),
        loads.buyers.run({ ...buying, seconds }),
      ])
      hours.push({ p50: read.p50, p99: read.p99, pages: read.rate, orders: sold.rate })
    }
    return {
      ours,
      bare: theirs,
      ratio: ours.rate / theirs.rate,
      sentBytes: bare.bytes,
      plainBytes,
      runs: hours,
      medianP99: median(hours.map(({ p99 }) => p99)),
    }
  } finally {
    loads.readers.stop()
    loads.buyers.stop()
    await server.stop()
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

async function anEventOnSale(server: Server) {
  const event = await anEvent(server, {
    description: '<p>Two sets, one interval.</p><h2>Access</h2><ul><li>Step-free</li></ul>',
    venue: { venue: 'Riverside Hall', address: 'Elvegata 12', city: 'Oslo', country: 'Norway' },
    organizer: [{ organizer: 'Night Songs' }],
  })
  const ticketId = await aTicket(server, event, 10_000_000)
  const { url } = await server.call<{ url: string }>('GET', `/svc/events/v1/events/${event.id}`)
  return { where: new URL(url).pathname, ticketId }
}

async function startBare(page: string) {
  const child = fork(path.join(import.meta.dirname, 'pages.ts'), ['bare', page], {
    execArgv: ['--import', 'tsx'],
  })
  const [{ port, bytes }] = (await once(child, 'message')) as [{ port: number; bytes: number }]
  return {
    host: '127.0.0.1',
    port,
    bytes,
    cpu: () => cpuSeconds(child.pid ?? 0),
    stop: async () => {
      child.kill()
      await once(child, 'exit')
    },
  }
}

/** The ceiling: the bare framework, in a process of its own, with the bytes that the service sends for the page. */
async function serveSameBytes(page: string) {
  const { request } = await import('node:http')
  const asked = request(page, { headers: { 'accept-encoding': encoding } }).end()
  const [answer] = await once(asked, 'response')
  const body = Buffer.concat(await answer.toArray())
  if (answer.headers['content-encoding'] !== encoding)
    throw new Error('The page is not compressed.')
  const app = Fastify()
  app.get('/', (_request, reply) =>
    reply.type('text/html; charset=UTF-8').header('content-encoding', encoding).send(body),
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  process.send?.({ port: typeof address === 'object' ? address?.port : 0, bytes: body.length })
}

if (process.argv[2] === 'bare' && process.argv[1]?.endsWith('pages.ts') === true) {
  void serveSameBytes(process.argv[3] ?? '')
}
