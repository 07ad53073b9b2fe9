import { atEvent, mayDeleteRecord, mayEditRecord } from '../../access/records/rules.ts'
import { userIdOf } from '../../core/caller.ts'
import { fail } from '../../core/errors.ts'
import type { Fact, FactName, FactPayload } from '../../core/facts.ts'
import type { Deps } from '../../deps.ts'
import type { Tx } from '../../platform/db/database.ts'
import { violatedConstraint } from '../../platform/db/violations.ts'
import { recordAll } from '../../platform/facts/record.ts'
import { refuse } from '../../platform/http/access.ts'
import { makeOnce } from '../../platform/idempotency/make-once.ts'
import { keepAddress } from '../addresses/keep-address.ts'
import { guestsKnew } from '../guests-knew.ts'
import { mayMakeAuthor } from '../linked/rules.ts'
import { linkOrganizers } from '../organizers/link-organizers.ts'
import { attachTerms } from '../terms/attach-terms.ts'
import { countsForTerms } from '../terms/rules.ts'
import { linkVenue } from '../venues/link-venue.ts'
import { type EventRow, findByExternalId, findEvent } from './lookup.ts'
import {
  columnsOf,
  publicationFor,
  visitorColumnsFor,
  type EventSave,
  scheduleFor,
  searchTextOf,
  slugFor,
  type HashedSave,
  type Written,
} from './event-columns.ts'
import { demandNoTickets } from './hide-guard.ts'
import { expectPublication } from './publish-due.ts'
import { publishLinked } from './publish-linked.ts'
import { isSameZone, type Placed, type Schedule, sequenceAfter } from './rules.ts'
import {
  type EventColumns,
  insertEvent,
  lockEvent,
  replaceOrganizers,
  updateEvent,
} from './store.ts'
import { storedPassword } from './unlock-event.ts'

/**
 * Adds an event and its links, in one transaction. An event that comes from the same record of another system is returned
 * unchanged instead (contract.md 5.19).
 */
export async function createEvent(
  deps: Deps,
  saving: EventSave,
): Promise<{ row: EventRow; isNew: boolean }> {
  const existing = await knownEvent(deps, saving)
  if (existing) return { row: existing, isNew: false }
  try {
    const make = (tx: Tx, writing: HashedSave) => save(tx, deps, { ...writing, before: undefined })
    return { row: await withFreeSlug(deps, saving, make), isNew: true }
  } catch (error) {
    // Another request made it since it was looked for.
    const made = isExternalIdTaken(error) && (await knownEvent(deps, saving))
    if (!made) throw error
    return { row: made, isNew: false }
  }
}

async function knownEvent({ db }: Deps, { caller, ready }: EventSave) {
  const { external_id } = ready.body
  const existing = external_id ? await findByExternalId(db, external_id) : undefined
  if (existing && !mayEditRecord(atEvent(caller, existing.id), existing)) refuse(caller)
  return existing
}

const isExternalIdTaken = (error: unknown) =>
  violatedConstraint(error) === 'events_external_id_is_unique'

/**
 * Changes the members that were sent. An event in the trash is restored. Fails with 409 `event-external-id-taken` when
 * another event has the external id.
 */
export async function changeEvent(deps: Deps, id: number, saving: EventSave): Promise<EventRow> {
  try {
    return await withFreeSlug(deps, saving, async (tx, writing) => {
      const before = (await lockEvent(tx, id)) ?? fail('rest-event-not-found')
      // The event may have been published, or got another author, since the caller's right was checked.
      if (!mayEditRecord(atEvent(saving.caller, id), before)) refuse(saving.caller)
      return save(tx, deps, { ...writing, before })
    })
  } catch (error) {
    if (!isExternalIdTaken(error)) throw error
    const other = await findByExternalId(deps.db, saving.ready.body.external_id ?? '')
    // Who may not edit the other event learns nothing of it.
    const isShown = other && mayEditRecord(atEvent(saving.caller, other.id), other)
    return fail('event-external-id-taken', isShown ? { data: { event_id: other.id } } : {})
  }
}

/** Of so many records that are saved at once with one name, each gets an address: one of them in every attempt. */
const attemptsMax = 50

/** Writes in a transaction, and once more when another event took the slug between look-up and write. */
async function withFreeSlug(
  { db }: Deps,
  saving: EventSave,
  write: (tx: Tx, writing: HashedSave) => Promise<EventRow>,
): Promise<EventRow> {
  const { event_password } = saving.ready.body
  const passwordHash =
    event_password === undefined ? undefined : await storedPassword(event_password)
  for (let attempt = 1; ; attempt += 1) {
    try {
      const saved = await makeOnce(db, {
        attempt: saving.attempt,
        find: id => findEvent(db, id),
        make: tx => write(tx, { ...saving, passwordHash }),
      })
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
  const schedule = scheduleFor(deps, written)
  const columns = {
    ...columnsOf(written),
    ...schedule,
    ...visitorColumnsFor(written, schedule, now),
    ...publication,
    ...venue,
    slug,
    updated_at: now,
  }
  const search_text = searchTextOf({ ...before, ...columns })
  const sequence = sequenceFor(before, columns)
  const id = await write(tx, written, { ...columns, search_text, ...sequence })
  if (before) {
    await keepAddress(tx, { kind: 'event', id, before, slug, status: publication.status })
  }
  if (ready.organizers) {
    await replaceOrganizers(tx, id, await linkOrganizers(tx, ready.organizers, linking))
  }
  const after = (await findEvent(tx, id)) ?? fail('rest-event-not-found')
  if (before && !isSameZone(before.timezone, after.timezone)) await written.onNewZone?.(tx, after)
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

/** The next sequence number in calendars; a new event begins at the usual one. */
function sequenceFor(before: EventRow | undefined, columns: EventColumns): { sequence?: number } {
  if (!before) return {}
  const { online_url: link } = columns
  const is_online = link === undefined ? before.is_online : link !== null
  return { sequence: sequenceAfter(before, { ...before, ...columns, is_online } as Placed) }
}

/** Changing the author and moving to the trash need further rights. */
function demandRights({ caller, ready, before }: Written, status: string) {
  const { author } = ready.body
  if (author !== before?.author_id && !mayMakeAuthor(caller, author)) refuse(caller)
  if (before && isTrashed(before, status) && !mayDeleteRecord(caller, before)) refuse(caller)
}

/** Records that the event was saved or deleted and, on a change, whether it takes place. */
function factsOf(before: EventRow | undefined, after: EventRow): Fact[] {
  const { id, status, happening } = after
  const payload = { event_id: id, ...whatGuestsKnew(before, after) }
  const saved: Fact = { name: isTrashed(before, status) ? 'event.deleted' : 'event.saved', payload }
  if (happening === (before?.happening ?? 'scheduled')) return [saved]
  return [saved, { name: factOf[happening], payload: { event_id: id } }]
}

/** The event's values before the change, when its guests would want to know that they changed (contract.md 19.6). */
function whatGuestsKnew(before: EventRow | undefined, after: EventRow): FactPayload {
  if (!before) return {}
  const isSame =
    before.starts_at.getTime() === after.starts_at.getTime() &&
    before.ends_at.getTime() === after.ends_at.getTime() &&
    isSameZone(before.timezone, after.timezone) &&
    before.all_day === after.all_day &&
    before.venue_id === after.venue_id &&
    before.happening === after.happening
  return isSame ? {} : guestsKnew(before)
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
