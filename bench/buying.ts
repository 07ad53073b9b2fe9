import { performance } from 'node:perf_hooks'
import { type Connection, post, type Reply } from './connection.ts'

/** One action of a simulated person; `wanted` tells whether it had the result that is measured. */
export type Buyer = (connection: Connection) => Promise<Ended>
export type Ended = {
  status: number | string
  wanted: boolean
  /** Milliseconds of single steps, by their names. */
  steps?: Record<string, number>
}

export const cartPath = '/svc/tickets/v1/cart'
export const orderPath = '/svc/tickets/v1/commerce/free/order'
export const purchaser = { name: 'Ann Example', email: 'ann@example.org' }

export async function order(connection: Connection, cart_hash: string): Promise<Ended> {
  const { status } = await connection.send(
    post(orderPath, JSON.stringify({ cart_hash, purchaser })),
  )
  return { status, wanted: status === 200 }
}

const payPath = '/svc/tickets/v1/commerce'

/** Starts paying a cart and confirms the payment, which its buyer has made at the provider meanwhile. */
export async function pay(
  connection: Connection,
  { cart_hash, way }: { cart_hash: string; way: 'card' | 'wallet' },
): Promise<Ended> {
  const place = `${payPath}/${way === 'card' ? 'stripe' : 'paypal'}/order`
  const began = performance.now()
  const started = await connection.send(post(place, JSON.stringify({ cart_hash, purchaser })))
  const begun = performance.now()
  if (started.status !== 200) return { status: `start ${started.status}`, wanted: false }
  const { id, payment_intent_id, client_secret } = JSON.parse(started.body.toString('utf8'))
  const reference: string = way === 'card' ? payment_intent_id : id
  const confirmed = await connection.send(
    post(`${place}/${reference}`, JSON.stringify({ cart_hash, client_secret })),
  )
  const isPaid = confirmed.status === 200 && confirmed.body.includes('"status":"completed"')
  const status = confirmed.status === 200 && !isPaid ? 'not completed' : confirmed.status
  const steps = { start: begun - began, confirm: performance.now() - begun }
  return { status: isPaid ? 200 : `confirm ${status}`, wanted: isPaid, steps }
}

/** Empties the cart, like a buyer who changes their mind. */
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

/** The proxy header of a buyer from a new address. */
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
