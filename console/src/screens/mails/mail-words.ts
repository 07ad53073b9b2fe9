import type { Message } from '@marquee-events/client'

/** No more than is known: the other server took it over. */
export const mailStates: Readonly<Record<Message['state'], readonly [word: string, tone: string]>> =
  {
    queued: ['Waits', 'warn'],
    sending: ['Is being sent', 'warn'],
    sent: ['Taken by their server', 'good'],
    captured: ['Kept: no mail server', 'warn'],
    failed: ['Failed', 'bad'],
    suppressed: ['Not sent: came back before', 'bad'],
    bounced: ['Came back', 'bad'],
    withdrawn: ['Withdrawn', 'warn'],
    withheld: ['Held back', 'warn'],
  }

const kinds: Readonly<Record<string, string>> = {
  'order.confirmed': 'the tickets',
  'ticket.issued': 'a ticket',
  'order.pending': 'payment awaited',
  'order.failed': 'payment failed',
  'order.refunded': 'money goes back',
  'ticket.transferred': 'a ticket passed on',
  'event.changed': 'another day or place',
  'event.cancelled': 'the event is cancelled',
  'event.postponed': 'the event is postponed',
  'event.reminder': 'a reminder',
}

export const mailKind = (kind: string) => kinds[kind] ?? kind.replace(/[._]/g, ' ')
