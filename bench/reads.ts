import Fastify from 'fastify'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Outcome } from './load.ts'
import { authorization, startLoad, startServer } from './server.ts'

export type Read = { name: string; ours: Outcome; bare: Outcome }

const connections = 32

/** Requests per second of each read, beside the bare framework that answers the same bytes. */
export async function measureReads(
  settings: Record<string, string>,
  seconds: number,
): Promise<Read[]> {
  const server = await startServer({ ...settings, EVENTS_PER_PAGE: '10' })
  const load = startLoad()
  try {
    const eventIds: number[] = []
    for (let index = 0; index < 12; index += 1) {
      const event = await server.call('POST', '/svc/events/v1/events', {
        title: `Evening ${index}`,
        start_date: `2027-01-${10 + index} 19:00:00`,
        end_date: `2027-01-${10 + index} 23:00:00`,
        venue: { venue: `Hall ${index}`, city: 'Bergen' },
        organizer: [{ organizer: `House ${index}` }],
      })
      eventIds.push(event['id'] ?? 0)
    }
    const event = await server.call('GET', `/svc/events/v1/events/${eventIds[0]}`)
    const ticket = await server.call('POST', '/svc/tickets/v1/tickets', {
      post_id: event['id'],
      add_ticket_nonce: event['nonces']?.['add'],
      provider: 'tc',
      name: 'Seat',
      price: '',
      ticket: { mode: 'own', capacity: 1000 },
    })
    const scenario = { kind: 'buy', ticketId: ticket['id'] ?? 0, quantity: 2 } as const
    const at = { host: server.host, port: server.port, connections }
    await load.run({ ...at, scenario, seconds: 60, requests: 100 })
    const asked: [name: string, path: string, staff?: boolean][] = [
      ['single event', `/svc/events/v1/events/${eventIds[0]}`],
      ['list of ten events', '/svc/events/v1/events?per_page=10'],
      ['ticket', `/svc/tickets/v1/tickets/${ticket['id']}`],
      [
        'attendee list (staff)',
        `/svc/tickets/v1/attendees?post_id=${event['id']}&per_page=10`,
        true,
      ],
    ]
    const reads: Read[] = []
    for (const [name, where, staff] of asked) {
      const headers = staff ? { authorization } : undefined
      const body = await (await fetch(server.base + where, headers ? { headers } : {})).text()
      const ours = { kind: 'read', paths: [where], ...headers } as const
      await load.run({ ...at, scenario: ours, seconds: 1 })
      const measured = await load.run({ ...at, scenario: ours, seconds })
      reads.push({ name, ours: measured, bare: await bareFramework(body, load, seconds) })
    }
    return reads
  } finally {
    load.stop()
    await server.stop()
  }
}

async function bareFramework(body: string, load: ReturnType<typeof startLoad>, seconds: number) {
  const child = fork(path.join(import.meta.dirname, 'reads.ts'), ['bare'], {
    execArgv: ['--import', 'tsx'],
  })
  child.send(body)
  const [port] = (await once(child, 'message')) as [number]
  const job = {
    host: '127.0.0.1',
    port,
    connections,
    scenario: { kind: 'read', paths: ['/'] },
  } as const
  await load.run({ ...job, seconds: 1 })
  const outcome = await load.run({ ...job, seconds })
  child.kill()
  return outcome
}

/** The ceiling: nothing but the framework, in a process of its own as the server is. */
async function serveBytes(body: string) {
  const app = Fastify()
  app.get('/', (_request, reply) => reply.type('application/json; charset=UTF-8').send(body))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  process.send?.(typeof address === 'object' ? address?.port : 0)
}

if (process.argv[2] === 'bare') process.once('message', (body: string) => void serveBytes(body))
