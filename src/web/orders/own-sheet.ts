import type { Deps } from '../../shop/deps.ts'
import type { OrderRow } from '../../shop/orders/record/lookup.ts'
import { sheetOfOrder } from '../../shop/questions/answer-order.ts'
import type { OrderSheet } from '../../shop/questions/order-sheet.ts'
import type { PlaceOfOrder } from '../../ticketing/attendees/lookup.ts'

/** What an order is asked, without the places that are with somebody else: they are not the buyer's to answer for. */
export async function ownSheet(
  { db }: Pick<Deps, 'db'>,
  { order, places }: { order: Pick<OrderRow, 'id' | 'status'>; places: readonly PlaceOfOrder[] },
): Promise<OrderSheet | undefined> {
  if (order.status !== 'completed') return undefined
  const sheet = await sheetOfOrder(db, order.id)
  return sheet.questions.length === 0 ? undefined : ownPart(sheet, places)
}

/** The part of a sheet without these places that are passed on. */
export function ownPart(sheet: OrderSheet, places: readonly PlaceOfOrder[]): OrderSheet {
  const passedOn = new Set(places.flatMap(one => (one.passed_on_at === null ? [] : [one.id])))
  const own = sheet.places.map((place, at) => ({ place, given: sheet.given.places[at] }))
  const kept = own.filter(({ place }) => !passedOn.has(place.id))
  return {
    ...sheet,
    places: kept.map(({ place }) => place),
    given: { order: sheet.given.order, places: kept.map(({ given }) => given) },
  }
}

/** Places as their fields are named: by ticket, counted from 0 in the order of their numbers. */
export const numbered = ({ places }: Pick<OrderSheet, 'places'>) =>
  places.map((place, at) => ({
    ...place,
    index: places.slice(0, at).filter(one => one.ticket_id === place.ticket_id).length,
  }))
