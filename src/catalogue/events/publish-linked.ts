import type { Instant } from '../../core/time.ts'
import type { Deps } from '../../deps.ts'
import type { Tx } from '../../platform/db/database.ts'
import { publishDrafts } from '../linked/publish-due.ts'
import { organizerKind } from '../organizers/kind.ts'
import { venueKind } from '../venues/kind.ts'
import type { EventRow } from './lookup.ts'

/**
 * An event that is let out takes along the venue and organizers its author drafted for it: else the event of a
 * contributor would be shown without its place until somebody published that too.
 */
export async function publishLinked(
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  { event, now }: { event: EventRow; now: Instant },
) {
  const drafts = { authorId: event.author_id, now, timezone: config.timezone }
  if (event.venue_id !== null) {
    await publishDrafts(tx, venueKind, { ...drafts, ids: [event.venue_id] })
  }
  await publishDrafts(tx, organizerKind, { ...drafts, ids: event.organizer_ids })
}
