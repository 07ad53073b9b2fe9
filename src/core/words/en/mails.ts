/** Sentences of mails. */
export const mails = {
  'mail.colon': ':',
  'mail.hello': 'Hello,',
  'mail.helloName': 'Hello {name},',
  'mail.footer': 'This mail was sent by {site} because of an order or a ticket.',
  'mail.contact': 'Questions? Reply to this mail to reach {organizer}.',
  'mail.doors': 'Doors open',
  'mail.online': 'Online',
  'mail.order': 'Order',
  'mail.total': 'Total',
  'mail.refunded': 'Refunded',
  'mail.yourTickets': 'Your tickets',
  'mail.somebody': 'Somebody',
  'mail.holder': 'Name',
  'mail.code': 'Code',
  'mail.qrOf': 'QR code of the ticket of {holder}',
  'mail.showAtDoor': 'Show the QR code at the entrance, on paper or on your phone.',
  'mail.manyTickets':
    'These are many tickets: you find their QR codes as PDF behind the links below.',
  'mail.asPdf': 'Tickets as PDF',
  'mail.seeOrder': 'See your order',
  'mail.seeEvent': 'See the event',
  'mail.events': '{count, plural, one {# event} other {# events}}',
  'mail.confirmed.subject': 'Your tickets: {event}',
  'mail.confirmed.intro':
    '{count, plural, one {Your order is complete. Here is your ticket.} other {Your order is complete. Here are your # tickets.}}',
  'mail.confirmed.nobodyComes': 'Thank you for telling us that you are not coming.',
  'mail.confirmed.passedOn':
    'Your order is complete. All its tickets were passed on; the page of your order says with whom they are.',
  'mail.issued.subject': 'Your ticket: {event}',
  'mail.issued.intro':
    '{count, plural, one {{buyer} has ordered a ticket for you.} other {{buyer} has ordered # tickets for you.}}',
  'mail.pending.subject': 'Order {order}: your payment is not complete yet',
  'mail.pending.intro':
    'Your payment has not arrived yet. As soon as it has, you get your tickets by mail. If your bank asks you to confirm the payment, please do so.',
  'mail.failed.subject': 'Order {order} was not completed',
  'mail.failed.unpaid':
    'Your payment did not come about. Nothing was charged, and the places are free again.',
  'mail.failed.paid':
    'Your payment arrived when the places were not available any more. You get all of your money back.',
  'mail.failed.paidInVain':
    'Your payment could not complete this order. You get all of your money back.',
  'mail.failed.again': 'Choose tickets again',
  'mail.refund.subject': 'Order {order}: your refund',
  'mail.refund.money': '{amount} were given back to you. Your bank may need some days to show it.',
  'mail.refund.byHand': '{amount} were given back to you.',
  'mail.refund.places': 'Places of your order were given back.',
  'mail.refund.left':
    '{count, plural, one {One ticket of the order is still valid.} other {# tickets of the order are still valid.}}',
  'mail.refund.none': 'None of the tickets of the order is valid any more.',
  'mail.links.subject': 'Your orders and tickets at {site}',
  'mail.links.intro':
    'You asked for the links to your orders and tickets. Whoever has a link can see the order or the ticket.',
  'mail.links.unasked': 'If it was not you who asked, you need not do anything.',
  'mail.transferred.subject': 'Your ticket: {event}',
  'mail.transferred.intro': 'A ticket was passed on to you. Only the code in this mail is valid.',
  'mail.transferred.open': 'See your ticket, or pass it on',
  'mail.transferred.formerSubject': 'Your ticket was passed on: {event}',
  'mail.transferred.former':
    'Your ticket was passed on to somebody else. The code that you had does not admit anybody any more. If you did not expect this, please ask the organiser.',
  'mail.returned.subject': 'Your ticket was given back: {event}',
  'mail.returned.intro':
    '{count, plural, one {A ticket that was ordered for you was given back. Its code does not admit anybody any more. If you did not expect this, please ask whoever ordered it, or the organiser.} other {# tickets that were ordered for you were given back. Their codes do not admit anybody any more. If you did not expect this, please ask whoever ordered them, or the organiser.}}',
  'mail.change.subject': 'Changed: {event}',
  'mail.change.intro':
    'Something has changed about an event that you have tickets for. Your tickets stay valid.',
  'mail.change.takesPlace': 'The event takes place after all. Your tickets are valid.',
  'mail.change.was': 'Before',
  'mail.change.now': 'Now',
  'mail.change.nowhere': 'No venue',
  'mail.change.cancelledSubject': 'Cancelled: {event}',
  'mail.change.cancelled':
    'The event that you have tickets for is cancelled. Your tickets do not admit anybody. If you paid for them, the organiser tells you about your money.',
  'mail.change.postponedSubject': 'Postponed: {event}',
  'mail.change.postponed':
    'The event that you have tickets for is postponed. Your tickets stay valid; you get a mail as soon as the new date is known.',
  'mail.change.postponedTo':
    'The event that you have tickets for is postponed to another time. Your tickets stay valid.',
  'mail.change.reason': 'Reason',
  'mail.reminder.subject': 'Soon: {event}',
  'mail.reminder.intro': 'The event that you have tickets for begins soon.',
  'mail.reminder.end': 'No more reminders of this event',
  'mail.account.footer': 'This mail was sent by {site} because of your account there.',
  'mail.account.login': 'Login',
  'mail.account.reset.subject': 'A new password for {site}',
  'mail.account.reset.intro': 'Somebody asked for a new password of your account at {site}.',
  'mail.account.reset.link': 'Choose a new password',
  'mail.account.reset.once':
    'The link works once, for an hour. If you have more than one such mail, the newest counts.',
  'mail.account.reset.unasked':
    'If it was not you who asked, you need not do anything: your password stays as it is.',
  'mail.account.confirm.subject': 'Confirm that it is you, at {site}',
  'mail.account.confirm.intro':
    'Somebody signed in to your account at {site} is about to change something important there.',
  'mail.account.confirm.link': 'Sign in again',
  'mail.account.confirm.once':
    'The link works once, for fifteen minutes. In the browser in which you open it you can then go on.',
  'mail.account.confirm.unasked':
    'If it was not you, end all sign-ins of your account, and tell an administrator.',
  'mail.account.invited.subject': 'Your account at {site}',
  'mail.account.invited.intro':
    'An account at {site} was made for you. Choose a password to sign in.',
  'mail.account.invited.link': 'Choose your password',
  'mail.account.invited.once': 'The link works once, for seven days. After that:',
  'mail.account.invited.later': 'Have a new link sent',
  'mail.test.subject': 'Test mail of {site}',
  'mail.test.intro': 'This mail took the same way as every other. If you read it, mail works.',
} as const
