import type { FactPayload } from '../../../core/facts.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { recordAll } from '../../../platform/facts/record.ts'
import { type AttendeeDraft, registerAttendees } from '../../../ticketing/attendees/register.ts'
import type { Unit } from '../../../ticketing/inventory/rules.ts'
import { markOrdered } from '../../cart/mark-ordered.ts'
import type { AttendeeName } from '../../pricing/rules.ts'

/** A ticket line of an order with sold places. */
export type SoldLine = {
  id: number
  ticket_id: number
  event_id: number
  name: string
  quantity: number
  unit_minor: number
  names: readonly (AttendeeName | null)[]
  opted_out: boolean
  going: boolean | null
}

export type SoldOrder = {
  id: number
  cart_id: number | null
  currency: string
  user_id: number | null
  purchaser_name: string
  purchaser_email: string
  lines: readonly SoldLine[]
  units: readonly Unit[]
}

export type OrderAttendee = {
  id: number
  order_id: number
  ticket_id: number
  title: string
  security_code: string
}

/**
 * Completes orders whose places are sold: the carts closed, the facts written, one attendee for each place. Works on
 * sets. `sell` writes the sale of the places. It may lock stock, so all that needs no such lock is written before it.
 * Must run once per order.
 */
export async function finishOrders(
  tx: Tx,
  orders: readonly SoldOrder[],
  sell: () => Promise<void>,
): Promise<OrderAttendee[]> {
  const [, , attendees] = await Promise.all([
    markOrdered(
      tx,
      orders.flatMap(({ cart_id }) => cart_id ?? []),
    ),
    recordAll(
      tx,
      orders.map(order => ({ name: 'order.completed', payload: factOf(order) })),
    ),
    registerAttendees(tx, orders.flatMap(draftAttendees), sell),
  ])
  return attendees
}

/** The places of an order as they are registered. */
export function draftAttendees(order: SoldOrder): AttendeeDraft[] {
  const pools = new Map(order.units.map(unit => [unit.ticketId, unit]))
  return order.lines.flatMap(line => {
    const pool = pools.get(line.ticket_id)
    return Array.from({ length: line.quantity }, (_, index) => {
      const name = line.names[index]
      return {
        eventId: line.event_id,
        ticketId: line.ticket_id,
        ticketName: line.name,
        orderId: order.id,
        orderLineId: line.id,
        orderStatus: line.going === null ? 'completed' : line.going ? 'yes' : 'no',
        userId: order.user_id,
        holderName: name?.full_name || order.purchaser_name,
        holderEmail: name?.email || order.purchaser_email,
        purchaserName: order.purchaser_name,
        purchaserEmail: order.purchaser_email,
        optedOut: line.opted_out,
        going: line.going,
        paidMinor: line.unit_minor,
        currency: order.currency,
        poolId: pool?.poolId ?? null,
        sharedPoolId: pool?.sharedPoolId ?? null,
      }
    })
  })
}

/** The fact that an order was completed. */
export function factOf({ id, lines }: Pick<SoldOrder, 'id' | 'lines'>): FactPayload {
  return {
    order_id: id,
    event_ids: [...new Set(lines.map(line => line.event_id))],
    ticket_ids: lines.map(line => line.ticket_id),
  }
}
