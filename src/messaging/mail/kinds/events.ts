import type { Words } from '../../../core/words/speak.ts'
import type { Holder } from '../../../ticketing/attendees/lookup.holders.ts'
import type { Block } from '../blocks.ts'
import type { EventView } from '../event-views.ts'
import { type Letter, type Withdrawn, type Worded, wordedAs } from '../letter.ts'
import { eventBlocks, eventLink, eventValues, reasonBlocks, ticketBlocks } from '../parts.ts'
import { drawnMost } from '../rules.ts'

/** The values that guests were told before a change; `where` is undefined when the venue is in the trash by now. */
export type AnnouncedLines = {
  when: string
  where: readonly string[] | undefined
  happening: string
}

type About = { event: EventView; words: Words; name: string }

type Said = { subject: string; worded: Worded; blocks: readonly Block[] }

const letter = ({ event, name }: About, { subject, worded, blocks }: Said): Letter => ({
  subject,
  worded,
  greets: name,
  from: event,
  isTest: false,
  tickets: [],
  calendar: [event.id],
  blocks,
})

export const noTicketLeft: Withdrawn = { withdrawn: 'The recipient holds no valid ticket by now.' }

/** What is new about an event: when it is, and where. */
const differences = ({ event }: About, told: AnnouncedLines) => ({
  moved: told.when !== event.when,
  replaced: told.where?.join('\n') !== event.where.join('\n'),
})

/**
 * The title of the event, with its time and place; both the old and the new one where they differ. A new time that nobody
 * knows yet is left out: the present one is the old one then.
 */
function changedBlocks(about: About, told: AnnouncedLines): Block[] {
  const { t } = about.words
  const { title, when, where, happening } = about.event
  const { moved, replaced } = differences(about, told)
  const was = (label: string) => `${label} · ${t('mail.change.was')}`
  const now = (label: string) => `${label} · ${t('mail.change.now')}`
  const place = (lines: readonly string[]) =>
    lines.length > 0 ? lines : [t('mail.change.nowhere')]
  const isUndated = happening === 'postponed' && !moved
  const times = moved
    ? [
        { label: was(t('event.when')), lines: [told.when] },
        { label: now(t('event.when')), lines: [when] },
      ]
    : [{ label: isUndated ? was(t('event.when')) : t('event.when'), lines: [when] }]
  const places = replaced
    ? [
        ...(told.where ? [{ label: was(t('event.where')), lines: place(told.where) }] : []),
        { label: now(t('event.where')), lines: place(where) },
      ]
    : [{ label: t('event.where'), lines: where }]
  const rows = [...times, ...places.filter(({ lines }) => lines.length > 0)]
  return [
    { kind: 'heading', text: title },
    { kind: 'rows', rows },
  ]
}

/** To everybody with a valid ticket: the old and the new time and place. */
export function eventChanged(about: About, told: AnnouncedLines): Letter | Withdrawn {
  const { event, words } = about
  const { t } = words
  const takesPlace = told.happening !== 'scheduled'
  const { moved, replaced } = differences(about, told)
  if (!moved && !replaced && !takesPlace) return { withdrawn: 'The change was undone.' }
  const worded = wordedAs('event.changed', event.id, eventValues(event))
  const blocks: Block[] = [
    { kind: 'text', text: t(takesPlace ? 'mail.change.takesPlace' : 'mail.change.intro') },
    ...changedBlocks(about, told),
    ...eventLink(event, words),
  ]
  return letter(about, {
    subject: t('mail.change.subject', { event: event.title }),
    worded,
    blocks,
  })
}

/** To everybody with a valid ticket: the event is cancelled, and why. */
export function eventCancelled(about: About): Letter {
  const { event, words } = about
  const { t } = words
  return letter(about, {
    subject: t('mail.change.cancelledSubject', { event: event.title }),
    worded: wordedAs('event.cancelled', event.id, { event: event.title, reason: event.reason }),
    blocks: [
      { kind: 'note', text: t('mail.change.cancelled') },
      ...reasonBlocks(event.reason, words),
      ...eventBlocks(event, words),
    ],
  })
}

/** To everybody with a valid ticket: the event is postponed, why, and until when if that is known already. */
export function eventPostponed(about: About, told: AnnouncedLines): Letter {
  const { event, words } = about
  const { t } = words
  const { moved } = differences(about, told)
  return letter(about, {
    subject: t('mail.change.postponedSubject', { event: event.title }),
    worded: wordedAs('event.postponed', event.id, { event: event.title, reason: event.reason }),
    blocks: [
      { kind: 'note', text: t(moved ? 'mail.change.postponedTo' : 'mail.change.postponed') },
      ...reasonBlocks(event.reason, words),
      ...changedBlocks(about, told),
      ...eventLink(event, words),
    ],
  })
}

/** To everybody with a valid ticket, before the event begins. */
export function eventReminder(about: About, tickets: readonly Holder[]): Letter | Withdrawn {
  const { event, words } = about
  const { t } = words
  if (event.status !== 'publish' || event.happening !== 'scheduled') {
    return { withdrawn: 'The event does not take place as planned.' }
  }
  const [first] = tickets
  if (!first) return noTicketLeft
  const blocks: Block[] = [
    { kind: 'text', text: t('mail.reminder.intro') },
    ...ticketBlocks(tickets, new Map([[event.id, event]]), words),
    ...eventLink(event, words),
  ]
  // A mail shows the QR codes of so many tickets at most. With more, it links the papers that show them.
  const papers = tickets.length > drawnMost ? { tickets } : undefined
  const worded = wordedAs('event.reminder', event.id, eventValues(event))
  const said = { subject: t('mail.reminder.subject', { event: event.title }), worded, blocks }
  return { ...letter(about, said), tickets, papers }
}
