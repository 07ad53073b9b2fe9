/** Sentences of mails. */
export const mails = {
  'mail.colon': ':',
  'mail.hello': 'Hello,',
  'mail.helloName': 'Hello {name},',
  'mail.footer': 'This mail was sent by {site} because of an order or a ticket.',
  'mail.contact': 'Questions? Just reply to this mail to reach {organizer}.',
  'mail.doors': 'Doors open',
  'mail.online': 'Online',
  'mail.order': 'Order',
  'mail.total': 'Total',
  'mail.refunded': 'Refunded',
  'mail.yourTickets': 'Your tickets',
  'mail.somebody': 'Somebody',
  'mail.holder': 'Name',
  'mail.code': 'Code',
  'mail.qrOf': 'QR code on the ticket of {holder}',
  'mail.showAtDoor': 'Show the QR code at the entrance, on paper or on your phone.',
  'mail.manyTickets': 'The QR codes of your tickets are in the PDF linked below.',
  'mail.asPdf': 'Tickets as PDF',
  'mail.seeOrder': 'See your order',
  'mail.seeEvent': 'See the event',
  'mail.events': '{count, plural, one {# event} other {# events}}',
  'mail.confirmed.subject': 'Your tickets: {event}',
  'mail.confirmed.intro':
    '{count, plural, one {Your order is complete. Here is your ticket.} other {Your order is complete. Here are your # tickets.}}',
  'mail.confirmed.nobodyComes': 'Thank you for letting us know that you are not coming.',
  'mail.confirmed.passedOn':
    'Your order is complete. All its tickets were passed on; the page of your order shows to whom.',
  'mail.issued.subject': 'Your ticket: {event}',
  'mail.issued.intro':
    '{count, plural, one {{buyer} has ordered a ticket for you.} other {{buyer} has ordered # tickets for you.}}',
  'mail.pending.subject': 'Order {order}: your payment is not complete yet',
  'mail.pending.intro':
    'We have not received your payment yet. As soon as it arrives, we will send you your tickets. If your bank asks you to confirm the payment, please do so.',
  'mail.failed.subject': 'Order {order} was not completed',
  'mail.failed.unpaid':
    'Your payment did not go through. Nothing was charged, and the places are free again.',
  'mail.failed.paid':
    'By the time your payment arrived, the places were no longer available. You will be refunded in full.',
  'mail.failed.paidInVain':
    'Your payment could not complete this order. You will be refunded in full.',
  'mail.failed.again': 'Choose tickets again',
  'mail.refund.subject': 'Order {order}: your refund',
  'mail.refund.money': 'We refunded {amount}. It may take your bank a few days to show it.',
  'mail.refund.byHand': 'We refunded {amount}.',
  'mail.refund.places': 'Places of your order have been given back.',
  'mail.refund.left':
    '{count, plural, one {One ticket in your order is still valid.} other {# tickets in your order are still valid.}}',
  'mail.refund.none': 'None of the tickets in your order are valid any more.',
  'mail.links.subject': 'Your orders and tickets at {site}',
  'mail.links.intro':
    'Here are the links to your orders and tickets that you asked for. Anyone who has a link can see the order or the ticket.',
  'mail.links.unasked': 'If you did not ask for them, you can ignore this mail.',
  'mail.transferred.subject': 'Your ticket: {event}',
  'mail.transferred.intro': 'A ticket was passed on to you. Only the code in this mail is valid.',
  'mail.transferred.open': 'View your ticket, or pass it on',
  'mail.transferred.formerSubject': 'Your ticket was passed on: {event}',
  'mail.transferred.former':
    'Your ticket was passed on to somebody else. The code you had no longer admits anyone. If you did not expect this, please ask the organiser.',
  'mail.returned.subject': 'Your ticket was given back: {event}',
  'mail.returned.intro':
    '{count, plural, one {A ticket that was ordered for you was given back. Its code no longer admits anyone. If you did not expect this, please ask whoever ordered it, or the organiser.} other {# tickets that were ordered for you were given back. Their codes no longer admit anyone. If you did not expect this, please ask whoever ordered them, or the organiser.}}',
  'mail.change.subject': 'Changed: {event}',
  'mail.change.intro': 'An event that you have tickets for has changed. Your tickets remain valid.',
  'mail.change.takesPlace': 'The event will take place after all. Your tickets are valid.',
  'mail.change.was': 'Before',
  'mail.change.now': 'Now',
  'mail.change.nowhere': 'No venue',
  'mail.change.cancelledSubject': 'Cancelled: {event}',
  'mail.change.cancelled':
    'The event that you have tickets for is cancelled. Your tickets will not admit anyone. If you paid for them, the organiser will contact you about your money.',
  'mail.change.postponedSubject': 'Postponed: {event}',
  'mail.change.postponed':
    'The event that you have tickets for is postponed. Your tickets remain valid; we will send you a mail as soon as the new date is known.',
  'mail.change.postponedTo':
    'The event that you have tickets for is postponed to another time. Your tickets remain valid.',
  'mail.change.reason': 'Reason',
  'mail.reminder.subject': 'Soon: {event}',
  'mail.reminder.intro': 'The event that you have tickets for is coming up soon.',
  'mail.reminder.end': 'No more reminders about this event',
  'mail.guests.order': 'Your order',
  'mail.guests.ticket': 'Your ticket',
  'mail.account.footer': 'This mail was sent by {site} because of your account there.',
  'mail.account.login': 'Login',
  'mail.account.reset.subject': 'A new password for {site}',
  'mail.account.reset.intro': 'Somebody asked for a new password for your account at {site}.',
  'mail.account.reset.link': 'Choose a new password',
  'mail.account.reset.once':
    'The link works once, within an hour. If you have more than one such mail, use the latest.',
  'mail.account.reset.unasked':
    'If it was not you, you can ignore this mail: your password stays as it is.',
  'mail.account.confirm.subject': 'Confirm that it is you: {site}',
  'mail.account.confirm.intro':
    'Somebody who is signed in to your account at {site} is about to change something important.',
  'mail.account.confirm.link': 'Sign in again',
  'mail.account.confirm.once':
    'The link works once, within fifteen minutes. You can then continue in the browser in which you open it.',
  'mail.account.confirm.unasked':
    'If it was not you, sign your account out everywhere, and tell an administrator.',
  'mail.account.invited.subject': 'Your account at {site}',
  'mail.account.invited.intro':
    'An account at {site} was created for you. Choose a password to sign in.',
  'mail.account.invited.link': 'Choose your password',
  'mail.account.invited.once': 'The link works once, within seven days. After that:',
  'mail.account.invited.later': 'Get a new link',
  'mail.test.subject': 'Test mail from {site}',
  'mail.test.intro': 'This mail was sent like any other. If you can read it, mail works.',
} as const
