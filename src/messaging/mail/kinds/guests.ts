import type { Words } from '../../../core/words/speak.ts'
import { paragraphsOf } from '../../wording/rules.ts'
import { type GuestText, saidTo } from '../../guests/rules.ts'
import type { EventView } from '../event-views.ts'
import type { Letter } from '../letter.ts'

type About = {
  text: Omit<GuestText, 'locale'>
  name: string
  event: EventView | undefined
  order: number | null
  site: string
  words: Words
  /** The page of the order, or that of the ticket for somebody who only has that one. */
  link: { to: 'order' | 'ticket'; url: string }
}

/** To guests: what staff wrote to them, and the link to their own page. */
export function guestMessage({ text, name, event, order, site, words, link }: About): Letter {
  const { subject, body } = saidTo(text, {
    name,
    site,
    event: event?.title ?? '',
    when: event?.when ?? '',
    where: event?.where.join(', ') ?? '',
    order: order === null ? '' : String(order),
  })
  return {
    subject,
    greets: name,
    from: event,
    isTest: false,
    tickets: [],
    blocks: [
      ...paragraphsOf(body).map(paragraph => ({ kind: 'text', text: paragraph }) as const),
      { kind: 'link', text: linkWords(link, words), url: link.url },
    ],
  }
}

const linkWords = ({ to }: About['link'], { t }: Words) =>
  t(to === 'order' ? 'mail.guests.order' : 'mail.guests.ticket')
