import { wholeNumber } from '../sources/whole-number.ts'
import { metaOf, type SourcePost } from '../sources/source-site.ts'
import type { Imported, ImportContext, OrderFacts } from './imported.ts'
import { adjustment, giveBack, type Line, linesIn, settlePlaces } from './order-lines.ts'
import { ageOf, minorOf, typed, utcOf, words } from './values.ts'

const gateways: Readonly<Record<string, string>> = {
  stripe: 'card',
  paypal: 'wallet',
  free: 'free',
  manual: 'staff',
}

const statuses: Readonly<Record<string, string>> = {
  'tec-tc-pending': 'pending',
  'tec-tc-action-req': 'action-req',
  'tec-tc-approved': 'approved',
  'tec-tc-completed': 'completed',
  'tec-tc-denied': 'denied',
  'tec-tc-not-completed': 'not-completed',
  'tec-tc-refunded': 'refunded',
  'tec-tc-reversed': 'reversed',
  'tec-tc-voided': 'voided',
  // Begun, and never sent to a provider: nobody waits for it.
  'tec-tc-created': 'not-completed',
}

const open = new Set(['pending', 'action-req', 'approved'])

/** Whether the attendees of an order with this status are valid: their places are taken. */
export const keepsPlaces = (status: string): boolean => status === 'completed' || open.has(status)

const statusOf = (post: SourcePost): string => statuses[post.status] ?? 'not-completed'

/** What the attendees of an order need of it. */
export function orderFactsOf(
  post: SourcePost,
  { currency }: Pick<ImportContext, 'currency'>,
): OrderFacts {
  return {
    status: statusOf(post),
    purchaserName: typed(metaOf(post, '_tec_tc_order_purchaser_full_name')),
    purchaserEmail: words(metaOf(post, '_tec_tc_order_purchaser_email')),
    currency: metaOf(post, '_tec_tc_order_currency').toUpperCase() || currency,
    oldUserId: wholeNumber(metaOf(post, '_tec_tc_order_purchaser_user_id')),
  }
}

/** An order with its lines, refund and history. The lines add up to what was paid; what they lack is an adjustment. */
export function orderOf(post: SourcePost, context: ImportContext): Imported {
  const facts = context.orders.get(post.id) ?? orderFactsOf(post, context)
  const { status } = facts
  const losses: string[] = []
  const money = moneyOf(post, { context, facts, losses })
  const payment = paymentOf(post, money.total, losses)
  if (statuses[post.status] === undefined) {
    losses.push(`Its status “${post.status}” is unknown; it counts as not completed.`)
  }
  const { created, changed } = ageOf(post, context.zone)
  const moves = movesOf(post, status, created)
  return {
    kind: 'order',
    oldId: post.id,
    row: {
      ...linkedBy(money.lines, context),
      ...payment,
      status,
      currency: facts.currency,
      ...money.sums,
      stock: keepsPlaces(status) ? 'taken' : 'returned',
      purchaser_name: facts.purchaserName,
      purchaser_email: facts.purchaserEmail,
      user_id: facts.oldUserId > 0 ? context.ids.user(facts.oldUserId) : null,
      created_at: created.toISOString(),
      updated_at: changed.toISOString(),
      completed_at: wasPaid(status) ? completedAt(moves, changed) : null,
    },
    parts: {
      lines: money.lines.map((line, index) => {
        const { old_ticket_id: _oldTicketId, ...stored } = line
        return { ordinal: index + 1, ...stored }
      }),
      moves,
      refundMinor: money.sums.refunded_minor,
      refundedAt: moves.at(-1)?.at ?? changed.toISOString(),
      // A use that the old site has counted; it is given back when the order is refunded here.
      couponUse:
        status === 'completed' && linkedBy(money.lines, context).coupon_id !== null
          ? 'used'
          : 'none',
    },
    losses,
  }
}

/** The event and the coupon that lists find an order by. */
function linkedBy(lines: readonly Line[], { ids }: ImportContext) {
  const coupon = lines.find(line => line.coupon_id !== null)?.coupon_id ?? null
  return {
    event_id: lines.find(line => line.event_id !== null)?.event_id ?? null,
    coupon_id: coupon === null ? null : ids.coupon(coupon),
  }
}

const completedAt = (moves: readonly MoveMade[], changed: Date): string =>
  moves.find(move => move.to === 'completed')?.at ?? changed.toISOString()

const isRefunded = (status: string) => status === 'refunded' || status === 'reversed'
const wasPaid = (status: string) => status === 'completed' || isRefunded(status)

type Accounting = { context: ImportContext; facts: OrderFacts; losses: string[] }

function moneyOf(post: SourcePost, { context, facts, losses }: Accounting) {
  const { currency, status } = facts
  const readable = linesIn(metaOf(post, '_tec_tc_order_items'), { context, currency })
  if (readable === undefined) losses.push('Its lines cannot be read.')
  const lines = readable ?? []
  const sum = lines.reduce((total, line) => total + line.total_minor, 0)
  const paid = minorOf(metaOf(post, '_tec_tc_order_total_value') || '0', currency)
  if (paid === undefined) losses.push('Its total cannot be read and is what its lines add up to.')
  const total = Math.max(0, paid ?? sum)
  if (total !== sum) {
    lines.push(adjustment(total - sum))
    losses.push(
      `Its lines add up to ${sum} minor units and its total is ${total}: it has an adjustment.`,
    )
  }
  if (status === 'completed') settlePlaces(lines, { context, orderId: post.id, losses })
  if (isRefunded(status)) giveBack(lines, total)
  const sums = {
    subtotal_minor: sumOf(lines, 'ticket'),
    fees_minor: sumOf(lines, 'fee'),
    discount_minor: 0 - sumOf(lines, 'coupon'),
    total_minor: total,
    paid_minor: wasPaid(status) ? total : 0,
    refunded_minor: isRefunded(status) ? total : 0,
  }
  return { lines, total, sums }
}

const sumOf = (lines: readonly Line[], kind: Line['kind']) =>
  lines.filter(line => line.kind === kind).reduce((sum, line) => sum + line.total_minor, 0)

/** How it was paid. Only the ids of payments of providers that exist here are kept: they name the payment there. */
function paymentOf(post: SourcePost, total: number, losses: string[]) {
  const named = metaOf(post, '_tec_tc_order_gateway')
  const gateway = gateways[named] ?? 'external'
  const reference = words(metaOf(post, '_tec_tc_order_gateway_order_id'))
  if (gateway === 'external' && total > 0) {
    losses.push(`It was paid by ${named || 'something unknown'}: refund it there and note it here.`)
  }
  const isProvided = (gateway === 'card' || gateway === 'wallet') && reference !== ''
  return { gateway, gateway_order_id: isProvided ? reference : null }
}

type MoveMade = { from: string | null; to: string; at: string }

/** The history: when the order had which status. It ends in its status. */
function movesOf(post: SourcePost, status: string, created: Date): MoveMade[] {
  const logged = post.meta.flatMap(([key, value]) => {
    const [, name] = /^_tec_tc_order_status_log_(.+)$/.exec(key) ?? []
    const to = name === undefined ? undefined : statuses[`tec-tc-${name}`]
    const at = utcOf(value)
    return to === undefined || name === 'created' || !at ? [] : [{ to, at, text: value }]
  })
  logged.sort((one, other) => (one.text < other.text ? -1 : 1))
  const all = [
    ...logged.filter(({ to }) => to !== status),
    ...logged.filter(({ to }) => to === status).slice(-1),
  ]
  if (!all.some(({ to }) => to === status)) all.push({ to: status, at: created, text: '' })
  return all.map(({ to, at }, index) => ({
    from: all[index - 1]?.to ?? null,
    to,
    at: at.toISOString(),
  }))
}
