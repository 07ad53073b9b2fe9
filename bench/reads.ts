import Fastify from 'fastify'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Scenario } from './scenarios.ts'
import {
  authorization,
  cpuSeconds,
  type Load,
  type Server,
  startLoad,
  startServer,
} from './server.ts'
import { anEvent, aTicket } from './set-up.ts'

/** Responses per second, milliseconds, and microseconds of the server's processor time per request. */
export type Rate = { rate: number; p50: number; p99: number; cost: number }
export type Read = { name: string; ours: Rate; bare: Rate; ratio: number }

type ServerUnderLoad = { host: string; port: number; cpu(): number; scenario: Scenario }

const connections = 32
const rounds = 2
const orders = 100

type Address = { name: string; where: string }
type Addresses = (server: Server, load: Load) => Promise<Address[]>

/** Requests per second of what everybody reads, beside the bare framework that answers the same bytes. */
export const measureReads = (settings: Record<string, string>, seconds: number) =>
  besideBare(publicReads, { settings, seconds, headers: {} })

/** The same of lists of ten records that staff read. */
export const measureStaffLists = (settings: Record<string, string>, seconds: number) =>
  besideBare(staffLists, { settings, seconds, headers: { authorization } })

type Measuring = {
  settings: Record<string, string>
  seconds: number
  headers: { authorization?: string }
}

async function besideBare(
  addresses: Addresses,
  { settings, seconds, headers }: Measuring,
): Promise<Read[]> {
  const server = await startServer({ ...settings, EVENTS_PER_PAGE: '10' })
  const load = startLoad()
  try {
    const reads: Read[] = []
    for (const { name, where } of await addresses(server, load)) {
      const body = await (await fetch(server.base + where, { headers })).text()
      const bare = await startBare(body)
      const { host, port, cpu } = server
      const ours = { host, port, cpu, scenario: read(where, headers) }
      const measured = await inTurn(load, [ours, { ...bare, scenario: read('/') }], seconds)
      await bare.stop()
      const [mine, theirs] = measured as [Rate, Rate]
      reads.push({ name, ours: mine, bare: theirs, ratio: mine.rate / theirs.rate })
    }
    return reads
  } finally {
    load.stop()
    await server.stop()
  }
}

const read = (where: string, headers: { authorization?: string } = {}): Scenario => ({
  kind: 'read',
  paths: [where],
  ...headers,
})

/** One of twelve events has a ticket with two hundred attendees. */
async function aSeason(server: Server, load: Load) {
  const days = Array.from({ length: 12 }, (_, index) => index)
  const events = []
  for (const index of days) {
    const details = {
      title: `Evening ${index}`,
      start_date: `2027-01-${10 + index} 19:00:00`,
      end_date: `2027-01-${10 + index} 23:00:00`,
      venue: { venue: `Hall ${index}`, city: 'Bergen' },
      organizer: [{ organizer: `House ${index}` }],
    }
    events.push(await anEvent(server, details))
  }
  const [event] = events
  if (!event) throw new Error('No event was made.')
  const ticketId = await aTicket(server, event, 1000)
  const scenario = { kind: 'buy', ticketId, quantity: 2 } as const
  const { host, port } = server
  await load.run({ host, port, connections, scenario, seconds: 60, requests: orders })
  await mailsSent(server)
  return { event, ticketId }
}

/** The mails of the orders take more of the processor than the reads that are measured after them. */
async function mailsSent(server: Server) {
  const count = async (state: string) => {
    const path = `/svc/admin/v1/messages?state=${state}&limit=${orders}`
    return (await server.call<{ messages: unknown[] }>('GET', path)).messages.length
  }
  while ((await count('captured')) < orders || (await count('queued')) > 0) {
    await new Promise(resolve => setTimeout(resolve, 200))
  }
}

async function publicReads(server: Server, load: Load): Promise<Address[]> {
  const { event, ticketId } = await aSeason(server, load)
  return [
    { name: 'single event', where: `/svc/events/v1/events/${event.id}` },
    { name: 'list of ten events', where: '/svc/events/v1/events?per_page=10' },
    { name: 'ticket', where: `/svc/tickets/v1/tickets/${ticketId}` },
    { name: 'tickets of an event', where: `/svc/tickets/v1/tickets?include_post=${event.id}` },
  ]
}

async function staffLists(server: Server, load: Load): Promise<Address[]> {
  const { event } = await aSeason(server, load)
  for (let more = 0; more < 9; more += 1) await aTicket(server, event, 1000)
  const tickets = '/svc/tickets/v1'
  return [
    {
      name: 'ten attendees, for staff',
      where: `${tickets}/attendees?post_id=${event.id}&per_page=10`,
    },
    { name: 'ten orders, for staff', where: `${tickets}/orders?post_id=${event.id}&per_page=10` },
    {
      name: 'ten tickets, for staff',
      where: `${tickets}/tickets?include_post=${event.id}&per_page=10`,
    },
  ]
}

/** Measures both alternately, so that other load on the machine affects both. */
export async function inTurn(
  load: Load,
  places: readonly ServerUnderLoad[],
  seconds: number,
): Promise<Rate[]> {
  const found = places.map((): Rate => ({ rate: 0, p50: 0, p99: 0, cost: 0 }))
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { cpu, ...place }] of places.entries()) {
      await load.run({ ...place, connections, seconds: 1 })
      const before = cpu()
      const { rate, p50, p99, answered } = await load.run({ ...place, connections, seconds })
      const cost = ((cpu() - before) * 1e6) / answered
      const sum = found[index]
      if (!sum) continue
      sum.rate += rate / rounds
      sum.p50 += p50 / rounds
      sum.p99 = Math.max(sum.p99, p99)
      sum.cost += cost / rounds
    }
  }
  return found
}

/** The bare framework that answers these bytes to `GET /`, and to a posted JSON of any address. */
export async function startBare(body: string) {
  const child = fork(path.join(import.meta.dirname, 'reads.ts'), ['bare'], {
    execArgv: ['--import', 'tsx'],
  })
  child.send(body)
  const [port] = (await once(child, 'message')) as [number]
  return {
    host: '127.0.0.1',
    port,
    cpu: () => cpuSeconds(child.pid ?? 0),
    stop: async () => {
      child.kill()
      await once(child, 'exit')
    },
  }
}

/** The ceiling: the bare framework, in a process of its own like the server. */
async function serveBytes(body: string) {
  const app = Fastify()
  const type = 'application/json; charset=UTF-8'
  app.get('/', (_request, reply) => reply.type(type).send(body))
  app.post('/*', (_request, reply) => reply.type(type).send(body))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  process.send?.(typeof address === 'object' ? address?.port : 0)
}

if (process.argv[2] === 'bare') process.once('message', (body: string) => void serveBytes(body))
