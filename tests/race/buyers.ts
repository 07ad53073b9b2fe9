import { randomUUID } from 'node:crypto'
import { pseudoRandom } from './seeds.ts'

/** The basket of one buyer: tickets of several events, free or paid. */
export type Basket = { lines: { ticket_id: number; quantity: number }[]; paid: boolean }

/** The tickets of an event: free and paid ones. */
export type Stall = { free: number[]; paid: number[] }

/** Baskets over this many events each; equal seeds give equal baskets. */
export function baskets(
  stalls: readonly Stall[],
  { events, buyers, seed }: { events: number; buyers: number; seed: number },
): Basket[] {
  const random = pseudoRandom(seed)
  return Array.from({ length: buyers }, () => {
    const chosen = shuffled(stalls, random).slice(0, events)
    const paid = random(3) === 0
    const lines = chosen.map(stall => {
      // The first ticket of a paid basket is a paid one.
      const kind = paid && (stall === chosen[0] || random(2) === 0) ? stall.paid : stall.free
      return { ticket_id: kind[random(kind.length)] ?? 0, quantity: 1 + random(2) }
    })
    return { lines, paid }
  })
}

function shuffled<T>(all: readonly T[], random: (below: number) => number): T[] {
  const rest = [...all]
  return all.flatMap(() => rest.splice(random(rest.length), 1))
}

/** Posts to a path of one service's tickets namespace. */
export type Post = (path: string, body: object, key: string) => Promise<Answer>
type Answer = { status: number; text: string }

const purchaser = { name: 'Ada Lovelace', email: 'ada@example.org' }

/** Fills a cart, orders it and pays for it. Returns the refusal, or nothing when the buyer was served. */
export async function buy(post: Post, { lines, paid }: Basket): Promise<string | undefined> {
  const cart = await post('/cart', { provider: 'tc', tickets: lines }, randomUUID())
  if (cart.status !== 200) return refusal('cart', cart)
  const { cart_hash } = JSON.parse(cart.text)
  const way = `/commerce/${paid ? 'cardprocessor' : 'free'}/order`
  const order = await post(way, { cart_hash, purchaser }, randomUUID())
  if (order.status !== 200) return refusal('order', order)
  if (!paid) return undefined
  const { payment_intent_id, client_secret } = JSON.parse(order.text)
  const told = { client_secret, cart_hash }
  const done = await post(`${way}/${payment_intent_id}`, told, randomUUID())
  const { status } = JSON.parse(done.text)
  return status === 'completed' ? undefined : refusal('payment', done)
}

const refusal = (what: string, { status, text }: Answer) => `${what}: ${status} ${text}`
