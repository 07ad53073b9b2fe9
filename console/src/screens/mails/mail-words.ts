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

const kinds: Readonly<Record<Message['kind'], string>> = {
  'order.confirmed': 'the tickets',
  'ticket.issued': 'a ticket',
  'order.pending': 'payment awaited',
  'order.failed': 'payment failed',
  'order.refunded': 'money goes back',
  'order.choice': 'the choice after a change',
  'order.asked': 'questions to answer',
  'order.links': 'lost tickets',
  'ticket.transferred': 'a ticket passed on',
  'ticket.returned': 'a ticket given back',
  'event.changed': 'another day or place',
  'event.cancelled': 'the event is cancelled',
  'event.postponed': 'the event is postponed',
  'event.reminder': 'a reminder',
  'guests.message': 'a message to guests',
  'account.reset': 'a new password',
  'account.invited': 'an invitation',
  'account.confirm': 'an address to confirm',
  test: 'a test',
}

/** What a mail is about. Timelines keep kinds of former releases, too. */
export const mailKind = (kind: string) =>
  (kinds as Readonly<Record<string, string>>)[kind] ?? kind.replace(/[._]/g, ' ')
