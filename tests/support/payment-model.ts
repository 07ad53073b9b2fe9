import { sql } from 'kysely'
import type { Db } from '../../src/platform/db/database.ts'
import type { Bought, Charges } from './payment-basket.ts'

/** What staff refunded; the stories send it as the reason, which the model reads. */
export type AskedBack = {
  lines?: { id: number; quantity: number }[]
  amount?: string
  whole?: boolean
  fees?: 'refund' | 'keep' | 'only'
}

type Line = { id: number; ticketId: number; places: number; fees: number; of: number; net: Net }
type Net = { ticket: number; fee: number }

const halfUp = (number: number) => Math.floor(number + 0.5)
const down = (number: number, step: number) =>
  Math.floor(Math.round(number * 1e6) / 1e6 / step) * step

/** The price of a basket by the simplest arithmetic, and the share of each ticket. */
export function naiveTotal(
  bought: readonly Bought[],
  { off, step, charges }: { off: boolean; step: number; charges: Charges },
) {
  const share = (minor: number, amount: number) =>
    charges.kind === 'flat' ? amount : halfUp((minor * amount) / 10_000)
  const gross = bought.map(({ unitMinor, quantity, fee }) => ({
    ticket: unitMinor * quantity,
    fee: fee && unitMinor > 0 ? share(unitMinor, charges.fee) * quantity : 0,
  }))
  const base = gross.reduce((sum, { ticket, fee }) => sum + ticket + fee, 0)
  const exact = base - (off ? Math.min(base, share(base, charges.off)) : 0)
  const total = halfUp(exact / step) * step
  let passed = 0
  let given = 0
  const nets = gross.map(({ ticket, fee }): Net => {
    passed += ticket + fee
    const upToHere =
      passed === 0 ? 0 : passed === base ? total : down((total * passed) / base, step)
    const net = upToHere - given
    given = upToHere
    const feeNet = ticket + fee === 0 ? 0 : down((net * fee) / (ticket + fee), step)
    return { ticket: net - feeNet, fee: feeNet }
  })
  return { total, nets }
}

type ModelState = {
  bought: Bought[]
  step: number
  charges: Charges
  minorOf: (text: string) => number
}

/** What is wrong with an order's money, by a model that knows only what was bought and refunded. */
export async function modelFinds(
  db: Db,
  orderId: number,
  { bought, minorOf, ...terms }: ModelState,
): Promise<string | undefined> {
  const order = await db
    .selectFrom('orders')
    .select(['total_minor', 'paid_minor', 'coupon_id'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const { total, nets } = naiveTotal(bought, { off: order.coupon_id !== null, ...terms })
  if (order.total_minor !== total) return `costs ${order.total_minor}, by the model ${total}`
  const rows = await db
    .selectFrom('order_lines')
    .select(['id', 'ticket_id', 'quantity'])
    .where('order_id', '=', orderId)
    .where('kind', '=', 'ticket')
    .orderBy('ordinal')
    .execute()
  const lines = rows.map((row): Line => {
    const at = bought.findIndex(({ ticketId }) => ticketId === row.ticket_id)
    const net = nets[at] ?? { ticket: 0, fee: 0 }
    return { id: row.id, ticketId: row.ticket_id ?? 0, places: 0, fees: 0, of: row.quantity, net }
  })
  const { rows: refunds } = await sql<{ amount: number; state: string; reason: string }>`
    select amount_minor as amount, state, reason from refunds where order_id = ${orderId} order by id
  `.execute(db)
  // A failed refund counted while it was pending, so what was left then cannot be known.
  if (refunds.some(({ state }) => state === 'failed')) return undefined
  let left = order.paid_minor
  for (const { amount, reason } of refunds) {
    if (!reason.startsWith('{')) return undefined
    const wanted = Math.min(
      left,
      amountOf(JSON.parse(reason), { lines, left, minorOf, step: terms.step }),
    )
    if (amount !== wanted) return `gave ${amount} back for ${reason}, by the model ${wanted}`
    left -= amount
  }
  return undefined
}

type Giving = { lines: Line[]; left: number; step: number; minorOf: (text: string) => number }

function amountOf(asked: AskedBack, { lines, left, minorOf, step }: Giving): number {
  const { fees = 'refund' } = asked
  if (asked.amount !== undefined) return minorOf(asked.amount)
  let worth = 0
  const named = asked.lines ?? lines.map(line => ({ id: line.id, quantity: line.of }))
  for (const { id, quantity } of named) {
    const line = lines.find(one => one.id === id)
    if (!line) continue
    if (fees !== 'only') worth += take(line, 'places', { quantity, step })
    if (fees !== 'keep') worth += take(line, 'fees', { quantity, step })
  }
  return asked.whole && fees === 'refund' ? left : worth
}

/** Refunds places, or their fees, one after the other as far as there are any. */
function take(
  line: Line,
  what: 'places' | 'fees',
  { quantity, step }: { quantity: number; step: number },
) {
  const whole = what === 'places' ? line.net.ticket : line.net.fee
  const upTo = (count: number) => (count >= line.of ? whole : down((whole * count) / line.of, step))
  const before = line[what]
  line[what] = Math.min(line.of, before + quantity)
  return upTo(line[what]) - upTo(before)
}
