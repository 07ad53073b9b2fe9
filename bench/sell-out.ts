import { command, type Load, type Server, startLoad, startServer } from './server.ts'
import { anEvent, aTicket } from './set-up.ts'

const buyers = 20_000
const places = 4000
const connections = 256
const quantity = 2
/** Four of ten buyers who hold places empty their cart again. */
const abandoned = 0.4

export type SellOut = {
  seed: number
  buyers: number
  places: number
  sold: number
  /** Seconds until the last place was sold. */
  seconds: number
  attendees: number
  held: number
  /** Refusals although enough places were free from request to response. */
  falseRefusals: number
  serverErrors: number
  /** Whether everything was sold, nothing is held, and nobody was refused or failed needlessly. */
  isRight: boolean
}

/**
 * All buyers at once for the places of one ticket, once per seed: how long until every place is sold, and
 * whether the books are right. Fails when the service's own audit finds a difference.
 */
export async function measureSellOuts(
  settings: Record<string, string>,
  runs: number,
  say: (out: SellOut) => void,
): Promise<SellOut[]> {
  const server = await startServer(settings)
  const load = startLoad()
  try {
    const all: SellOut[] = []
    for (let seed = 1; seed <= runs; seed += 1) {
      const out = await sellOut(server, load, seed)
      all.push(out)
      say(out)
    }
    return all
  } finally {
    load.stop()
    await server.stop()
    command('audit', settings)
  }
}

async function sellOut(server: Server, load: Load, seed: number): Promise<SellOut> {
  const event = await anEvent(server)
  const ticketId = await aTicket(server, event, places)
  const { host, port } = server
  const at = { host, port, seconds: 600 }
  const race = { kind: 'race', ticketId, quantity, places, abandoned, seed } as const
  const crowd = await load.run({ ...at, scenario: race, connections, requests: buyers })
  const atTheEnd = await booksOf(server, ticketId, event.id)
  // Places left over are sold one after the other; the last buyer must be refused.
  const late = { ...race, abandoned: 0, taken: atTheEnd.sold + atTheEnd.held }
  const left = Math.ceil((places - atTheEnd.sold) / quantity)
  const rest = await load.run({ ...at, scenario: late, connections: 1, requests: left + 1 })
  const { sold, held, attendees } = await booksOf(server, ticketId, event.id)
  const count = (isMeant: (status: string) => boolean) =>
    [crowd, rest]
      .flatMap(({ statuses }) => Object.entries(statuses))
      .reduce((sum, [status, times]) => (isMeant(status) ? sum + times : sum), 0)
  const falseRefusals = count(status => status === 'refused without need')
  const serverErrors = count(status => Number(status) >= 500)
  const seconds = left > 0 ? crowd.seconds + rest.lastWanted : crowd.lastWanted
  const isRight =
    sold === places && attendees === places && held === 0 && falseRefusals + serverErrors === 0
  return {
    seed,
    buyers,
    places,
    sold,
    seconds,
    attendees,
    held,
    falseRefusals,
    serverErrors,
    isRight,
  }
}

/** The service's stock, by its counters and by counting attendees. */
async function booksOf(server: Server, ticketId: number, eventId: number) {
  const { capacity_details: stock } = await server.call<{
    capacity_details: { sold: number; pending: number }
  }>('GET', `/svc/tickets/v1/tickets/${ticketId}`)
  const { total } = await server.call<{ total: number }>(
    'GET',
    `/svc/tickets/v1/attendees?post_id=${eventId}&per_page=1`,
  )
  return { sold: stock.sold, held: stock.pending, attendees: total }
}
