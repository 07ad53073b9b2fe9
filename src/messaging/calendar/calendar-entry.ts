import type { ListedEvent } from '../../catalogue/events/lookup.ts'
import { eventUrl } from '../../catalogue/events/rules.ts'
import type { CalendarEntry } from '../../core/calendar-text.ts'
import type { Locale } from '../../core/locale.ts'
import { type PostalAddress, placeInWords } from '../../core/postal-address.ts'
import { readableText, shownHtml } from '../../core/text.ts'
import { speakerOf } from '../../core/words/speak.ts'
import { doorsInMail } from '../doors-in-mail.ts'

const descriptionMax = 2000

type Surroundings = {
  publicRoot: string
  installation: string
  venue: (PostalAddress & { name: string }) | undefined
  locale: Locale
}

/** The name of an event in calendars and feeds. It never changes, so it contains neither time nor place. */
export const eventUid = (eventId: number, installation: string): string =>
  `event-${eventId}-${installation}`

/**
 * The entry of an event for a guest who gave every ticket of it back: the event goes on without that guest. Its SEQUENCE stays one
 * above the event's, so it is above every version of it that the guest has seen, and goes up with the event's from then on.
 */
export const withoutTicket = (
  entry: CalendarEntry,
  { leftAt, locale }: { leftAt: Date; locale: Locale },
): CalendarEntry => ({
  ...entry,
  sequence: entry.sequence + 1,
  changedAt: entry.changedAt > leftAt ? entry.changedAt : leftAt,
  summary:
    entry.status === 'CANCELLED'
      ? entry.summary
      : speakerOf(locale).t('feed.noTicket', { event: entry.summary }),
  status: 'CANCELLED',
})

/**
 * An event as a calendar entry. A protected event shows what its page shows without the password: its title and its
 * time.
 */
export function calendarEntry(
  row: ListedEvent,
  { publicRoot, installation, venue, locale }: Surroundings,
): CalendarEntry {
  const isOpen = row.password_hash === null
  return {
    uid: eventUid(row.id, installation),
    sequence: row.sequence,
    changedAt: row.updated_at,
    createdAt: row.created_at,
    summary: titleOf(row, locale),
    description: isOpen ? describedIn(row, locale) : '',
    location: isOpen ? locationOf(row, venue, locale) : '',
    // The page of a hidden event opens for nobody who has tickets for it.
    url: row.status === 'publish' ? eventUrl(row, publicRoot) : '',
    status: statuses[row.happening],
    allDay: row.all_day,
    startLocal: row.start_local,
    endLocal: row.end_local,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    zone: row.timezone,
  }
}

/** What guests want to know before they come, then what the event is about. */
function describedIn(row: ListedEvent, locale: Locale): string {
  const words = speakerOf(locale)
  const { t } = words
  const notes = [
    [t('mail.doors'), doorsInMail(row, words) ?? ''],
    [t('event.age'), row.age_note],
    [t('event.access'), row.access_note],
  ].flatMap(([label, text]) => (text ? [`${label}${t('mail.colon')} ${text}`] : []))
  return [notes.join('\n'), shortened(introOf(row))].filter(Boolean).join('\n\n')
}

/** The place, and that guests join online. Calendars are passed around, so the link is in none (contract.md 37.1). */
const locationOf = (row: ListedEvent, venue: Surroundings['venue'], locale: Locale): string =>
  [venue && placeInWords(venue), row.is_online && speakerOf(locale).t('mail.online')]
    .filter(Boolean)
    .join('; ')

const statuses = { scheduled: 'CONFIRMED', cancelled: 'CANCELLED', postponed: 'TENTATIVE' } as const

/** Some calendars do not show the status, so the title has it too. */
export function titleOf(
  { title, happening }: Pick<ListedEvent, 'title' | 'happening'>,
  locale: Locale,
): string {
  const { t } = speakerOf(locale)
  const plain = title || t('paper.untitled')
  if (happening === 'scheduled') return plain
  return t(
    happening === 'cancelled' ? 'mail.change.cancelledSubject' : 'mail.change.postponedSubject',
    { event: plain },
  )
}

/** The excerpt of an event, or its description where it has none, as plain text. */
export const introOf = (row: ListedEvent): string =>
  readableText(
    row.excerpt === ''
      ? shownHtml(row.description, row.description_html)
      : shownHtml(row.excerpt, row.excerpt_html),
  )

const shortened = (text: string) => {
  if (text.length <= descriptionMax) return text
  const letters = Array.from(text)
  return letters.length <= descriptionMax ? text : `${letters.slice(0, descriptionMax).join('')}…`
}
