import { sql } from 'kysely'
import { auditOrders } from '../../src/shop/orders/record/audit.ts'
import { auditStock } from '../../src/ticketing/inventory/lookup.ts'
import { bookNow, booksDiffer, dumpBooks, loseBooks } from './books-check.ts'
import { purchaser, stockOf } from './buying.ts'
import { fromLedger, stepAt } from './currencies.ts'
import type { LedgerLine } from './fake-card.ts'
import { modelFinds } from './payment-model.ts'
import type { Tale } from './payment-story.ts'

/** What was found wrong about a payment at the end of its story. */
export class Mismatch extends Error {}

const demand = (holds: boolean, finding: string) => {
  if (!holds) throw new Mismatch(finding)
}

/**
 * Compares the service's books with the provider's and with the story: at most one order, one set of
 * attendees and one charge, money that balances to the cent, and correct stock. Returns the final statuses of
 * the cart's orders.
 */
export async function checkTale(tale: Tale): Promise<string[]> {
  const orders = await ordersOf(tale)
  await checkAudit(tale, orders)
  const ledger = new Map(tale.world.provider.ledger().map(line => [line.reference, line]))
  for (const row of orders) {
    checkMoney(row, inOurMinor(tale, ledger.get(row.gateway_order_id ?? '')))
    await checkModel(tale, row)
  }
  for (const [reference, { orderId }] of tale.references) {
    const known = orders.find(({ id }) => id === orderId)
    demand(known?.gateway_order_id === reference, `the buyer's payment ${reference} is nobody's`)
  }
  const kept = orders.filter(({ status }) => status === 'completed')
  demand(kept.length <= 1, `${kept.length} orders of one cart are completed`)
  // A refund may leave out fees; the model accounts for that.
  const charged = orders.filter(
    row => row.status !== 'refunded' && (row.paid_minor ?? 0) > row.refunded_minor,
  )
  const lost = orders.filter(({ status }) => status === 'reversed')
  demand(
    charged.length <= kept.length + lost.length || tale.mayKeep,
    `money was kept for nothing: ${JSON.stringify(charged)}`,
  )
  checkPlaces(tale, orders)
  await checkStock(tale)
  await checkBooks(tale)
  return orders.map(({ status }) => status)
}

async function checkAudit(tale: Tale, orders: readonly Row[]) {
  const { db } = tale.world
  const findings = await auditOrders(db)
  const isOurs = (order: number) => orders.some(({ id }) => id === order)
  // Differences left by an earlier story appear in every later audit.
  const bad = findings.filter(
    ({ what, order }) => what !== 'kept' || (isOurs(order) && !tale.mayKeep),
  )
  demand(bad.length === 0, `the audit of orders finds ${JSON.stringify(bad)}`)
  const stock = await auditStock(db)
  demand(stock.length === 0, `the audit of stock finds ${JSON.stringify(stock)}`)
}

/** The books add up to the rows, and deleted books are written again as they were. */
async function checkBooks({ world: { db } }: Tale) {
  await bookNow(db)
  const differing = await booksDiffer(db)
  demand(differing.length === 0, `the books: ${differing.join('; ')}`)
  const before = await dumpBooks(db)
  await loseBooks(db)
  await bookNow(db)
  demand((await dumpBooks(db)) === before, 'the books that were written again are others')
}

type Row = {
  id: number
  status: string
  gateway_order_id: string | null
  paid_minor: number
  refunded_minor: number
  purchaser_name: string
  /** Attendees ever created, those that exist, and those that the lines say are left. */
  made: number
  there: number
  left: number
  /** Refunds at the provider that the service did not request; nobody else makes any. */
  strange: number
  /** The number of facts that the order was completed. */
  completions: number
}

async function ordersOf({ world, ticketId }: Tale): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select o.id, o.status, o.gateway_order_id, o.paid_minor, o.refunded_minor, o.purchaser_name,
      (select count(*)::int from attendees a where a.order_id = o.id) as made,
      (select count(*)::int from attendees a where a.order_id = o.id and a.status <> 'trash') as there,
      (select coalesce(sum(quantity - refunded_quantity), 0)::int from order_lines l
        where l.order_id = o.id and l.kind = 'ticket') as left,
      (select count(*)::int from refunds r
        where r.order_id = o.id and r.reason = 'Given back at the provider.') as strange,
      (select count(*)::int from facts f
        where f.name = 'order.completed' and (f.payload->>'order_id')::bigint = o.id) as completions
    from orders o
    where o.cart_id is not null and exists (
      select from order_lines l where l.order_id = o.id and l.ticket_id = ${ticketId})
    order by o.id
  `.execute(world.db)
  return rows
}

function checkMoney(row: Row, line: LedgerLine | undefined) {
  const { id, paid_minor: paid, refunded_minor: refunded } = row
  const name = `order ${id} (${row.status})`
  demand((line?.charges ?? 0) <= 1, `the buyer of ${name} was charged ${line?.charges} times`)
  demand(paid === (line?.charged ?? 0), `${name}: ${paid} paid, ${line?.charged} taken`)
  demand(refunded === (line?.refunded ?? 0), `${name}: ${refunded} back, ${line?.refunded} given`)
  demand(row.strange === 0, `${name}: ${row.strange} refunds that nobody asked for`)
  const open = ['created', 'pending', 'action-req', 'approved'].includes(row.status)
  demand(!open, `${name} is still open`)
  demand(row.purchaser_name === purchaser.name, `${name} is another's`)
}

/** A line of the provider's ledger in minor units of our books. */
function inOurMinor({ world, kind }: Tale, line: LedgerLine | undefined) {
  const minor = (units: number) => fromLedger(world.way, kind, units)
  return line && { ...line, charged: minor(line.charged), refunded: minor(line.refunded) }
}

async function checkModel({ world, bought, kind }: Tale, { id, completions }: Row) {
  if (completions === 0) return
  const minorOf = (text: string) => Number(text.replace('.', ''))
  const step = stepAt(world.way, kind)
  const { charges } = world
  const finding = await modelFinds(world.db, id, { bought, step, charges, minorOf })
  demand(finding === undefined, `order ${id} ${finding}`)
}

function checkPlaces({ bought }: Tale, orders: readonly Row[]) {
  const places = bought.reduce((sum, { quantity }) => sum + quantity, 0)
  for (const { id, status, made, there, left, completions } of orders) {
    const was = completions > 0
    demand(completions <= 1, `order ${id} was completed ${completions} times`)
    demand(made === (was ? places : 0), `order ${id} made ${made} attendees`)
    demand(there === (status === 'completed' ? left : 0), `order ${id} has ${there} attendees`)
    const ended = ['completed', 'refunded', 'reversed'].includes(status)
    demand(was === (ended && made > 0), `order ${id} is ${status} after ${completions} completions`)
  }
}

async function checkStock({ world, ticketId, plot }: Tale) {
  const { held, sold } = await stockOf(world, ticketId)
  const { rows } = await sql<{ there: number }>`
    select count(*)::int as there from attendees
    where ticket_id = ${ticketId} and status <> 'trash'
  `.execute(world.db)
  demand(sold === rows[0]?.there, `${sold} places are sold to ${rows[0]?.there} attendees`)
  demand(held + sold <= plot.quantity + plot.spare, `${held} held and ${sold} sold are too many`)
}
