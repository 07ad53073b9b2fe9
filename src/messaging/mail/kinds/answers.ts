import type { Words } from '../../../core/words/speak.ts'
import type { Letter, Withdrawn } from '../letter.ts'
import type { OrderView } from '../order-view.ts'
import { eventsInWords, firstEvent } from '../parts.ts'

/** To the buyer of an order that came in without answers that are wanted: once, with the link to the page where they answer. */
export function orderAsked(
  { view, words }: { view: OrderView; words: Words },
  missing: number,
): Letter | Withdrawn {
  const { t } = words
  if (view.order.status !== 'completed') {
    return { withdrawn: `The order is ${view.order.status} by now.` }
  }
  if (missing === 0) return { withdrawn: 'Everything was answered by now.' }
  const event = eventsInWords([...view.events.values()], words)
  return {
    greets: view.order.purchaser_name,
    from: firstEvent(view),
    isTest: view.order.gateway === 'sandbox',
    subject: t('mail.answers.subject', { order: view.order.id, event }),
    tickets: [],
    blocks: [
      { kind: 'text', text: t('mail.answers.intro', { count: missing }) },
      { kind: 'link', text: t('mail.answers.link'), url: view.url },
    ],
  }
}
