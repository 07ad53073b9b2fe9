import { anonymous, type Caller, userIdOf } from '../../core/caller.ts'
import { fail } from '../../core/errors.ts'
import { slugify } from '../../core/slug.ts'
import { type Instant, parseWhen, toLocal, type When } from '../../core/time.ts'
import {
  descriptionHtml,
  normalizeForSearch,
  plainText,
  plainTitle,
  sanitizeHtml,
} from '../../core/text.ts'
import {
  mayDeleteRecord,
  mayEditRecord,
  mayReadRecord,
  statusFor,
} from '../../access/records/rules.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { violatedConstraint } from '../../platform/db/violations.ts'
import { refuse } from '../../platform/http/access.ts'
import { record, recordAll } from '../../platform/facts/record.ts'
import { keepAddress } from '../addresses/keep-address.ts'
import { guestsKnew } from '../guests-knew.ts'
import type { Draft, Kind, LinkedRow } from './kind.ts'
import {
  fieldText,
  mayMakeAuthor,
  publicationOf,
  restoredSlug,
  trashedSlug,
  withoutShown,
} from './rules.ts'
import {
  changePlaceOfEvents,
  insertRow,
  lockById,
  lockName,
  namesakes,
  type RowChanges,
  unlinkOrganizer,
  unlinkVenue,
  unusedSlug,
  updateRow,
} from './store.ts'

/** A checked draft whose image is known, so nothing more is fetched. `null` removes the image. */
export type ReadyDraft = { fields: Draft; imageId: number | null | undefined }

export type SaveContext = { caller: Caller; now: Instant; timezone: string }

/**
 * Adds a record, or returns the existing one it would duplicate (contract.md 5.7): one that is not in the
 * trash, has the same name ignoring case and every sent field equal, and is readable for the caller. Runs in
 * the caller's transaction.
 */
export async function createRecord(
  tx: Tx,
  kind: Kind,
  { draft, ...saving }: SaveContext & { draft: ReadyDraft },
): Promise<LinkedRow> {
  const { caller } = saving
  const name = plainTitle(draft.fields.name ?? '')
  if (name === '') fail(kind.errors.couldNotCreate)
  if (!mayMakeAuthor(caller, draft.fields.author)) refuse(caller)
  await lockName(tx, kind, name)
  const { fields, derived } = columnsFrom(kind, draft, undefined)
  const status = statusFor(caller, draft.fields.status)
  const publication = publicationOf({ status, ...dates(draft.fields, saving) })
  const namesake = (await namesakes(tx, kind, name)).find(
    row =>
      repeats(row, { ...fields, ...saidBeyondFields(draft.fields, publication) }) &&
      mayReadRecord(caller, row),
  )
  if (namesake) return namesake
  const row = {
    author_id: userIdOf(caller),
    ...fields,
    ...derived,
    ...publication,
    updated_at: saving.now,
    name,
    slug: slugify(draft.fields.slug ?? '') || slugify(name),
  }
  const created = await insertRow(tx, kind, { ...row, search_text: searchTextOf(kind, row) })
  await recordSaved(tx, kind, created.id)
  return created
}

/** Slug and publication help to recognise a duplicate only when they were sent; their defaults do not. */
function saidBeyondFields(draft: Draft, publication: ReturnType<typeof publicationOf>): RowChanges {
  return {
    ...(draft.slug === undefined ? {} : { slug: slugify(draft.slug) }),
    ...(draft.status === undefined ? {} : { status: publication.status }),
    ...(draft.date === undefined && draft.date_utc === undefined
      ? {}
      : { published_local: publication.published_local }),
  }
}

function repeats(row: LinkedRow, columns: RowChanges): boolean {
  const { name: _name, ...others } = columns
  return Object.entries(others).every(([column, value]) => row[column as keyof LinkedRow] === value)
}

/** Of so many records that are saved at once with one name, each gets an address: one of them in every attempt. */
const attemptsMax = 50

/** Changes the members that were sent. A record in the trash is restored. Returns the record after the change. */
export async function changeRecord(
  db: Db,
  kind: Kind,
  change: SaveContext & { id: number; draft: ReadyDraft },
): Promise<LinkedRow> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction(db, tx => changeOnce(tx, kind, change))
    } catch (error) {
      // Another record took the slug between look-up and write.
      const slugTaken = violatedConstraint(error) === `${kind.plural}_slug_is_unique`
      if (!slugTaken || attempt >= attemptsMax) throw error
    }
  }
}

async function changeOnce(
  tx: Tx,
  kind: Kind,
  { id, draft: ready, ...saving }: SaveContext & { id: number; draft: ReadyDraft },
): Promise<LinkedRow> {
  const before = await lockById(tx, kind, id)
  if (!before) fail('rest_invalid_param')
  const draft = { ...ready, fields: withoutShown(ready.fields, before) }
  demandRights(saving.caller, before, draft.fields)
  const { fields, derived } = columnsFrom(kind, draft, before)
  const status = statusAfter(saving.caller, before, draft.fields)
  const redated = draft.fields.date !== undefined || draft.fields.date_utc !== undefined
  const publication =
    status === before.status && !redated
      ? {}
      : publicationOf({ status, before, ...dates(draft.fields, saving) })
  const slug = await slugAfter(tx, kind, { before, fields: draft.fields, status })
  const row = { ...fields, ...derived, ...publication, slug, updated_at: saving.now }
  const search_text = searchTextOf(kind, { ...before, ...row })
  const changed = await updateRow(tx, kind, { id, row: { ...row, search_text } })
  await keepAddress(tx, { kind: kind.name, id, before, slug, status })
  if (isTrashing(before, draft.fields)) await unlink(tx, kind, { before, now: saving.now })
  else if (kind.name === 'venue') await changeEvents(tx, { before, changed, now: saving.now })
  await recordSaved(tx, kind, id)
  return changed
}

const isTrashing = (before: LinkedRow, draft: Draft) =>
  draft.status === 'trash' && before.status !== 'trash'

/**
 * The record may have been published, or got another author, since the caller's right was checked. The trash
 * needs a right of its own.
 */
function demandRights(caller: Caller, before: LinkedRow, draft: Draft) {
  const mayName = draft.author === before.author_id || mayMakeAuthor(caller, draft.author)
  if (!mayEditRecord(caller, before) || !mayName) refuse(caller)
  if (isTrashing(before, draft) && !mayDeleteRecord(caller, before)) refuse(caller)
}

/** A record in the trash loses its events. Guests are told when they knew the venue (contract.md 19.6). */
async function unlink(tx: Tx, kind: Kind, { before, now }: { before: LinkedRow; now: Instant }) {
  const { id } = before
  if (kind.name !== 'venue') return unlinkOrganizer(tx, id)
  const events = await unlinkVenue(tx, { id, now })
  if (!mayReadRecord(anonymous, before)) return
  const facts = events.map(event => ({
    name: 'event.saved' as const,
    payload: { event_id: event.id, ...guestsKnew({ ...event, venue_id: id }) },
  }))
  await recordAll(tx, facts)
}

const placeFields = ['name', 'address', 'city', 'zip', 'stateprovince', 'country'] as const

type VenueChange = { before: LinkedRow; changed: LinkedRow; now: Instant }

/** Changes the events at a venue when calendars show another place: another name or address, or none any more. */
async function changeEvents(tx: Tx, { before, changed, now }: VenueChange): Promise<void> {
  const isElsewhere = placeFields.some(name => before[name] !== changed[name])
  const isHidden = !mayReadRecord(anonymous, changed)
  if (!isElsewhere && isHidden === !mayReadRecord(anonymous, before)) return
  await changePlaceOfEvents(tx, [changed.id], { now, isElsewhere })
}

/** The status stays unless one is sent, or the record comes back from the trash. */
function statusAfter(caller: Caller, before: LinkedRow, { status }: Draft): string {
  const comesBack = before.status === 'trash' && status !== 'trash'
  return status === undefined && !comesBack ? before.status : statusFor(caller, status)
}

/**
 * Moves a record to the trash: its slug is free again and events no longer link to it. Fails with 410 when it
 * is in the trash already.
 */
export function trashRecord(
  db: Db,
  kind: Kind,
  { id, now, caller }: { id: number; now: Instant; caller: Caller },
): Promise<LinkedRow> {
  return transaction(db, async tx => {
    const before = await lockById(tx, kind, id)
    if (!before) fail('rest_invalid_param')
    if (!mayDeleteRecord(caller, before)) refuse(caller)
    if (before.status === 'trash') fail(kind.errors.inTrash)
    const slug = await slugAfter(tx, kind, { before, fields: {}, status: 'trash' })
    const trashed = await updateRow(tx, kind, {
      id,
      row: { status: 'trash', slug, updated_at: now },
    })
    await keepAddress(tx, { kind: kind.name, id, before, slug, status: 'trash' })
    await unlink(tx, kind, { before, now })
    await recordSaved(tx, kind, id)
    return trashed
  })
}

/** The slug changes when one is sent, and on the way to and from the trash. */
function slugAfter(
  tx: Tx,
  kind: Kind,
  { before, fields, status }: { before: LinkedRow; fields: Draft; status: string },
): Promise<string> | string {
  const slug = slugify(fields.slug ?? '')
  const own = before.slug
  const left = before.status === 'trash' && status !== 'trash'
  const wished = slug || (left ? restoredSlug(own) : own)
  const trashed = status === 'trash' && before.status !== 'trash' && wished !== ''
  const final = trashed ? trashedSlug(wished) : wished
  return final === own ? own : unusedSlug(tx, kind, { wished: final, own })
}

/** The sent members as columns, and the columns derived from them. The name is included only when it was sent. */
function columnsFrom(kind: Kind, { fields, imageId }: ReadyDraft, before: LinkedRow | undefined) {
  const own = kind.ownColumns(fields, before)
  const texts = kind.texts.flatMap(column => {
    const text = fields[column]
    return text === undefined ? [] : [[column, fieldText(text)] as const]
  })
  const name = fields.name === undefined ? undefined : plainTitle(fields.name)
  const columns: RowChanges = {
    ...(name ? { name } : {}),
    ...(fields.description === undefined ? {} : described(fields.description)),
    ...(fields.author === undefined ? {} : { author_id: fields.author }),
    ...(imageId === undefined ? {} : { image_id: imageId }),
    ...Object.fromEntries(texts),
    ...own.fields,
  }
  return { fields: columns, derived: own.derived }
}

function described(html: string) {
  const description = sanitizeHtml(html)
  return { description, description_html: descriptionHtml(description) }
}

/** The fields in search form, one per line, as filters.ts compares them. */
function searchTextOf(kind: Kind, row: RowChanges): string {
  const fields = [row.name, row.description, ...kind.texts.map(column => row[column])]
  return fields
    .map(field => normalizeForSearch(plainText(field ?? '')))
    .filter(field => field !== '')
    .join('\n')
}

function dates(
  draft: Draft,
  { now, timezone }: SaveContext,
): { date: When | undefined; now: When } {
  const read = (text: string | undefined, zone: string) =>
    text === undefined ? undefined : parseWhen(text, { zone, now })
  const date = read(draft.date, timezone) ?? read(draft.date_utc, 'UTC')
  const here = (instant: Instant): When => ({ instant, local: toLocal(instant, timezone) })
  return { date: date && here(date.instant), now: here(now) }
}

const recordSaved = (tx: Tx, kind: Kind, id: number) =>
  kind.name === 'venue'
    ? record(tx, 'venue.saved', { venue_id: id })
    : record(tx, 'organizer.saved', { organizer_id: id })
