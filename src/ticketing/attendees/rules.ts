import { AppError } from '../../core/errors.ts'
import { normalizeForSearch } from '../../core/text.ts'

/** Names stand on the first line and addresses on the second, so that the public can search in names alone. */
export function searchTextOf({ name, email }: { name: string; email: string }): string {
  return `${normalizeForSearch(name)}\n${normalizeForSearch(email)}`
}

/** Statuses with which an attendee may enter: `completed` of a sold ticket, `yes` of an answer to an invitation. */
const admitting = new Set(['completed', 'yes'])

/** Whether the order behind an attendee lets it in. Whatever is not known does not. */
export const mayEnter = (orderStatus: string) => admitting.has(orderStatus)

/** Nobody is checked in at an event that does not take place; one that is postponed decides by itself (contract.md 7.9). */
export const cancelledCheckIn = () =>
  new AppError('tec-et-attendee-invalid-check-in', { message: 'The event is cancelled.' })

/** What staff may say of an attendee's status, by provider of the ticket. */
export const staffStatuses: Readonly<Record<'tc' | 'rsvp', readonly string[]>> = {
  tc: ['completed', 'pending'],
  rsvp: ['yes', 'no'],
}

/** Whether an attendee with this status occupies a place: only who declined an invitation does not. */
export const occupiesPlace = (orderStatus: string) => orderStatus !== 'no'

/** Another person's address: case and surrounding blanks make no person. */
export function isAnotherPerson(before: string, now: string): boolean {
  return before.trim().toLowerCase() !== now.trim().toLowerCase()
}

type Listable = {
  readonly status: string
  readonly order_status: string
  readonly opted_out: boolean
  readonly going: boolean | null
}

/** Whether public lists have the attendee, when its event is one that everybody may read. */
export function isListed(attendee: Listable): boolean {
  return (
    attendee.status === 'publish' &&
    !attendee.opted_out &&
    attendee.going !== false &&
    mayEnter(attendee.order_status)
  )
}

type ListableAtEvent = Listable & { event_status: string; event_is_protected: boolean }

/** Whom everybody may see: valid, coming, not opted out, of an event that everybody may read. */
export function isPublic(attendee: ListableAtEvent): boolean {
  return isListed(attendee) && attendee.event_status === 'publish' && !attendee.event_is_protected
}

const partLength = 6

/**
 * The part of a text, six letters long at most, that the fewest of a sample of texts hold; of equals the one with the
 * most letters and digits, then the first. A search in an index need not look for more.
 */
export function rarestPart(text: string, sample: readonly string[]): string {
  const letters = Array.from(text)
  if (letters.length <= partLength || sample.length === 0) return text
  const parts = Array.from({ length: letters.length - partLength + 1 }, (_, from) => {
    const part = letters.slice(from, from + partLength).join('')
    const found = sample.filter(one => one.includes(part)).length
    return { part, found, blanks: part.replace(/[\p{L}\p{N}]/gu, '').length }
  })
  return parts.reduce((best, one) =>
    one.found < best.found || (one.found === best.found && one.blanks < best.blanks) ? one : best,
  ).part
}
