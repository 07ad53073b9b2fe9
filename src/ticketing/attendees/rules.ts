import { AppError } from '../../core/errors.ts'
import { normalizeForSearch } from '../../core/text.ts'

/**
 * The searchable text has names on its first line and addresses on its second, so that the public can search
 * names only.
 */
export function searchTextOf({ name, email }: { name: string; email: string }): string {
  return `${normalizeForSearch(name)}\n${normalizeForSearch(email)}`
}

/** Statuses that admit: `completed` for a sold ticket, `yes` for an answer to an invitation. */
const admitting = new Set(['completed', 'yes'])

/** Whether the status of the order lets its attendee in. An unknown status does not. */
export const mayEnter = (orderStatus: string) => admitting.has(orderStatus)

/** An event that does not take place checks nobody in; for a postponed one its date decides (contract.md 7.9). */
export const cancelledCheckIn = () =>
  new AppError('tec-et-attendee-invalid-check-in', { message: 'The event is cancelled.' })

/** The statuses that staff may give an attendee, by kind of ticket. */
export const staffStatuses: Readonly<Record<'tc' | 'rsvp', readonly string[]>> = {
  tc: ['completed', 'pending'],
  rsvp: ['yes', 'no'],
}

/** The refusal of a status that attendees of this kind of ticket do not have. */
export const unknownStatus = (provider: 'tc' | 'rsvp') =>
  new AppError('invalid-attendee-status', {
    message: `attendee_status of this ticket must be ${staffStatuses[provider].join(' or ')}.`,
  })

/** Whether an attendee with this status occupies a place: all but those who declined an invitation. */
export const occupiesPlace = (orderStatus: string) => orderStatus !== 'no'

/**
 * The check-in that a change asks for. `checkIn` asks for one, or for its undoing. `isInside` is the state as answers show
 * it: sent as it was read it asks for nothing (contract.md 25.3).
 */
export function checkInAsked(
  { checkIn, isInside }: { checkIn?: boolean | undefined; isInside?: boolean | undefined },
  wasInside: boolean,
): boolean | undefined {
  return checkIn ?? (isInside === wasInside ? undefined : isInside)
}

/** Whether two addresses differ; case and surrounding blanks are ignored. */
export function isAnotherPerson(before: string, now: string): boolean {
  return before.trim().toLowerCase() !== now.trim().toLowerCase()
}

type Listable = {
  readonly status: string
  readonly order_status: string
  readonly opted_out: boolean
  readonly going: boolean | null
}

/** Whether public lists show the attendee, provided that everybody may read its event. */
export function isListed(attendee: Listable): boolean {
  return (
    attendee.status === 'publish' &&
    !attendee.opted_out &&
    attendee.going !== false &&
    mayEnter(attendee.order_status)
  )
}

type ListableAtEvent = Listable & {
  event_status: string
  event_is_protected: boolean
  ticket_is_hidden: boolean
}

/**
 * Attendees that everybody may see: valid, coming, not opted out, of an event that everybody may read, and not with a ticket that
 * is hidden.
 */
export function isPublic(attendee: ListableAtEvent): boolean {
  const { event_status: status, event_is_protected: isProtected, ticket_is_hidden } = attendee
  return isListed(attendee) && status === 'publish' && !isProtected && !ticket_is_hidden
}

const partLength = 6

/**
 * The part of a text, six letters long at most, that occurs in the fewest texts of a sample. Among equals:
 * the part with the most letters and digits, then the first. An index is searched for this part alone.
 */
export function rarestPart(text: string, sample: readonly string[]): string {
  const letters = Array.from(text)
  if (letters.length <= partLength || sample.length === 0) return text
  const parts = Array.from({ length: letters.length - partLength + 1 }, (_, from) => {
    const part = letters.slice(from, from + partLength).join('')
    const hits = sample.filter(one => one.includes(part)).length
    return { part, found: hits, blanks: part.replace(/[\p{L}\p{N}]/gu, '').length }
  })
  return parts.reduce((best, one) =>
    one.found < best.found || (one.found === best.found && one.blanks < best.blanks) ? one : best,
  ).part
}
