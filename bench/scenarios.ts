import { type Connection, get, post, type Reply } from './connection.ts'

/** What a simulated person does once; `wanted` says whether it ended as the measurement is about. */
export type Buyer = (connection: Connection) => Promise<{ status: number; wanted: boolean }>

/** A ticket at the door, and the key of the device that it is shown to. */
export type Scanned = { id: number; code: string; key: string }

export type Scenario =
  | { kind: 'read'; paths: readonly string[]; authorization?: string }
  /** Fills carts and keeps them for `order`. */
  | { kind: 'hold'; ticketId: number; quantity: number; wanted?: number }
  | { kind: 'order' }
  /** Each ticket once, in this order, whoever is free. */
  | { kind: 'scan'; tickets: readonly Scanned[] }
  | { kind: 'buy'; ticketId: number; quantity: number; abandoned?: number; seed?: number }

const cartPath = '/svc/tickets/v1/cart'
const orderPath = '/svc/tickets/v1/commerce/free/order'
const purchaser = { name: 'Ann Example', email: 'ann@example.org' }

/** Carts that were filled and not yet ordered, from one job to the next. */
const held: string[] = []

export function buyerOf(scenario: Scenario): Buyer {
  if (scenario.kind === 'read') return reader(scenario.paths, scenario.authorization)
  if (scenario.kind === 'order') return connection => order(connection, held.pop() ?? '')
  if (scenario.kind === 'scan') return door(scenario.tickets)
  const request = cartRequest(scenario.ticketId, scenario.quantity)
  if (scenario.kind === 'hold') {
    const wanted = scenario.wanted ?? 200
    return async connection => {
      const reply = await connection.send(request)
      if (reply.status === 200) held.push(hashOf(reply))
      return { status: reply.status, wanted: reply.status === wanted }
    }
  }
  const random = pseudoRandom(scenario.seed ?? 1)
  return async connection => {
    const cart = await connection.send(request)
    if (cart.status !== 200) return { status: cart.status, wanted: false }
    if (random() < (scenario.abandoned ?? 0)) return leave(connection, hashOf(cart))
    return order(connection, hashOf(cart))
  }
}

function reader(paths: readonly string[], authorization: string | undefined): Buyer {
  const headers = authorization === undefined ? '' : `authorization: ${authorization}\r\n`
  const requests = paths.map(path => get(path, headers))
  let turn = 0
  return async connection => {
    turn = (turn + 1) % requests.length
    const { status } = await connection.send(requests[turn] ?? '')
    return { status, wanted: status === 200 }
  }
}

function door(tickets: readonly Scanned[]): Buyer {
  const requests = tickets.map(({ id, code, key }) =>
    get(
      `/svc/tickets/v1/qr?ticket_id=${id}&security_code=${code}`,
      `authorization: Bearer ${key}\r\n`,
    ),
  )
  let next = 0
  return async connection => {
    const request = requests[next] ?? ''
    next += 1
    const { status } = await connection.send(request)
    return { status, wanted: status === 201 }
  }
}

async function order(connection: Connection, cart_hash: string) {
  const { status } = await connection.send(
    post(orderPath, JSON.stringify({ cart_hash, purchaser })),
  )
  return { status, wanted: status === 200 }
}

/** Empties the cart, as somebody does who changes their mind. */
async function leave(connection: Connection, cart_hash: string) {
  const { status } = await connection.send(
    post(cartPath, JSON.stringify({ provider: 'tc', cart_hash, tickets: null })),
  )
  return { status, wanted: false }
}

function cartRequest(ticket_id: number, quantity: number): string {
  return post(cartPath, JSON.stringify({ provider: 'tc', tickets: [{ ticket_id, quantity }] }))
}

const hashPattern = /"cart_hash":"([^"]+)"/

function hashOf(reply: Reply): string {
  return hashPattern.exec(reply.body.toString('latin1'))?.[1] ?? ''
}

function pseudoRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
