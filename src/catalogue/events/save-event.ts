import { mayDeleteRecord, mayEditRecord } from '../../access/records/rules.ts'
import { userIdOf } from '../../core/caller.ts'
import { fail } from '../../core/errors.ts'
import type { Fact, FactName } from '../../core/facts.ts'
import type { Deps } from '../../deps.ts'
import type { Tx } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { violatedConstraint } from '../../platform/db/violations.ts'
import { recordAll } from '../../platform/facts/record.ts'
import { refuse } from '../../platform/http/access.ts'
import { mayMakeAuthor } from '../linked/rules.ts'
import { linkOrganizers } from '../organizers/link-organizers.ts'
import { attachTerms } from '../terms/attach-terms.ts'
import { countsForTerms } from '../terms/rules.ts'
import { linkVenue } from '../venues/link-venue.ts'
import { type EventRow, findEvent } from './lookup.ts'
import {
  columnsOf,
  publicationFor,
  type Saving,
  scheduleFor,
  searchTextOf,
  slugFor,
  type Writing,
  type Written,
} from './event-columns.ts'
import { demandNoTickets } from './hide-guard.ts'
import { expectPublication } from './publish-due.ts'
import { publishLinked } from './publish-linked.ts'
import type { Schedule } from './rules.ts'
import {
  type EventColumns,
  insertEvent,
  lockEvent,
  replaceOrganizers,
  updateEvent,
} from './store.ts'
import { storedPassword } from './unlock-event.ts'

/** Adds an event with all it links to, in one transaction. */
export function createEvent(deps: Deps, saving: Saving): Promise<EventRow> {
  return withFreeSlug(deps, saving, async (tx, writing) =>
    save(tx, deps, { ...writing, before: undefined }),
  )
}

/** Changes what was sent and nothing else. An event in the trash comes back. */
export function changeEvent(deps: Deps, id: number, saving: Saving): Promise<EventRow> {
  return withFreeSlug(deps, saving, async (tx, writing) => {
    const before = (await lockEvent(tx, id)) ?? fail('rest-event-not-found')
    // It may have been published, or have changed hands, since the caller's right was checked.
    if (!mayEditRecord(saving.caller, before)) refuse(saving.caller)
    return save(tx, deps, { ...writing, before })
  })
}

const attemptsMax = 5

/** Writes in a transaction, again when another event took the slug between looking and writing. */
async function withFreeSlug(
  { db }: Deps,
  saving: Saving,
  write: (tx: Tx, writing: Writing) => Promise<EventRow>,
): Promise<EventRow> {
  const { event_password } = saving.ready.body
  const passwordHash =
    event_password === undefined ? undefined : await storedPassword(event_password)
  for (let attempt = 1; ; attempt += 1) {
    try {
      const saved = await transaction(db, tx => write(tx, { ...saving, passwordHash }))
      expectPublication(db, saved)
      return saved
    } catch (error) {
      const taken = violatedConstraint(error) === 'events_slug_is_unique'
      if (!taken || attempt >= attemptsMax) throw error
    }
  }
}

async function save(tx: Tx, deps: Deps, written: Written): Promise<EventRow> {
  const { caller, ready, before } = written
  const now = deps.clock.now()
  const publication = publicationFor(deps, written)
  demandRights(written, publication.status)
  await demandNoTickets(tx, deps, {
    before,
    status: publication.status,
    force: ready.body.force === true,
    ticketsOut: written.ticketsOut,
  })
  const slug = await slugFor(tx, written, publication.status)
  const linking = { caller, now, timezone: deps.config.timezone }
  const venue =
    ready.venue === undefined ? {} : { venue_id: await linkVenue(tx, ready.venue, linking) }
  const columns = {
    ...columnsOf(written),
    ...scheduleFor(deps, written),
    ...publication,
    ...venue,
    slug,
    updated_at: now,
  }
  const search_text = searchTextOf({ ...before, ...columns })
  const id = await write(tx, written, { ...columns, search_text })
  if (ready.organizers) {
    await replaceOrganizers(tx, id, await linkOrganizers(tx, ready.organizers, linking))
  }
  const after = (await findEvent(tx, id)) ?? fail('rest-event-not-found')
  if (before && before.timezone !== after.timezone) await written.onNewZone?.(tx, after)
  await attachTerms(tx, {
    eventId: id,
    caller,
    chosen: {
      ...(ready.categories ? { categories: ready.categories } : {}),
      ...(ready.tags ? { tags: ready.tags } : {}),
    },
    wasCounted: before !== undefined && countsForTerms(before),
    isCounted: countsForTerms(after),
  })
  await publishLinked(tx, deps, { event: after, before, now })
  await recordAll(tx, factsOf(before, after))
  return after
}

/** Making somebody else the author, and moving to the trash, need rights beyond that of changing. */
function demandRights({ caller, ready, before }: Written, status: string) {
  const { author } = ready.body
  if (author !== before?.author_id && !mayMakeAuthor(caller, author)) refuse(caller)
  if (before && isTrashed(before, status) && !mayDeleteRecord(caller, before)) refuse(caller)
}

/** That it was saved or deleted and, where that changed, whether it takes place. */
function factsOf(before: EventRow | undefined, { id, status, happening }: EventRow): Fact[] {
  const payload = { event_id: id }
  const saved: Fact = { name: isTrashed(before, status) ? 'event.deleted' : 'event.saved', payload }
  if (happening === (before?.happening ?? 'scheduled')) return [saved]
  return [saved, { name: factOf[happening], payload }]
}

const factOf: Readonly<Record<EventRow['happening'], FactName>> = {
  scheduled: 'event.rescheduled',
  cancelled: 'event.cancelled',
  postponed: 'event.postponed',
}

const isTrashed = (before: EventRow | undefined, status: string) =>
  status === 'trash' && before?.status !== 'trash'

async function write(
  tx: Tx,
  { caller, before }: Written,
  columns: Schedule & EventColumns & { title: string; status: string },
): Promise<number> {
  if (!before) return insertEvent(tx, { author_id: userIdOf(caller), ...columns })
  await updateEvent(tx, before.id, columns)
  return before.id
}
