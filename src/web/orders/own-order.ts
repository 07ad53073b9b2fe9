import { mayReadRecord } from '../../access/records/rules.ts'
import { type EventRow, eventPieces } from '../../catalogue/events/lookup.ts'
import { onlineLinksOf } from '../../catalogue/events/lookup.online.ts'
import { anonymous } from '../../core/caller.ts'
import { placeInWords } from '../../core/postal-address.ts'
import { readTogether } from '../../platform/db/together.ts'
import type { Deps } from '../../shop/deps.ts'
import { findLinkedOrder } from '../../shop/orders/record/find-linked-order.ts'
import { type LineRow, listLines, type OrderRow } from '../../shop/orders/record/lookup.ts'
import { orderUrl } from '../../shop/orders/record/order-address.ts'
import type { OrderSheet } from '../../shop/questions/order-sheet.ts'
import { listRefunds, type RefundRow } from '../../shop/orders/settling/lookup.ts'
import { type OpenChoice, openChoices } from '../../organising/runs/choices/lookup.ts'
import { type PlaceOfOrder, placesOfOrder } from '../../ticketing/attendees/lookup.ts'
import { qrContent, svgUrl } from '../../ticketing/checkin/draw-qr.ts'
import type { Visit } from '../kit/pages.ts'
import { admits } from './admits.ts'
import { ownSheet } from './own-sheet.ts'
import { mailsOf, type OrderMails } from './send-mails.ts'

/** An event as the buyer sees it, with the name of its venue. */
export type EventOfOrder = {
  readonly event: EventRow
  /** Whether the event has a public page. */
  readonly isShown: boolean
  readonly place: string | undefined
  /** Where holders of a valid ticket join online: shown beside one only. */
  readonly onlineLink: string | undefined
}

export type OwnOrder = {
  order: OrderRow
  lines: readonly LineRow[]
  places: readonly PlaceOfOrder[]
  /** Those of the places that open the door of their event, and are not passed on. */
  admitting: readonly PlaceOfOrder[]
  /** The code of the first place that admits somebody, as a picture inside the page, so that phones show it at once. */
  firstCode: { placeId: number; picture: string } | undefined
  refunds: readonly RefundRow[]
  /** What the buyer may choose of the money of an event that does not take place as planned. */
  choices: readonly OpenChoice[]
  mails: OrderMails
  events: readonly EventOfOrder[]
  /** The names of the organizers of these events. */
  hosts: readonly string[]
  /** What the order is asked; undefined where that is nothing. */
  sheet: OrderSheet | undefined
  /** The secret in the order's link. */
  key: string
  /** The address of the order's page. It contains the secret, so whoever knows it may see the order. */
  address: string
}

/** The order named by a link; undefined with a wrong secret, which counts as a guess. */
export async function linkedOrder(
  deps: Deps,
  { query, form, address }: Visit,
): Promise<{ order: OrderRow; key: string } | undefined> {
  const { 'tc-order-id': id, key } = { ...query, ...form }
  const order = await findLinkedOrder(deps, { id, key, address })
  return order && { order, key: String(key) }
}

/** Everything that the page of an order shows. */
export async function readOwnOrder(
  deps: Deps,
  { order, key }: { order: OrderRow; key: string },
): Promise<OwnOrder> {
  const { db, publicRoot, secrets } = deps
  const [lines, places, refunds, mails, choices] = await Promise.all([
    listLines(db, [order.id]),
    placesOfOrder(db, order.id),
    listRefunds(db, order.id),
    mailsOf(deps, order),
    order.paid_minor > 0 ? openChoices(db, order.id, deps.clock.now()) : [],
  ])
  const ids = [...new Set(lines.flatMap(line => line.event_id ?? []))]
  const { events, hosts } = await eventsWithHosts(db, ids)
  const address = orderUrl({ publicRoot, key: secrets.order }, order)
  const admitting = places.filter(
    place => place.passed_on_at === null && admits(place, eventOf(place, events)),
  )
  const firstCode = await firstCodeOf(deps, admitting[0])
  const sheet = await ownSheet(deps, { order, places })
  return {
    order,
    lines,
    places,
    admitting,
    firstCode,
    refunds,
    choices,
    mails,
    events,
    hosts,
    sheet,
    key,
    address,
  }
}

const eventOf = ({ event_id }: PlaceOfOrder, events: readonly EventOfOrder[]) =>
  events.find(({ event: { id } }) => id === event_id)?.event

async function firstCodeOf(deps: Deps, place: PlaceOfOrder | undefined) {
  return place && { placeId: place.id, picture: await svgUrl(await qrContent(deps, place)) }
}

/** These events as buyers see them. */
export const shownEvents = async (
  db: Deps['db'],
  ids: readonly number[],
): Promise<EventOfOrder[]> => (await eventsWithHosts(db, ids)).events

async function eventsWithHosts(db: Deps['db'], ids: readonly number[]) {
  const { events: rows, venues, organizers } = await readTogether(db, eventPieces(db, ids))
  const online = rows.filter(event => event.is_online)
  const links = await onlineLinksOf(
    db,
    online.map(({ id }) => id),
  )
  const events = rows.map(event => {
    const venue = venues.find(row => row.id === event.venue_id && mayReadRecord(anonymous, row))
    const place = venue && placeInWords(venue)
    const onlineLink = links.get(event.id)
    return { event, isShown: mayReadRecord(anonymous, event), place, onlineLink }
  })
  const hosts = organizers.filter(row => mayReadRecord(anonymous, row)).map(({ name }) => name)
  return { events, hosts }
}
