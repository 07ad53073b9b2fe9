import { mayEnter } from '../../ticketing/attendees/rules.ts'
import { inGroups } from '../../ticketing/checkin/door-code.ts'
import type { Holder } from '../../ticketing/attendees/lookup.holders.ts'
import { isRounding } from '../../shop/orders/record/rules.ts'
import type { Block } from './blocks.ts'
import type { EventView } from './event-views.ts'
import type { Tongue } from './letter.ts'
import type { OrderView } from './order-view.ts'
import { drawnMost } from './rules.ts'
import { moneyWords } from '../texts/words.ts'

export const pictureOf = ({ id }: Pick<Holder, 'id'>) => `ticket-${id}@marquee`

/** The title, time and place of an event. */
export function eventBlocks(event: EventView, { texts }: Tongue): Block[] {
  const where = event.where.length > 0 ? [{ label: texts.where, lines: event.where }] : []
  return [
    { kind: 'heading', text: event.title },
    { kind: 'rows', rows: [{ label: texts.when, lines: [event.when] }, ...where] },
  ]
}

/** A link to the page of an event, which a hidden one has not. */
export const eventLink = ({ status, url }: EventView, { texts }: Tongue): Block[] =>
  status === 'publish' ? [{ kind: 'link', text: texts.seeEvent, url }] : []

/** What one's own words may say of an event. */
export const eventValues = ({ title, when, where }: EventView) => ({
  event: title,
  when,
  where: where.join(', '),
})

/** Tickets grouped by event, with the codes of those that admit. */
export function ticketBlocks(
  holders: readonly Holder[],
  events: ReadonlyMap<number, EventView>,
  tongue: Tongue,
): Block[] {
  const { texts } = tongue
  const ids = eventsOf(holders)
  const drawn = holders.filter(admits).length <= drawnMost
  const blocks = ids.flatMap(id => {
    const event = events.get(id)
    const own = holders.filter(({ event_id: of }) => of === id)
    return [
      ...(event ? [...eventBlocks(event, tongue), ...calledOffBlocks(event, tongue)] : []),
      ...own.map(holder => ticketBlock(holder, drawn, tongue)),
    ]
  })
  if (!drawn) return [...blocks, { kind: 'text', text: texts.manyTickets }]
  return holders.some(letInTo(events))
    ? [...blocks, { kind: 'text', text: texts.showAtDoor }]
    : blocks
}

/**
 * That an event does not take place as planned, and why. Whoever gets a ticket after the notice about it learns of it
 * from the mail with the ticket alone.
 */
const calledOffBlocks = ({ happening, reason }: EventView, tongue: Tongue): Block[] =>
  happening === 'scheduled'
    ? []
    : [{ kind: 'note', text: tongue.texts.paper[happening] }, ...reasonBlocks(reason, tongue)]

/** Whether a ticket admits somebody to an event that was not cancelled. */
export const letInTo =
  (events: ReadonlyMap<number, EventView>) =>
  (holder: Holder): boolean =>
    admits(holder) && events.get(holder.event_id)?.happening !== 'cancelled'

export const admits = ({ order_status: status }: Pick<Holder, 'order_status'>) => mayEnter(status)

function ticketBlock(holder: Holder, drawn: boolean, { texts }: Tongue): Block {
  const valid = admits(holder)
  return {
    kind: 'ticket',
    rows: [
      ...(holder.holder_name === '' ? [] : [{ label: texts.holder, lines: [holder.holder_name] }]),
      { label: texts.ticketType, lines: [holder.ticket_name] },
    ],
    code: valid ? `${texts.code}${texts.colon} ${inGroups(holder.door_code)}` : '',
    ...(valid && drawn && { picture: { cid: pictureOf(holder), alt: pictureAlt(holder, texts) } }),
    ...(!valid && { note: texts.doesNotAdmit }),
  }
}

const pictureAlt = ({ id, holder_name: name }: Holder, texts: Tongue['texts']) =>
  name === '' ? texts.paper.qrOf(id) : texts.qrOf(name)

/** The price of an order, line by line. */
export function sumsBlock({ order, lines }: OrderView, tongue: Tongue): Block {
  const { locale, texts } = tongue
  const money = (minor: number) => moneyWords({ minor, currency: order.currency }, locale)
  const rows = lines
    .filter(line => !isRounding(line) || line.total_minor !== 0)
    .map(line => ({
      text: line.kind === 'ticket' ? `${line.quantity} × ${line.name}` : line.name,
      amount: money(line.total_minor),
    }))
  return {
    kind: 'sums',
    rows: [
      ...(order.total_minor === 0 ? [] : rows),
      {
        text: `${texts.order} ${order.id}, ${texts.total}`,
        amount: totalInWords(order, tongue),
        isTotal: true,
      },
    ],
  }
}

export const totalInWords = (
  { total_minor: minor, currency }: OrderView['order'],
  { locale, texts }: Tongue,
): string => (minor === 0 ? texts.free : moneyWords({ minor, currency }, locale))

/** The ids of the events of these tickets. */
export const eventsOf = (holders: readonly Holder[]): number[] => [
  ...new Set(holders.map(({ event_id: id }) => id)),
]

/** The titles of an order's events, shortened for a subject. */
export function eventsInWords(events: readonly EventView[], { texts }: Tongue): string {
  const [first] = events
  return events.length === 1 && first ? first.title : texts.events(events.length)
}

/** Why an event was cancelled or postponed; nothing when no reason was given. */
export const reasonBlocks = (reason: string, { texts }: Tongue): Block[] =>
  reason === '' ? [] : [{ kind: 'rows', rows: [{ label: texts.change.reason, lines: [reason] }] }]

/** The event in whose name a mail about an order is sent: the only one, or the first. */
export const firstEvent = ({ events }: OrderView): EventView | undefined => [...events.values()][0]
