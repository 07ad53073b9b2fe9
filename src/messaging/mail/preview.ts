import type { MessageRow } from '../outbox/lookup.ts'
import type { MessageKind } from '../outbox/rules.ts'
import type { EventView } from './event-views.ts'
import type { OrderView } from './order-view.ts'

/** The cause of a mail that is only looked at. No mail in the outbox has it. */
export const previewCause = 'preview'

/** What a preview has in place of the words that staff would write to guests. */
export const exampleText = { subject: 'About {event}', body: 'Your words to guests stand here.' }

export const isPreview = ({ cause }: Pick<MessageRow, 'cause'>): boolean => cause === previewCause

/** The order in the state that this kind of mail is about, whatever state it has. */
export function orderFor(kind: MessageKind, view: OrderView): OrderView {
  const { order } = view
  switch (kind) {
    case 'order.pending':
      return { ...view, order: { ...order, status: 'pending' } }
    case 'order.failed':
      return { ...view, order: { ...order, status: 'denied', paid_minor: 0 } }
    case 'order.confirmed':
    case 'ticket.issued':
      return { ...view, order: { ...order, status: 'completed' } }
    default:
      return view
  }
}

/** The event as this kind of mail is about it: cancelled, postponed or taking place. */
export function eventFor(kind: MessageKind, event: EventView): EventView {
  if (kind === 'event.cancelled') return { ...event, happening: 'cancelled' }
  if (kind === 'event.postponed') return { ...event, happening: 'postponed' }
  return { ...event, happening: 'scheduled' }
}
