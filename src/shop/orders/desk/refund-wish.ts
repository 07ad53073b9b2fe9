import type { Static } from 'typebox'
import { type Caller, holdsAtAll } from '../../../core/caller.ts'
import { fail, failParams } from '../../../core/errors.ts'
import { exactDecimal, exponentOf, formatDecimal } from '../../../core/money.ts'
import { refuse } from '../../../platform/http/access.ts'
import type { Problems } from '../../../platform/http/request/validation.ts'
import { validPlaces } from '../../../ticketing/attendees/lookup.valid.ts'
import type { Deps } from '../../deps.ts'
import { stepOf } from '../../payments/amounts.ts'
import type { OrderRow } from '../record/lookup.ts'
import type { Refunder, RefundWanted } from '../settling/refund-order.ts'
import { demandAll } from './find-part.ts'
import type { RefundRequest } from './schema.refunds.ts'
import { eventsOf, type OrderPart } from './sight.ts'

export type RefundBody = Static<typeof RefundRequest>

/** What cannot be asked for together. */
export function refundProblems(body: RefundBody): Problems {
  const { lines, attendees, amount, whole, fees, cancel_places: cancels } = body
  const named = [lines, attendees, whole || undefined].filter(one => one !== undefined).length
  if (named > 1 || (named === 0 && amount === undefined) || (whole && amount !== undefined)) {
    return {
      lines: {
        message:
          'Send one of lines, attendees, whole and amount; amount may come with lines or attendees.',
      },
    }
  }
  if (named > 0) return {}
  return {
    ...(fees !== undefined && {
      fees: { message: 'An amount is of no fees; send lines or whole.' },
    }),
    ...(cancels && {
      cancel_places: { message: 'An amount names no places; send lines or attendees with it.' },
    }),
  }
}

/** The refund that was asked for. Amounts are exact, and never rounded. */
export function wantedRefund(body: RefundBody, order: OrderRow): RefundWanted {
  const { lines, attendees, fees = 'refund', cancel_places: endsPlaces = true } = body
  const amountMinor = body.amount === undefined ? undefined : exactAmount(body.amount, order).minor
  if (attendees) return { kind: 'attendees', ids: attendees, fees, endsPlaces, amountMinor }
  if (lines) {
    const parts = lines.map(({ id, quantity }) => ({ lineId: id, quantity }))
    return { kind: 'lines', parts, fees, endsPlaces, amountMinor }
  }
  return amountMinor === undefined
    ? { kind: 'whole', fees, endsPlaces }
    : { kind: 'amount', amountMinor }
}

/** An amount with at most the decimals that the gateway can refund; it is never rounded. */
function exactAmount(text: string, { currency, gateway }: OrderRow) {
  const amount = exactDecimal(text, currency)
  if (!amount) {
    const decimals = exponentOf(currency)
    const message = `must be an amount of ${currency}, with at most ${decimals} decimals.`
    return failParams({ amount: { message } })
  }
  const step = stepOf(gateway, currency)
  if (amount.minor % step === 0) return amount
  const least = formatDecimal({ minor: step, currency })
  const message = `must be a multiple of ${least} ${currency}, the least that is moved by ${gateway}.`
  return failParams({ amount: { message } })
}

type PartRequest = { part: OrderPart; body: RefundBody }

/**
 * Who gives back, and within which limit. Places of own events can be given back alone; everything, or an amount, only
 * by somebody who may refund at all events of the order.
 */
export async function refunderOf(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
  { part, body: { lines, attendees } }: PartRequest,
): Promise<Refunder> {
  if (lines === undefined && attendees === undefined) {
    demandAll(part, caller, 'orders.refund')
    return { caller, events: part.events }
  }
  const named = lines?.map(({ id }) => id) ?? (await linesOf(db, part, attendees ?? []))
  const own = part.lines.filter(({ id }) => named.includes(id))
  const events = own.length > 0 ? eventsOf(own) : part.events
  if (!holdsAtAll(caller, 'orders.refund', events)) {
    refuse(caller, 'The places are of an event at which you do not have `orders.refund`.')
  }
  const within = new Set(part.lines.map(({ id }) => id))
  if (named.some(id => !within.has(id))) {
    const message = lines
      ? 'One of the lines is not a ticket line of this order.'
      : 'One of the attendees has no valid place of this order.'
    fail('refund-not-possible', { message })
  }
  return { caller, events }
}

/** The lines of these attendees; 0, which no line has, for one that has no valid place of the order. */
async function linesOf(db: Deps['db'], { order }: OrderPart, ids: readonly number[]) {
  const places = new Map((await validPlaces(db, order.id)).map(place => [place.id, place]))
  return ids.map(id => places.get(id)?.order_line_id ?? 0)
}
