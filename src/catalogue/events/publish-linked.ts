import type { Instant } from '../../core/time.ts'
import type { Deps } from '../../deps.ts'
import type { Tx } from '../../platform/db/database.ts'
import { publishDrafts } from '../linked/publish-due.ts'
import { organizerKind } from '../organizers/kind.ts'
import { venueKind } from '../venues/kind.ts'
import type { EventRow } from './lookup.ts'

type PublishedEvent = {
  event: EventRow
  /** The event before the change; undefined for a new event and for one published by date. */
  before: EventRow | undefined
  now: Instant
}

/**
 * Publishing an event also publishes the venue and organizers that its author drafted for it. Otherwise a
 * contributor's event would appear without its place. An event that was public before publishes only records
 * linked since: drafts its author took back stay drafts.
 */
export async function publishLinked(
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  { event, before, now }: PublishedEvent,
) {
  if (event.status !== 'publish') return
  const published = before && shownBefore.has(before.status) ? before : undefined
  const drafts = { authorId: event.author_id, now, timezone: config.timezone }
  if (event.venue_id !== null && event.venue_id !== published?.venue_id) {
    await publishDrafts(tx, venueKind, { ...drafts, ids: [event.venue_id] })
  }
  const ids = event.organizer_ids.filter(id => !published?.organizer_ids.includes(id))
  await publishDrafts(tx, organizerKind, { ...drafts, ids })
}

const shownBefore = new Set(['publish', 'trash'])
