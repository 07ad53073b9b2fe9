import { formatWithSymbol } from '../core/money.ts'
import type { Deps } from '../deps.ts'
import { findOrder, listLines } from '../shop/orders/lookup.ts'
import { orderSecretHolds } from '../shop/orders/order-address.ts'
import { attendeesOfOrders } from '../ticketing/attendees/lookup.ts'
import { qrUrl } from '../ticketing/attendees/qr-address.ts'
import { html } from './html.ts'
import type { Shown } from './shown.ts'

/** A buyer's own order, for whoever has its secret link; nothing for anybody else, who is counted. */
export async function orderPage(
  deps: Deps,
  { id, key, address }: { id: number; key: string; address: string },
): Promise<Shown | undefined> {
  const { db, publicRoot, secrets } = deps
  if (!orderSecretHolds(secrets.order, id, key)) {
    deps.attempts.wrong('order link', { target: String(id), address })
    return undefined
  }
  const order = await findOrder(db, id)
  if (!order) return undefined
  const lines = await listLines(db, [id])
  const attendees = await attendeesOfOrders(db, [id])
  const money = (minor: number) => formatWithSymbol({ minor, currency: order.currency })
  const title = `Order ${id}`
  return {
    title,
    content: html`<h1>${title}</h1>
    ${order.gateway === 'sandbox' && html`<p><strong>Sandbox: no money was moved.</strong></p>`}
    <p>Status: ${order.status}</p>
    <ul>${lines.map(line => html`<li>${line.quantity} × ${line.name}: ${money(line.total_minor)}</li>`)}</ul>
    <p>Total: ${money(order.total_minor)}</p>
    ${attendees.map(
      attendee => html`<section><h2>${attendee.title}</h2>
      <img src="${qrUrl(publicRoot, attendee)}" alt="Ticket of ${attendee.title}" width="240" height="240"></section>`,
    )}`,
  }
}
