import { counted } from './counted.ts'

/**
 * Every sentence of mails and printed tickets; the other languages have the same ones. Names and titles are inserted
 * unescaped.
 */
export const en = {
  /** What stands between a label and what it labels. */
  colon: ':',
  hello: (name: string) => (name === '' ? 'Hello,' : `Hello ${name},`),
  footer: (site: string) => `This mail was sent by ${site} because of an order or a ticket.`,
  contact: (organizer: string) => `Questions? Reply to this mail to reach ${organizer}.`,
  sandbox: 'Sandbox: no money was moved.',
  when: 'When',
  where: 'Where',
  doors: 'Doors open',
  age: 'For whom',
  access: 'Access',
  online: 'Online',
  join: 'Join online',
  order: 'Order',
  total: 'Total',
  free: 'Free',
  fee: 'Fees',
  refunded: 'Refunded',
  yourTickets: 'Your tickets',
  /** Instead of a buyer's name that mails do not show. */
  somebody: 'Somebody',
  holder: 'Name',
  ticketType: 'Ticket',
  code: 'Code',
  qrOf: (holder: string) => `QR code of the ticket of ${holder}`,
  showAtDoor: 'Show the QR code at the entrance, on paper or on your phone.',
  manyTickets: 'These are many tickets: you find their QR codes as PDF behind the links below.',
  asPdf: 'Tickets as PDF',
  doesNotAdmit: 'This ticket does not admit anybody at the moment.',
  seeOrder: 'See your order',
  seeEvent: 'See the event',
  events: (count: number) => counted('en', count, { one: '# event', other: '# events' }),
  feeds: {
    events: 'Events',
    own: 'My events',
    noTicket: (what: string) => `No ticket any more: ${what}`,
  },
  paper: {
    titleOf: (event: string) => `Tickets for ${event}`,
    titleOfOrder: (order: number) => `Tickets of order ${order}`,
    untitled: 'Event',
    cancelled: 'This event is cancelled.',
    postponed: 'This event is postponed.',
    organizer: 'Organiser',
    price: 'Price',
    qrOf: (ticket: number) => `QR code of ticket ${ticket}`,
    typed: 'Code, if the picture cannot be read',
    ticket: (id: number) => `Ticket ${id}`,
    order: (id: number) => `Order ${id}`,
    page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  },
  confirmed: {
    subject: (what: string) => `Your tickets: ${what}`,
    intro: (count: number) =>
      counted('en', count, {
        one: 'Your order is complete. Here is your ticket.',
        other: 'Your order is complete. Here are your # tickets.',
      }),
    nobodyComes: 'Thank you for telling us that you are not coming.',
    passedOn:
      'Your order is complete. All its tickets were passed on; the page of your order says with whom they are.',
  },
  issued: {
    subject: (what: string) => `Your ticket: ${what}`,
    intro: (buyer: string, count: number) =>
      counted('en', count, {
        one: `${buyer} has ordered a ticket for you.`,
        other: `${buyer} has ordered # tickets for you.`,
      }),
  },
  pending: {
    subject: (order: number) => `Order ${order}: your payment is not complete yet`,
    intro:
      'Your payment has not arrived yet. As soon as it has, you get your tickets by mail. If your bank asks you to confirm the payment, please do so.',
  },
  failed: {
    subject: (order: number) => `Order ${order} was not completed`,
    unpaid: 'Your payment did not come about. Nothing was charged, and the places are free again.',
    paid: 'Your payment arrived when the places were not available any more. You get all of your money back.',
    paidInVain: 'Your payment could not complete this order. You get all of your money back.',
    again: 'Choose tickets again',
  },
  refund: {
    subject: (order: number) => `Order ${order}: your refund`,
    money: (amount: string) =>
      `${amount} were given back to you. Your bank may need some days to show it.`,
    byHand: (amount: string) => `${amount} were given back to you.`,
    places: 'Places of your order were given back.',
    left: (count: number) =>
      counted('en', count, {
        one: 'One ticket of the order is still valid.',
        other: '# tickets of the order are still valid.',
      }),
    none: 'None of the tickets of the order is valid any more.',
  },
  links: {
    subject: (site: string) => `Your orders and tickets at ${site}`,
    intro:
      'You asked for the links to your orders and tickets. Whoever has a link can see the order or the ticket.',
    unasked: 'If it was not you who asked, you need not do anything.',
  },
  transferred: {
    subject: (what: string) => `Your ticket: ${what}`,
    intro: 'A ticket was passed on to you. Only the code in this mail is valid.',
    open: 'See your ticket, or pass it on',
    formerSubject: (what: string) => `Your ticket was passed on: ${what}`,
    former:
      'Your ticket was passed on to somebody else. The code that you had does not admit anybody any more. If you did not expect this, please ask the organiser.',
  },
  returned: {
    subject: (what: string) => `Your ticket was given back: ${what}`,
    intro: (count: number) =>
      counted('en', count, {
        one: 'A ticket that was ordered for you was given back. Its code does not admit anybody any more. If you did not expect this, please ask whoever ordered it, or the organiser.',
        other:
          '# tickets that were ordered for you were given back. Their codes do not admit anybody any more. If you did not expect this, please ask whoever ordered them, or the organiser.',
      }),
  },
  change: {
    subject: (what: string) => `Changed: ${what}`,
    intro:
      'Something has changed about an event that you have tickets for. Your tickets stay valid.',
    takesPlace: 'The event takes place after all. Your tickets are valid.',
    was: 'Before',
    now: 'Now',
    nowhere: 'No venue',
    cancelledSubject: (what: string) => `Cancelled: ${what}`,
    cancelled:
      'The event that you have tickets for is cancelled. Your tickets do not admit anybody. If you paid for them, the organiser tells you about your money.',
    postponedSubject: (what: string) => `Postponed: ${what}`,
    postponed:
      'The event that you have tickets for is postponed. Your tickets stay valid; you get a mail as soon as the new date is known.',
    postponedTo:
      'The event that you have tickets for is postponed to another time. Your tickets stay valid.',
    reason: 'Reason',
  },
  reminder: {
    subject: (what: string) => `Soon: ${what}`,
    intro: 'The event that you have tickets for begins soon.',
    end: 'No more reminders of this event',
  },
  account: {
    footer: (site: string) => `This mail was sent by ${site} because of your account there.`,
    login: 'Login',
    reset: {
      subject: (site: string) => `A new password for ${site}`,
      intro: (site: string) => `Somebody asked for a new password of your account at ${site}.`,
      link: 'Choose a new password',
      once: 'The link works once, for an hour. If you have more than one such mail, the newest counts.',
      unasked:
        'If it was not you who asked, you need not do anything: your password stays as it is.',
    },
    confirm: {
      subject: (site: string) => `Confirm that it is you, at ${site}`,
      intro: (site: string) =>
        `Somebody signed in to your account at ${site} is about to change something important there.`,
      link: 'Sign in again',
      once: 'The link works once, for fifteen minutes. In the browser in which you open it you can then go on.',
      unasked: 'If it was not you, end all sign-ins of your account, and tell an administrator.',
    },
    invited: {
      subject: (site: string) => `Your account at ${site}`,
      intro: (site: string) =>
        `An account at ${site} was made for you. Choose a password to sign in.`,
      link: 'Choose your password',
      once: 'The link works once, for seven days. After that:',
      later: 'Have a new link sent',
    },
  },
  test: {
    subject: (site: string) => `Test mail of ${site}`,
    intro: 'This mail took the same way as every other. If you read it, mail works.',
  },
}

/** The sentences that every language must have. */
export type Texts = typeof en
