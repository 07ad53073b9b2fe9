import type { EventRow } from '../catalogue/events/lookup.ts'
import { eventUrl } from '../catalogue/events/rules.ts'
import { upcomingEvents } from '../catalogue/events/upcoming-events.ts'
import type { Deps } from '../shop/deps.ts'
import type { Db } from '../platform/db/database.ts'
import { html } from './html.ts'
import type { Shown } from './shown.ts'

const pagesMost = 10_000

/** The page of them that is asked for; undefined for what can be none. */
export function pageAsked(wanted: unknown): number | undefined {
  const page = wanted === undefined ? 1 : Number(wanted)
  return Number.isInteger(page) && page >= 1 && page <= pagesMost ? page : undefined
}

/** The events that are to come, page by page; nothing beyond the last page. */
export async function eventsPage(
  deps: Deps,
  wanted: { page: number; lists: Db },
): Promise<Shown | undefined> {
  const { page } = wanted
  const { rows, pages } = await upcomingEvents(deps, wanted)
  if (page > 1 && page > pages) return undefined
  const { publicRoot } = deps
  const to = (other: number, rel: string, text: string) => {
    const address = `${publicRoot}/events/${other === 1 ? '' : `?page=${other}`}`
    return html`<a rel="${rel}" href="${address}">${text}</a> `
  }
  return {
    title: 'Events',
    source: { list: page === 1 ? {} : { page } },
    content: html`<h1>Events</h1>
    ${rows.length === 0 ? html`<p>No events are planned.</p>` : html`<ul>${rows.map(row => item(row, publicRoot))}</ul>`}
    <nav>${page > 1 && to(page - 1, 'prev', 'Earlier events')}${page < pages && to(page + 1, 'next', 'Later events')}</nav>`,
  }
}

function item(event: EventRow, publicRoot: string) {
  const { title, starts_at, start_local, timezone, happening } = event
  const when = html`<time datetime="${starts_at.toISOString()}">${start_local.slice(0, 16)}</time> (${timezone})`
  const notice = happening !== 'scheduled' && html`, <strong>${happening}</strong>`
  return html`<li><a href="${eventUrl(event, publicRoot)}">${title}</a>, ${when}${notice}</li>`
}
