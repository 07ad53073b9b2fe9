import type { Words } from '../../../core/words/speak.ts'
import type { MessageRow } from '../../outbox/lookup.ts'
import type { Letter } from '../letter.ts'
import type { OrderView } from '../order-view.ts'
import { firstEvent } from '../parts.ts'

/** What the cause knew: the amount, until when the buyer may choose, and what counts otherwise. */
type Offer = { minor: number; until: string; zone: string; otherwise: string }

/** To the buyer of an order whose event does not take place as planned: what should happen to the money. */
export function orderChoice(
  { view, words }: { view: OrderView; words: Words },
  { event_id: eventId, details }: Pick<MessageRow, 'event_id' | 'details'>,
): Letter {
  const { t, money, moment } = words
  // A preview knows none of it.
  const { minor = 0, until, zone = 'UTC', otherwise = 'refund' } = details as Partial<Offer>
  const event = view.events.get(eventId ?? 0) ?? firstEvent(view)
  const title = event?.title ?? ''
  const end = moment(new Date(until ?? view.order.created_at), zone, 'full')
  return {
    subject: t('mail.choice.subject', { event: title }),
    greets: view.order.purchaser_name,
    from: event,
    isTest: view.order.gateway === 'sandbox',
    tickets: [],
    blocks: [
      {
        kind: 'text',
        text: t('mail.choice.intro', {
          event: title,
          amount: money({ minor, currency: view.order.currency }),
        }),
      },
      {
        kind: 'text',
        text: `${t('mail.choice.until', { until: end })} ${otherWords(otherwise, t)}`,
      },
      { kind: 'link', text: t('mail.choice.link'), url: `${view.url}#choice` },
    ],
  }
}

function otherWords(otherwise: string, t: Words['t']): string {
  if (otherwise === 'keep') return t('mail.choice.elseKeep')
  return t(otherwise === 'donate' ? 'mail.choice.elseDonate' : 'mail.choice.elseRefund')
}
