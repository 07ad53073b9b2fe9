import { mayReadRecord } from '../access/records/rules.ts'
import { type EventRow, findEvents } from '../catalogue/events/lookup.ts'
import { eventUrl } from '../catalogue/events/rules.ts'
import { anonymous } from '../core/caller.ts'
import { formatWithSymbol, parseAmount } from '../core/money.ts'
import { toLocal } from '../core/time.ts'
import type { Deps } from '../shop/deps.ts'
import { findOrder, type LineRow, listLines, type OrderRow } from '../shop/orders/record/lookup.ts'
import { orderSecretHolds } from '../shop/orders/record/order-address.ts'
import { showOrder } from '../shop/orders/desk/show-order.ts'
import { type PlaceOfOrder, placesOfOrder } from '../ticketing/attendees/lookup.ts'
import { qrUrl } from '../ticketing/attendees/qr-address.ts'
import { mayEnter } from '../ticketing/attendees/rules.ts'
import { type Html, html } from './html.ts'
import { mayOrderAgain, orderSentence, refundSentence } from './order-words.ts'
import type { Shown } from './shown.ts'

/** A buyer's own order, for whoever has its secret link; nothing for anybody else, who is counted. */
export async function orderPage(
  deps: Deps,
  { id, key, address }: { id: number; key: string; address: string },
): Promise<Shown | undefined> {
  if (!orderSecretHolds(deps.secrets.order, id, key)) {
    deps.attempts.wrong('order link', { target: String(id), address })
    return undefined
  }
  const order = await findOrder(deps.db, id)
  return order && show(deps, order)
}

type Facts = {
  order: OrderRow
  lines: readonly LineRow[]
  places: readonly PlaceOfOrder[]
  events: readonly EventRow[]
}

async function show(deps: Deps, order: OrderRow): Promise<Shown> {
  const { db } = deps
  const lines = await listLines(db, [order.id])
  const places = await placesOfOrder(db, order.id)
  const { refunds } = await showOrder(deps, order)
  const eventIds = new Set(lines.flatMap(({ event_id }) => event_id ?? []))
  const facts = { order, lines, places, events: await findEvents(db, [...eventIds]) }
  const title = `Order ${order.id}`
  const content = html`<h1>${title}</h1>
    ${order.gateway === 'sandbox' && html`<p><strong>Sandbox: no money was moved.</strong></p>`}
    <p>${sentenceOf(facts)}</p>
    ${sums(order, lines)}
    ${refundList(deps, order, refunds)}
    ${facts.events.map(event => wayOut(deps, event, order))}
    ${places.map(place => placeSection(deps, place, facts))}`
  return { title, content }
}

function sentenceOf({ order, lines, places }: Facts): string {
  const back = lines.some(({ refunded_quantity: quantity }) => quantity > 0)
  return orderSentence({
    status: order.status,
    costs: order.total_minor > 0,
    paid: order.paid_minor > 0,
    isPartlyBack: order.refunded_minor > 0 || back,
    isDisputed: places.some(place => place.order_status === 'reversed'),
  })
}

const moneyOf =
  ({ currency }: OrderRow) =>
  (minor: number) =>
    formatWithSymbol({ minor, currency })

function sums(order: OrderRow, lines: readonly LineRow[]): Html {
  const money = moneyOf(order)
  const { total_minor: total, refunded_minor: back } = order
  return html`<ul>${lines.map(line => lineItem(line, money))}</ul>
    <p>Total: ${money(total)}</p>
    ${back > 0 && html`<p>Given back: ${money(back)}. Left: ${money(order.paid_minor - back)}.</p>`}`
}

function lineItem(line: LineRow, money: (minor: number) => string): Html {
  const { refunded_quantity: back, quantity } = line
  const text = back >= quantity ? 'given back' : `${back} of them given back`
  return html`<li>${quantity} × ${line.name}: ${money(line.total_minor)}${back > 0 && ` (${text})`}</li>`
}

type Refunds = Awaited<ReturnType<typeof showOrder>>['refunds']

function refundList({ config }: Deps, order: OrderRow, refunds: Refunds): Html | false {
  const money = moneyOf(order)
  const items = refunds.map(({ amount, at, state }) => {
    const day = toLocal(new Date(at), config.timezone).slice(0, 16)
    const shown = money(parseAmount(amount, order.currency)?.minor ?? 0)
    return html`<li><time datetime="${at}">${day} (${config.timezone})</time>: ${shown} ${refundSentence(state)}.</li>`
  })
  return refunds.length > 0 && html`<h2>Refunds</h2><ul>${items}</ul>`
}

const isShown = (event: EventRow) => mayReadRecord(anonymous, event)

function wayOut({ publicRoot }: Deps, event: EventRow, { status }: OrderRow): Html | false {
  if (!isShown(event)) return false
  const words = mayOrderAgain(status) ? `Choose tickets for ${event.title}` : event.title
  return html`<p><a href="${eventUrl(event, publicRoot)}">${words}</a></p>`
}

/** A place with its code; only the code of one that the door lets in is drawn. */
function placeSection({ publicRoot }: Deps, place: PlaceOfOrder, { events }: Facts): Html {
  const event = events.find(({ id }) => id === place.event_id)
  const admits = mayEnter(place.order_status)
  const about = event ? `${place.ticket_name}, ${event.title}` : place.ticket_name
  const picture = html`<img src="${qrUrl(publicRoot, place)}" alt="Ticket of ${place.title}" width="240" height="240">`
  return html`<section><h2>${place.title}</h2><p>${about}</p>
    ${admits ? picture : html`<p>${notAdmitting(place.order_status)}</p>`}</section>`
}

const notAdmitting = (status: string) =>
  status === 'no' ? 'Does not come.' : 'This ticket does not admit anybody at the moment.'
