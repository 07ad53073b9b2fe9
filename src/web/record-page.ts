import { mayReadRecord } from '../access/records/rules.ts'
import { findOrganizerPage } from '../catalogue/organizers/lookup.ts'
import { findVenuePage } from '../catalogue/venues/lookup.ts'
import { anonymous } from '../core/caller.ts'
import { descriptionHtml } from '../core/text.ts'
import type { Deps } from '../shop/deps.ts'
import { html, stored } from './html.ts'
import type { Shown } from './shown.ts'

const finders = { venue: findVenuePage, organizer: findOrganizerPage }

/** The page of a venue or organizer by slug or id; nothing for what not everybody may see. */
export async function recordPage(
  { db }: Deps,
  kind: keyof typeof finders,
  name: string,
): Promise<Shown | undefined> {
  const row = await finders[kind](db, name)
  if (!row || !mayReadRecord(anonymous, row)) return undefined
  const lines = [row.address, row.city, row.country, row.phone, row.email].filter(Boolean)
  return {
    title: row.name,
    source: { list: { [kind]: row.id } },
    content: html`<h1>${row.name}</h1>${stored(descriptionHtml(row.description))}
    ${lines.map(line => html`<p>${line}</p>`)}`,
  }
}
