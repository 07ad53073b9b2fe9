import { mayReadRecord } from '../access/records/rules.ts'
import { type EventRow, findEvent, findEventBySlug } from '../catalogue/events/lookup.ts'
import { publishDue } from '../catalogue/events/publish-due.ts'
import { findVenues } from '../catalogue/venues/lookup.ts'
import { anonymous } from '../core/caller.ts'
import { descriptionHtml } from '../core/text.ts'
import type { Deps } from '../shop/deps.ts'
import { availability } from '../ticketing/inventory/lookup.ts'
import { ticketsOfEvent } from '../ticketing/tickets/lookup.ts'
import { priceNow } from '../ticketing/tickets/rules.ts'
import { type Html, html, stored } from './html.ts'
import type { Shown } from './shown.ts'
import { offerInWords } from './ticket-words.ts'

/** The page of an event by its slug, or by its id while it has none; nothing for what not everybody may see. */
export async function eventPage(deps: Deps, name: { slug: string } | { id: number }) {
  await publishDue(deps)
  const row =
    'slug' in name ? await findEventBySlug(deps.db, name.slug) : await findEvent(deps.db, name.id)
  return row && mayReadRecord(anonymous, row) ? show(deps, row) : undefined
}

async function show(deps: Deps, event: EventRow): Promise<Shown> {
  const { db } = deps
  const about = { title: event.title, source: { event: event.id } }
  const when = html`<p><time datetime="${event.starts_at.toISOString()}">${event.start_local}</time>
    – <time datetime="${event.ends_at.toISOString()}">${event.end_local}</time> (${event.timezone})</p>`
  const notice = event.happening !== 'scheduled' && calledOff(event)
  if (event.password_hash !== null) {
    return {
      ...about,
      content: html`<h1>${event.title}</h1>${notice}${when}<p>This event is protected.</p>`,
    }
  }
  const venues = event.venue_id === null ? [] : await findVenues(db, [event.venue_id])
  const venue = venues.find(row => mayReadRecord(anonymous, row))
  return {
    ...about,
    content: html`<h1>${event.title}</h1>${notice}${when}
    ${venue && html`<p>${venue.name}${venue.city ? `, ${venue.city}` : ''}</p>`}
    ${stored(descriptionHtml(event.description))}
    ${await ticketList(deps, event)}`,
  }
}

/** The tickets and what they cost now; none of an event that is called off, which sells nothing. */
async function ticketList({ db, clock, gateways }: Deps, event: EventRow) {
  if (event.happening !== 'scheduled') return false
  const tickets = await ticketsOfEvent(db, event.id)
  if (tickets.length === 0) return false
  const ids = tickets.map(({ id }) => id)
  const [stock] = await Promise.all([availability(db, ids), gateways.refresh()])
  const now = clock.now()
  const simulated = gateways.sandbox && tickets.some(ticket => priceNow(ticket, now) > 0)
  return html`<h2>Tickets</h2>
    ${simulated && html`<p><strong>Sandbox: payments are simulated, no money moves.</strong></p>`}
    <ul>${tickets.map(ticket => html`<li>${ticket.name}: ${offerInWords(ticket, stock.get(ticket.id), now)}</li>`)}</ul>`
}

/** That it does not take place as planned and, to whoever may see all of it, why. */
function calledOff({ happening, happening_reason: reason, password_hash }: EventRow): Html {
  const why = password_hash === null && reason !== '' && ` ${reason}`
  return html`<p role="status"><strong>This event is ${happening}.</strong>${why}</p>`
}
