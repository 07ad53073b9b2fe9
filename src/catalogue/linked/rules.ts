import { singleBlanks } from '../../core/blanks.ts'
import { type Caller, can, ownerIdOf, userIdOf } from '../../core/caller.ts'
import { cut, slugMaxLength } from '../../core/slug.ts'
import { descriptionHtml, normalizeForSearch, titleHtml, wellFormed } from '../../core/text.ts'
import { type Instant, type LocalDateTime, toLocal, type When } from '../../core/time.ts'

/** The statuses of catalogue records. */
export const recordStatuses = [
  'publish',
  'future',
  'draft',
  'pending',
  'private',
  'trash',
  'auto-draft',
  'inherit',
] as const

export const isRecordStatus = (word: string): boolean =>
  (recordStatuses as readonly string[]).includes(word)

/** Statuses of records that were never published and therefore have no moment of publication. */
const unpublished = new Set(['draft', 'pending', 'auto-draft'])

/** Statuses that lists leave out unless they are asked for. */
export const unlistedStatuses = ['trash', 'auto-draft', 'inherit'] as const

/** How answers show the moment of publication of a record that was never published. */
export const noMoment = '0000-00-00 00:00:00'

export type Publication = {
  status: string
  /** In the wall-clock time of the site (or of the event). */
  published_local: LocalDateTime | null
  published_at: Instant | null
}

/**
 * Status and date of publication of a record saved with this status (contract.md 13.2). `date` is the sent
 * date, `before` the record's. A publication in the future gets the status `future`. Drafts keep a date
 * without its moment, which is set when they are published.
 */
export function publicationOf({
  status,
  date,
  now,
  before,
}: {
  status: string
  date: When | undefined
  now: When
  before?: Publication | undefined
}): Publication {
  if (unpublished.has(status))
    return draftPublication(status, date?.local ?? now.local, { date, before })
  const { local, instant } = date ?? publishedBefore(before) ?? now
  const isAhead = instant.getTime() > now.instant.getTime()
  return { status: timely(status, isAhead), published_local: local, published_at: instant }
}

/** A draft that was published before keeps its moment of publication; another draft has only a date. */
function draftPublication(
  status: string,
  shown: LocalDateTime,
  { date, before }: { date: When | undefined; before: Publication | undefined },
): Publication {
  const once = before?.published_at ?? null
  return {
    status,
    published_local: date ? shown : (before?.published_local ?? shown),
    published_at: once && (date?.instant ?? once),
  }
}

function publishedBefore(before: Publication | undefined): When | undefined {
  if (!before?.published_at || !before.published_local) return undefined
  return { local: before.published_local, instant: before.published_at }
}

function timely(status: string, isAhead: boolean): string {
  if (status === 'publish' && isAhead) return 'future'
  return status === 'future' && !isAhead ? 'publish' : status
}

/**
 * Whether the caller may make this user the author (contract.md 5.8): the caller's own account, or any
 * account with the right over others' records.
 */
export function mayMakeAuthor(caller: Caller, author: number | undefined): boolean {
  return author === undefined || author === userIdOf(caller) || can(caller, 'edit_others_records')
}

/** Which records a caller sees in lists: `mayReadRecord`, evaluated once for many rows. */
export type Sight = {
  /** The caller's own records, whatever the status. */
  userId: number | null
  /** Other authors' unpublished records. */
  others: boolean
  /** Other authors' private records. */
  privates: boolean
}

export function sightOf(caller: Caller): Sight {
  const staff = seesUnpublished(caller)
  return {
    userId: staff ? ownerIdOf(caller) : null,
    others: staff && can(caller, 'edit_others_records') && can(caller, 'edit_published_records'),
    privates: staff && can(caller, 'read_private_records'),
  }
}

/** Whether the caller may list unpublished records at all. */
export const seesUnpublished = (caller: Caller): boolean => can(caller, 'edit_records')

/**
 * The parts of a search: the text split at everything but letters, digits and hyphens (contract.md 11.8). All
 * parts must occur in one field.
 */
export function searchParts(search: string): string[] {
  return normalizeForSearch(search)
    .split(/[^\p{L}\p{N}-]+/u)
    .filter(part => part !== '')
}

type Members = Readonly<Record<string, unknown>>
type Stored = Members & {
  name: string
  description: string
  published_at: Instant | null
  published_local: LocalDateTime | null
}

/** The sent members without those that are sent as answers show them: they change nothing (contract.md 13.2). */
export function withoutShown(draft: Members, before: Stored): Members {
  const { published_at: at, published_local, name, description } = before
  const shown: Members = {
    ...before,
    name: titleHtml(name),
    description: descriptionHtml(description),
    // A draft has no moment of publication yet: published together with its date it gets that one.
    date: at && published_local,
    date_utc: at && toLocal(at, 'UTC'),
  }
  const isNew = ([member, value]: [string, unknown]) =>
    member === 'status' || value !== shown[member]
  return Object.fromEntries(Object.entries(draft).filter(isNew))
}

const trashedMark = '__trashed'

/** Room for the number behind the mark `__trashed`, which a long slug would otherwise cut off. */
const numberRoom = 10

/** The slug of a trashed record; its former slug is free. */
export const trashedSlug = (slug: string): string =>
  cut(slug, slugMaxLength - trashedMark.length - numberRoom) + trashedMark

/** The slug that a record restored from the trash would like to have back. */
export const restoredSlug = (slug: string): string => slug.replace(/__trashed(-\d+)?$/, '')

/** A one-line text field without tags. */
export const fieldText = (text: string): string =>
  singleBlanks(wellFormed(text.replace(/<[^<>]*>/g, ' ')))

/** The members that are not empty; search engines treat an empty address as a wrong one. */
export const filled = (members: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(members).filter((member): member is [string, string] => Boolean(member[1])),
  )
