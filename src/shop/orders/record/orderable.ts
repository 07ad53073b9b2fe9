import { AppError } from '../../../core/errors.ts'
import { formatDecimal, isSameDecimal } from '../../../core/money.ts'
import { type Cart, isStillNamed } from '../../cart/lookup.ts'
import type { PricedCart } from '../../cart/load-cart.ts'
import { minimumSentence, unsoldReason } from '../../cart/check-cart.ts'
import { brokenMinimum, unnamedLines } from '../../cart/rules.ts'
import type { Totals } from '../../pricing/rules.ts'

/** A shortage of tickets in the form that clients get (contract.md 8.5; `data.validation_errors`). */
export type ShownShortage = {
  ticketId: number
  ticketName: string
  requested: number
  available: number
}

/**
 * The refusal for missing places. It names every short ticket with what is left of it, or with its text in `reasons`.
 */
export function insufficientStock(
  shortages: readonly ShownShortage[],
  reasons?: readonly string[],
): AppError {
  const texts = reasons ?? shortages.map(shortageText)
  return new AppError('tec-tc-insufficient-stock', {
    ...(texts.length > 0 ? { message: texts.join(' ') } : {}),
    data: {
      validation_errors: shortages.map(({ ticketId, ticketName, requested, available }) => ({
        ticket_id: ticketId,
        ticket_name: ticketName,
        requested,
        available,
        insufficient: true,
      })),
    },
  })
}

const shortageText = ({ ticketName, available }: ShownShortage) =>
  available <= 0 ? `${ticketName} is sold out.` : `Only ${available} of ${ticketName} are left.`

/** The tickets of a cart that can no longer be bought. */
const gone = ({ lines }: Cart, priced: PricedCart): ShownShortage[] =>
  lines
    .filter(line => priced.gone.includes(line.ticket_id))
    .map(line => ({
      ticketId: line.ticket_id,
      ticketName: priced.tickets.get(line.ticket_id)?.name ?? 'A ticket',
      requested: line.quantity,
      available: 0,
    }))

/** Why each of them cannot be bought. Answers do not list them, so it is said how the others can be ordered. */
function goneReasons({ gone: ids, lines, tickets, totals }: PricedCart): string[] {
  const reasons = [...new Set(ids)].map(id => {
    const ticket = tickets.get(id)
    if (!ticket) return 'A ticket of this cart is not sold any more.'
    if (!ticket.isSold) return `"${ticket.name}" is not sold any more.`
    return unsoldReason(ticket, totals.currency) ?? `"${ticket.name}" is not on sale now.`
  })
  return lines.length === 0 ? reasons : [...reasons, `To order the rest, send ${noneOf(ids)}.`]
}

const noneOf = (ids: readonly number[]) =>
  [...new Set(ids)].map(id => `ticket_id ${id} with quantity 0`).join(' and ')

/** The refusal for a coupon that no longer counts, because the total differs from what the buyer saw. */
export const couponLost = (coupon: string | null) =>
  new AppError('tickets_apply_coupon_error', {
    message: `The coupon ${coupon ?? 'of this cart'} cannot be used any more; remove it and try again.`,
    data: { coupon },
  })

/**
 * The refusal when a cart costs something else than its buyer was shown (contract.md 8.18). It has the new total and
 * the tickets whose price changed since the cart was filled. The total rounded for the gateway (`payable`) is
 * accepted too.
 */
export function totalProblem(
  { totals, lines, tickets, coupon }: PricedCart,
  expected: string | undefined,
  payable: Pick<Totals, 'totalMinor'> = totals,
): AppError | undefined {
  if (expected === undefined) return undefined
  const amount = (minor: number) => formatDecimal({ minor, currency: totals.currency })
  const total = amount(totals.totalMinor)
  const shown = [total, amount(payable.totalMinor)]
  if (shown.some(each => isSameDecimal(each, expected))) return undefined
  const changes = lines.flatMap(({ ticket_id, shown_minor: was }) => {
    const ticket = tickets.get(ticket_id)
    if (!ticket || was === undefined || was === ticket.unitMinor) return []
    return { ticket_id, name: ticket.name, was: amount(was), price: amount(ticket.unitMinor) }
  })
  const told = changes.map(({ name, was, price }) => ` ${name} costs ${price} now, not ${was}.`)
  return new AppError('cart-total-changed', {
    message: `The total is ${total} ${totals.currency} now, not ${expected}.${told.join('')} Nothing was ordered: show the new total and send it as expected_total.`,
    data: {
      expected_total: expected,
      total,
      subtotal: amount(totals.subtotalMinor),
      fees: amount(totals.feesMinor),
      discount: amount(totals.discountMinor),
      currency: totals.currency,
      coupon,
      changes,
    },
  })
}

/**
 * Why a cart cannot be ordered at any gateway; undefined when it can. For a request whose secret the cart has lost since it
 * was `found`, there is no cart.
 */
export function cartProblem(
  cart: Cart | undefined,
  priced: PricedCart | undefined,
  cartFound?: Pick<Cart, 'token_hash'>,
) {
  if (!cart || !priced || cart.state === 'ordered') return 'empty'
  if (cartFound && !isStillNamed(cart, cartFound)) return 'empty'
  if (priced.gone.length > 0) return insufficientStock(gone(cart, priced), goneReasons(priced))
  if (priced.lines.length === 0) return 'empty'
  if (priced.lostCoupon !== null) return couponLost(priced.lostCoupon)
  const under = brokenMinimum(priced.lines, priced.tickets)
  if (under) {
    return new AppError('tec-tc-insufficient-stock', { message: minimumSentence(under) })
  }
  const unnamed = unnamedLines(
    priced.lines,
    id => priced.tickets.get(id)?.attendeeNames === 'required',
  )
  if (unnamed.length === 0) return undefined
  return new AppError('attendee-names-missing', {
    data: { ticket_ids: unnamed.map(line => line.ticket_id) },
  })
}
