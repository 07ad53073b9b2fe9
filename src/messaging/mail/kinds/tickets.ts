import type { Holder } from '../../../ticketing/attendees/lookup.holders.ts'
import type { EventView } from '../event-views.ts'
import { type Letter, type Tongue, type Withdrawn, wordedAs } from '../letter.ts'
import { admits, eventBlocks, eventLink, eventValues, ticketBlocks } from '../parts.ts'

type About = { holder: Holder; url: string; event: EventView; tongue: Tongue; isTest: boolean }

/** To the new holder of a transferred ticket. `url` is the page on which this holder may pass it on again. */
export function ticketTransferred({
  holder,
  url,
  event,
  tongue,
  isTest,
}: About): Letter | Withdrawn {
  const { texts } = tongue
  if (!admits(holder)) return { withdrawn: 'The ticket is not valid by now.' }
  return {
    subject: texts.transferred.subject(event.title),
    worded: wordedAs('ticket.transferred', event.id, eventValues(event)),
    greets: holder.holder_name,
    from: event,
    isTest,
    tickets: [holder],
    papers: { tickets: [holder] },
    calendar: [event.id],
    blocks: [
      { kind: 'text', text: texts.transferred.intro },
      ...ticketBlocks([holder], new Map([[event.id, event]]), tongue),
      { kind: 'link', text: texts.transferred.open, url },
      ...eventLink(event, tongue),
    ],
  }
}

/** To the former holder of a transferred ticket. */
export function ticketGivenAway(
  { event, tongue, isTest }: Omit<About, 'holder' | 'url'>,
  name: string,
): Letter {
  const { texts } = tongue
  return {
    subject: texts.transferred.formerSubject(event.title),
    greets: name,
    from: event,
    isTest,
    tickets: [],
    blocks: [{ kind: 'text', text: texts.transferred.former }, ...eventBlocks(event, tongue)],
  }
}
