import { AppError } from '../../core/errors.ts'
import { calledOffText } from '../cart/check-cart.ts'
import type { Cart } from '../cart/lookup.ts'
import type { PricedCart } from '../cart/load-cart.ts'
import { unnamedLines } from '../cart/rules.ts'

/** What a shortage looks like to a client (contract.md 8.5; `data.validation_errors`). */
export type ShownShortage = {
  ticketId: number
  ticketName: string
  requested: number
  available: number
}

/** The refusal for want of places; it names every ticket that is short, by what is left of it unless `reasons` say more. */
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

/** The tickets of a cart that cannot be had any more. */
const gone = ({ lines }: Cart, priced: PricedCart): ShownShortage[] =>
  lines
    .filter(line => priced.gone.includes(line.ticket_id))
    .map(line => ({
      ticketId: line.ticket_id,
      ticketName: priced.tickets.get(line.ticket_id)?.name ?? 'A ticket',
      requested: line.quantity,
      available: 0,
    }))

/** Why a cart cannot be ordered as it is, whatever the gateway; nothing when it can. */
export function cartProblem(cart: Cart | undefined, priced: PricedCart | undefined) {
  if (!cart || !priced || cart.state === 'ordered') return 'empty'
  const calledOff = priced.gone.flatMap(id => {
    const ticket = priced.tickets.get(id)
    return ticket?.calledOff ? [calledOffText(ticket)] : []
  })
  if (calledOff.length > 0) return insufficientStock(gone(cart, priced), calledOff)
  if (priced.lines.length === 0) return 'empty'
  if (priced.gone.length > 0) return insufficientStock(gone(cart, priced))
  if (priced.lostCoupon !== null) {
    return new AppError('tickets_apply_coupon_error', {
      message: `The coupon ${priced.lostCoupon} cannot be used any more; remove it and try again.`,
    })
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
