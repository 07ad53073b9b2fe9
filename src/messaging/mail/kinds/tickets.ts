import type { Words } from '../../../core/words/speak.ts'
import type { Holder } from '../../../ticketing/attendees/lookup.holders.ts'
import type { EventView } from '../event-views.ts'
import { type Letter, type Withdrawn, wordedAs } from '../letter.ts'
import { admits, eventBlocks, eventLink, eventValues, ticketBlocks } from '../parts.ts'

type About = { holder: Holder; url: string; event: EventView; words: Words; isTest: boolean }

/** To the new holder of a transferred ticket. `url` is the page on which this holder may pass it on again. */
export function ticketTransferred({
  holder,
  url,
  event,
  words,
  isTest,
}: About): Letter | Withdrawn {
  const { t } = words
  if (!admits(holder)) return { withdrawn: 'The ticket is not valid by now.' }
  return {
    subject: t('mail.transferred.subject', { event: event.title }),
    worded: wordedAs('ticket.transferred', event.id, eventValues(event)),
    greets: holder.holder_name,
    from: event,
    isTest,
    tickets: [holder],
    papers: { tickets: [holder] },
    calendar: [event.id],
    blocks: [
      { kind: 'text', text: t('mail.transferred.intro') },
      ...ticketBlocks([holder], new Map([[event.id, event]]), words),
      { kind: 'link', text: t('mail.transferred.open'), url },
      ...eventLink(event, words),
    ],
  }
}

/** To the former holder of a transferred ticket. */
export function ticketGivenAway(
  { event, words, isTest }: Omit<About, 'holder' | 'url'>,
  name: string,
): Letter {
  const { t } = words
  return {
    subject: t('mail.transferred.formerSubject', { event: event.title }),
    greets: name,
    from: event,
    isTest,
    tickets: [],
    blocks: [{ kind: 'text', text: t('mail.transferred.former') }, ...eventBlocks(event, words)],
  }
}
