import type { Instant } from '../../core/time.ts'
import type { Deps } from '../../deps.ts'
import type { Tx } from '../../platform/db/database.ts'
import { publishDrafts } from '../linked/publish-due.ts'
import { organizerKind } from '../organizers/kind.ts'
import { venueKind } from '../venues/kind.ts'
import type { EventRow } from './lookup.ts'

type Letting = {
  event: EventRow
  /** The event as it was; undefined when it is new, or was waiting for this. */
  before: EventRow | undefined
  now: Instant
}

/**
 * A published event takes along the venue and organizers its author drafted for it: else the event of a contributor
 * would be shown without its place until somebody published that too. One that was shown before takes along only what
 * has been linked since: what its author took back meanwhile stays back.
 */
export async function publishLinked(
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  { event, before, now }: Letting,
) {
  if (event.status !== 'publish') return
  const known = before && shownBefore.has(before.status) ? before : undefined
  const drafts = { authorId: event.author_id, now, timezone: config.timezone }
  if (event.venue_id !== null && event.venue_id !== known?.venue_id) {
    await publishDrafts(tx, venueKind, { ...drafts, ids: [event.venue_id] })
  }
  const ids = event.organizer_ids.filter(id => !known?.organizer_ids.includes(id))
  await publishDrafts(tx, organizerKind, { ...drafts, ids })
}

const shownBefore = new Set(['publish', 'trash'])
