import { cartPath, orderPath, purchaser } from './buying.ts'
import type { Outcome } from './load.ts'
import { startBare } from './reads.ts'
import { type Server, startLoad, startServer } from './server.ts'
import { hotTicket } from './set-up.ts'

const buyers = 20_000
const clients = [16, 64, 256] as const

export type OnSale = {
  /** Orders of two attendees each per second, on carts filled beforehand, by number of connections. */
  orders: Record<number, Outcome>
  /** A cart and its order. */
  whole: Outcome
  /** Open loop at half of the highest rate. */
  calm: Record<'hold' | 'order' | 'refusal', Outcome>
  /** Milliseconds of the server's processor time for one order, at 256 connections. */
  serverMsPerOrder: number
  /** The same of the bare framework for the same request and answer. */
  bareMsPerOrder: number
}

/** The rates of one hot ticket. `settings` name the database. */
export async function measureOnSale(
  settings: Record<string, string>,
  seconds: number,
): Promise<OnSale> {
  const server = await startServer(settings)
  const load = startLoad()
  const at = { host: server.host, port: server.port, seconds: 300 }
  try {
    const ticketId = await hotTicket(server, 10_000_000)
    const fill = {
      ...at,
      scenario: { kind: 'hold', ticketId, quantity: 2 },
      connections: 64,
    } as const
    const order = { ...at, scenario: { kind: 'order' } } as const
    const buy = {
      ...at,
      scenario: { kind: 'buy', ticketId, quantity: 2 },
      connections: 64,
    } as const
    await load.run({ ...buy, requests: 3000 })
    const orders: Record<number, Outcome> = {}
    let used = 0
    for (const connections of clients) {
      await load.run({ ...fill, requests: buyers })
      used = server.cpu()
      orders[connections] = await load.run({ ...order, connections, requests: buyers })
      used = server.cpu() - used
    }
    const bareMsPerOrder = await bareOrders(server, load, ticketId)
    const whole = await load.run({ ...buy, seconds })
    const held = await load.run({ ...fill, seconds })
    const best = Math.max(...clients.map(count => orders[count]?.rate ?? 0))
    const calm = {
      hold: await load.run({ ...fill, rate: held.rate / 2, seconds }),
      order: await load.run({ ...order, connections: 64, rate: best / 2, seconds }),
      refusal: await refusals(server, load, { rate: held.rate / 2, seconds }),
    }
    return { orders, whole, calm, serverMsPerOrder: (used * 1000) / buyers, bareMsPerOrder }
  } finally {
    load.stop()
    await server.stop()
  }
}

type Placed = { cart_hash: string }

/** What the bare framework needs to answer the bytes of an order to the same request. */
async function bareOrders(server: Server, load: ReturnType<typeof startLoad>, ticketId: number) {
  const tickets = [{ ticket_id: ticketId, quantity: 2 }]
  const cart = { provider: 'tc', tickets }
  const { cart_hash } = await server.call<Placed>('POST', cartPath, cart)
  const answer = await server.call('POST', orderPath, { cart_hash, purchaser })
  const { host, port, cpu, stop } = await startBare(JSON.stringify(answer))
  const job = { host, port, scenario: { kind: 'order' }, connections: 256, seconds: 300 } as const
  await load.run({ ...job, requests: 3000 })
  const used = cpu()
  await load.run({ ...job, requests: buyers })
  const bareMs = ((cpu() - used) * 1000) / buyers
  await stop()
  return bareMs
}

async function refusals(
  server: Server,
  load: ReturnType<typeof startLoad>,
  pace: { rate: number; seconds: number },
) {
  const ticketId = await hotTicket(server, 1)
  const scenario = { kind: 'hold', ticketId, quantity: 2, wanted: 409 } as const
  return load.run({ host: server.host, port: server.port, scenario, connections: 64, ...pace })
}
