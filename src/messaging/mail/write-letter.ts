import { type EventTimes, whenInWords } from '../../core/words/event-times.ts'
import { speakerOf, type Words } from '../../core/words/speak.ts'
import { forgottenPath } from '../../access/sessions/rules.ts'
import { cartWasOrdered, findOrder, ordersOfPurchaser } from '../../shop/orders/record/lookup.ts'
import { findMissing } from '../../shop/questions/lookup.ts'
import { orderUrl } from '../../shop/orders/record/order-address.ts'
import {
  findFormerHolder,
  findHolder,
  findLastHolder,
  formerHoldersOfOrders,
  holdersOfEvent,
  placesGivenTo,
} from '../../ticketing/attendees/lookup.holders.ts'
import type { Deps } from '../deps.ts'
import { findText } from '../guests/lookup.ts'
import { isTheSame, lookedAtAgain, type AnnouncedEvent } from '../notices/rules.ts'
import type { MessageRow } from '../outbox/lookup.ts'
import { wasTold } from '../outbox/lookup.ts'
import type { MessageKind } from '../outbox/rules.ts'
import { holderTicketPath } from '../tickets/ticket-address.ts'
import type { OpenAccount } from './account-link.ts'
import { type EventView, eventViews, venueLines } from './event-views.ts'
import { orderAsked } from './kinds/answers.ts'
import { accountInvited, passwordReset, signInAgain } from './kinds/accounts.ts'
import {
  eventCancelled,
  eventChanged,
  eventPostponed,
  eventReminder,
  noTicketLeft,
} from './kinds/events.ts'
import {
  orderConfirmed,
  orderFailed,
  orderPending,
  type GivenBack,
  orderRefunded,
  ticketIssued,
  ticketReturned,
} from './kinds/orders.ts'
import { orderChoice } from './kinds/choices.ts'
import { orderLinks, type OwnLinks, testMail } from './kinds/site.ts'
import { ticketGivenAway, ticketTransferred } from './kinds/tickets.ts'
import type { Letter, Withdrawn } from './letter.ts'
import { letterToGuest } from './letter-to-guest.ts'
import { type OrderView, orderView } from './order-view.ts'
import { findRefundWords } from '../../shop/orders/settling/lookup.ts'
import { nameInMail, withNameInMail } from './person-name.ts'
import { eventFor, exampleText, isPreview, orderFor } from './preview.ts'

/** The most orders, and the most tickets, of which one mail has the links. */
const linksMost = 50

/** Writes a message from the current records, or returns why it is not sent any more, or not yet. */
export async function writeLetter(
  deps: Deps,
  message: MessageRow,
  open: OpenAccount,
): Promise<Letter | Withdrawn> {
  return writers[message.kind](deps, message, { words: speakerOf(message.locale), open })
}

type Language = { words: Words }

type Writer = (
  deps: Deps,
  message: MessageRow,
  means: Language & { open: OpenAccount },
) => Promise<Letter | Withdrawn> | Letter | Withdrawn

const writers: Readonly<Record<MessageKind, Writer>> = {
  'order.confirmed': aboutOrder,
  'ticket.issued': aboutOrder,
  'order.pending': aboutOrder,
  'order.failed': aboutOrder,
  'order.refunded': aboutOrder,
  'order.choice': aboutOrder,
  'order.asked': aboutOrder,
  'ticket.transferred': aboutTicket,
  'ticket.returned': aboutOrder,
  'event.changed': aboutEvent,
  'event.cancelled': aboutEvent,
  'event.postponed': aboutEvent,
  'event.reminder': aboutEvent,
  'guests.message': toGuest,
  'order.links': async (deps, message, { words }) =>
    orderLinks(await linksFor(deps, message), words, deps.siteSettings().name),
  'account.reset': aboutAccount,
  'account.invited': aboutAccount,
  'account.confirm': aboutAccount,
  test: ({ siteSettings }, _, { words }) => testMail(words, siteSettings().name),
}

async function aboutOrder(deps: Deps, message: MessageRow, { words }: Language) {
  const order = await orderView(deps, message.order_id ?? 0, message.locale)
  if (!order) return { withdrawn: 'The order is gone.' }
  const view = isPreview(message) ? orderFor(message.kind, order) : order
  const about = { view, words }
  switch (message.kind) {
    case 'ticket.issued':
      return ticketIssued(about, message.recipient)
    case 'ticket.returned':
      return ticketReturned(about, await returnedOf(deps, message, view))
    case 'order.asked':
      return orderAsked(about, await missingOf(deps, message))
    case 'order.pending':
      return orderPending(about)
    case 'order.failed':
      return orderFailed(about, await failureOf(deps, message, view))
    case 'order.choice':
      return orderChoice(about, message)
    case 'order.refunded':
      return orderRefunded(about, await givenBack(deps, message))
    default:
      return orderConfirmed(about)
  }
}

/** What a mail about a failed order must know of it. A preview is of one that was not ordered anew. */
async function failureOf({ db }: Deps, message: MessageRow, { order }: OrderView) {
  const { id, cart_id: cart } = order
  return {
    toldPending: await wasTold(db, id, 'order.pending'),
    orderedAnew: !isPreview(message) && cart !== null && (await cartWasOrdered(db, cart)),
  }
}

/** How many answers an order still lacks; a preview asks for two. */
async function missingOf({ db }: Deps, message: MessageRow): Promise<number> {
  if (isPreview(message)) return 2
  return (await findMissing(db, message.order_id ?? 0)) ?? 0
}

/** What a mail about a refund says was given back, and how; of one by an earlier release only how much. */
async function givenBack({ db }: Deps, { details }: MessageRow): Promise<GivenBack> {
  const idIn = (name: string) => {
    const { [name]: id } = details
    return typeof id === 'number' ? id : undefined
  }
  const told = await findRefundWords(db, { refundId: idIn('refund'), wordsId: idIn('words') })
  const { method = 'paid', words = '' } = told ?? {}
  return { minor: idIn('minor') ?? 0, method, words }
}

/** The tickets of an order that were given back. A preview has valid ones instead, and of past events, too. */
async function returnedOf({ db, clock }: Deps, message: MessageRow, view: OrderView) {
  const { recipient } = message
  if (isPreview(message)) return { recipient, returned: view.holders, now: new Date(0) }
  return {
    recipient,
    returned: (await formerHoldersOfOrders(db, [view.order.id])).map(withNameInMail),
    now: clock.now(),
  }
}

async function eventOf(deps: Deps, { event_id: id, locale }: MessageRow) {
  return (await eventViews(deps, [id ?? 0], locale)).get(id ?? 0)
}

async function aboutTicket(deps: Deps, message: MessageRow, { words }: Language) {
  const event = await eventOf(deps, message)
  if (!event) return { withdrawn: 'The event is gone.' }
  const order = await findOrder(deps.db, message.order_id ?? 0)
  const about = { event, words, isTest: order?.gateway === 'sandbox' }
  const { to, generation } = message.details
  if (to === 'former') return aboutPassedTicket(deps, message, about)
  const row = await findHolder(deps.db, message.attendee_id ?? 0)
  const holder = row && withNameInMail(row)
  if (!holder) return { withdrawn: 'The ticket is gone.' }
  if (generation !== holder.generation && !isPreview(message)) {
    return { withdrawn: 'The ticket was passed on again.' }
  }
  const url = deps.publicRoot + holderTicketPath(deps.secrets.order, holder)
  return ticketTransferred({ ...about, holder, url })
}

/** To the former holder, whatever became of the ticket since. */
async function aboutPassedTicket(
  { db }: Deps,
  { attendee_id, recipient, details }: MessageRow,
  about: Parameters<typeof ticketGivenAway>[0],
) {
  const id = attendee_id ?? 0
  // Mails that were queued by older releases do not say it.
  const last = details['generation'] ?? (await findLastHolder(db, id))?.generation ?? 0
  const former = await findFormerHolder(db, id, Number(last) - 1)
  return ticketGivenAway(about, former?.email === recipient ? nameInMail(former.name) : '')
}

async function aboutEvent(deps: Deps, message: MessageRow, { words }: Language) {
  const view = await eventOf(deps, message)
  if (!view) return { withdrawn: 'The event is gone.' }
  const event = isPreview(message) ? eventFor(message.kind, view) : view
  const own = await holdersOfEvent(deps.db, { eventId: event.id, email: message.recipient })
  const about = { event, words, name: nameInMail(own[0]?.holder_name ?? '') }
  if (message.kind === 'event.reminder') return eventReminder(about, own)
  const waiting = waitingFor(deps, message, view)
  if (waiting) return waiting
  if (kindNow(event) !== message.kind)
    return { withdrawn: `The event is ${event.happening} by now.` }
  if (own.length === 0 && !isPreview(message)) return noTicketLeft
  if (message.kind === 'event.cancelled') return eventCancelled(about)
  const told = await toldBefore(deps, message, words)
  return message.kind === 'event.postponed'
    ? eventPostponed(about, told)
    : eventChanged(about, told)
}

/**
 * The mail of a notice waits when its event was changed again. That change may be taken back, and then guests are told of
 * none of it: who had its values from this mail, or heard nothing because this mail was withdrawn, would never learn what
 * is true.
 */
function waitingFor(
  { clock }: Deps,
  message: MessageRow,
  { told }: EventView,
): Withdrawn | undefined {
  // Notices of older releases do not say what they tell, and previews are of no notice.
  const { now, seen = now } = message.details as { now?: AnnouncedEvent; seen?: AnnouncedEvent }
  if (!now || !seen || isTheSame(told, now) || isTheSame(told, seen)) return undefined
  const details = { ...message.details, seen: told }
  return {
    withdrawn: 'The event was changed again.',
    again: { at: lookedAtAgain(clock.now()), details },
  }
}

const kindNow = ({ happening }: EventView) =>
  happening === 'scheduled' ? 'event.changed' : (`event.${happening}` as const)

async function toldBefore(deps: Deps, { details }: MessageRow, words: Words) {
  const told = details as unknown as EventTimes & { venue_id: number; happening: string }
  return {
    when: whenInWords(told, words),
    where: await venueLines(deps, told.venue_id),
    happening: told.happening,
  }
}

/** What a run of staff says, as it was kept when the run began. */
async function toGuest(deps: Deps, message: MessageRow) {
  const { run } = message.details
  const text = isPreview(message)
    ? exampleText
    : await findText(deps.db, typeof run === 'number' ? run : 0, message.locale)
  return text ? letterToGuest(deps, message, text) : { withdrawn: 'Its text is gone.' }
}

async function aboutAccount(
  deps: Deps,
  message: MessageRow,
  { words, open }: Language & { open: OpenAccount },
) {
  const account = await open(deps, message)
  if ('withdrawn' in account) return account
  const askUrl = deps.publicRoot + forgottenPath
  const about = { account, words, site: deps.siteSettings().name, askUrl }
  if (message.kind === 'account.invited') return accountInvited(about)
  return message.kind === 'account.confirm' ? signInAgain(about) : passwordReset(about)
}

async function linksFor(deps: Deps, { recipient, locale }: MessageRow): Promise<OwnLinks> {
  const { db, publicRoot, secrets } = deps
  const orders = await ordersOfPurchaser(db, recipient, linksMost)
  const tickets = await placesGivenTo(db, recipient, linksMost)
  const ids = [...orders, ...tickets].flatMap(({ event_id: id }) => id ?? [])
  const events = await eventViews(deps, ids, locale)
  return {
    orders: orders.map(({ id, link_generation, event_id: eventId, created_at: at }) => ({
      id,
      url: orderUrl({ publicRoot, key: secrets.order }, { id, link_generation }),
      event: events.get(eventId ?? 0)?.title ?? at.toISOString().slice(0, 10),
    })),
    tickets: tickets.map(ticket => ({
      id: ticket.id,
      url: publicRoot + holderTicketPath(secrets.order, ticket),
      event: events.get(ticket.event_id)?.title ?? ticket.ticket_name,
    })),
  }
}
