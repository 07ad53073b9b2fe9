import { type Caller, can, userIdOf } from '../../core/caller.ts'
import { cut, slugMaxLength } from '../../core/slug.ts'
import { normalizeForSearch, wellFormed } from '../../core/text.ts'
import type { Instant, LocalDateTime, When } from '../../core/time.ts'

/** The statuses a record of the catalogue can have. */
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

/** Statuses of records that were never published and hence have no moment of publication. */
const unpublished = new Set(['draft', 'pending', 'auto-draft'])

/** Statuses a list leaves out unless it is asked for them. */
export const unlistedStatuses = ['trash', 'auto-draft', 'inherit'] as const

export type Publication = {
  status: string
  /** As clocks of the site (or of the event) show it. */
  published_local: LocalDateTime | null
  published_at: Instant | null
}

/**
 * Status and date of publication of a record that is saved with this status (contract.md 13.2). `date` is what was sent,
 * `before` what the record had. Publishing in the future waits, with status `future`; drafts keep a date without its
 * moment, which they get when they are published.
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

/** A draft that was published once keeps its moment; one that was not has only a date. */
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

/** Whether the caller may make this user the author (contract.md 5.8): oneself, or anybody with the right over others'. */
export function mayMakeAuthor(caller: Caller, author: number | undefined): boolean {
  return author === undefined || author === userIdOf(caller) || can(caller, 'edit_others_records')
}

/** What of the records one caller sees in lists; the same as `mayReadRecord`, said once for many rows. */
export type Sight = {
  /** Their own records, whatever the status. */
  userId: number | null
  /** Others' unpublished records. */
  others: boolean
  /** Others' private records. */
  privates: boolean
}

export function sightOf(caller: Caller): Sight {
  const staff = seesUnpublished(caller)
  return {
    userId: staff ? userIdOf(caller) : null,
    others: staff && can(caller, 'edit_others_records') && can(caller, 'edit_published_records'),
    privates: staff && can(caller, 'read_private_records'),
  }
}

/** Whether the caller may ask for records that are not published at all. */
export const seesUnpublished = (caller: Caller): boolean => can(caller, 'edit_records')

/**
 * What a search looks for: the text cut at everything that is no letter, digit or hyphen (contract.md 11.8). All parts
 * must stand in one and the same field.
 */
export function searchParts(search: string): string[] {
  return normalizeForSearch(search)
    .split(/[^\p{L}\p{N}-]+/u)
    .filter(part => part !== '')
}

const trashedMark = '__trashed'

/** What a number after the mark may need, which would else cut the mark itself. */
const numberRoom = 10

/** A trashed record frees its slug. */
export const trashedSlug = (slug: string): string =>
  cut(slug, slugMaxLength - trashedMark.length - numberRoom) + trashedMark

/** The slug a record wants back when it leaves the trash. */
export const restoredSlug = (slug: string): string => slug.replace(/__trashed(-\d+)?$/, '')

/** A field of text without tags, in one line. */
export const fieldText = (text: string): string =>
  wellFormed(text.replace(/<[^<>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()

/** The members that say something; search engines take an empty address for a wrong one. */
export const filled = (members: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(members).filter((member): member is [string, string] => Boolean(member[1])),
  )
