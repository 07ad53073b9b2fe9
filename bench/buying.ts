import { type Connection, post, type Reply } from './connection.ts'

/** What a simulated person does once; `wanted` says whether it ended as the measurement is about. */
export type Buyer = (connection: Connection) => Promise<Ended>
export type Ended = { status: number | string; wanted: boolean }

const cartPath = '/svc/tickets/v1/cart'
const orderPath = '/svc/tickets/v1/commerce/free/order'
const purchaser = { name: 'Ann Example', email: 'ann@example.org' }

export async function order(connection: Connection, cart_hash: string): Promise<Ended> {
  const { status } = await connection.send(
    post(orderPath, JSON.stringify({ cart_hash, purchaser })),
  )
  return { status, wanted: status === 200 }
}

/** Empties the cart, as somebody does who changes their mind. */
export async function leave(
  connection: Connection,
  { cart_hash, ticket_id }: { cart_hash: string; ticket_id: number },
): Promise<Ended> {
  const { status, body } = await connection.send(
    post(
      cartPath,
      JSON.stringify({ provider: 'tc', cart_hash, tickets: [{ ticket_id, quantity: 0 }] }),
    ),
  )
  const isEmpty = status === 200 && body.includes('"tickets":[]')
  return { status: status === 200 && !isEmpty ? 'not emptied' : status, wanted: false }
}

export function cartRequest(ticket_id: number, quantity: number, headers = ''): string {
  const body = JSON.stringify({ provider: 'tc', tickets: [{ ticket_id, quantity }] })
  return post(cartPath, body, headers)
}

let addresses = 0

/** What a proxy says of somebody who has not come before. */
export function fromSomewhere(): string {
  addresses += 1
  const part = (shift: number) => (addresses >> shift) & 255
  return `x-forwarded-for: 10.${part(16)}.${part(8)}.${part(0)}\r\n`
}

const hashPattern = /"cart_hash":"([^"]+)"/

export function hashOf(reply: Reply): string {
  return hashPattern.exec(reply.body.toString('latin1'))?.[1] ?? ''
}

export function pseudoRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
