import { mayEnter } from '../../ticketing/attendees/rules.ts'
import { inGroups } from '../../ticketing/checkin/door-code.ts'
import type { Words } from '../../core/words/speak.ts'
import type { Holder } from '../../ticketing/attendees/lookup.holders.ts'
import { feesTogether, lineInWords } from '../../shop/orders/record/lines-in-words.ts'
import { isRounding } from '../../shop/orders/record/rules.ts'
import type { Block } from './blocks.ts'
import type { EventView } from './event-views.ts'
import type { OrderView } from './order-view.ts'
import { drawnMost } from './rules.ts'

export const pictureOf = ({ id }: Pick<Holder, 'id'>) => `ticket-${id}@marquee`

/** The title, time and place of an event. */
export function eventBlocks(event: EventView, { t }: Words): Block[] {
  const online = event.onlineLink === undefined ? [] : [t('mail.online')]
  const where = [...event.where, ...online]
  return [
    { kind: 'heading', text: event.title },
    {
      kind: 'rows',
      rows: [
        { label: t('event.when'), lines: [event.when] },
        ...(where.length > 0 ? [{ label: t('event.where'), lines: where }] : []),
      ],
    },
  ]
}

/** What guests want to know before they come. */
function noteBlocks({ notes: { doors, age, access } }: EventView, { t }: Words): Block[] {
  const rows = [
    { label: t('mail.doors'), lines: doors === undefined ? [] : [doors] },
    { label: t('event.age'), lines: age === '' ? [] : [age] },
    { label: t('event.access'), lines: access === '' ? [] : [access] },
  ].filter(({ lines }) => lines.length > 0)
  return rows.length === 0 ? [] : [{ kind: 'rows', rows }]
}

/** The link to join online, for somebody among whose tickets one admits to the event. */
export const onlineBlocks = (
  { onlineLink: url, happening }: EventView,
  own: readonly Holder[],
  { t }: Words,
): Block[] =>
  url !== undefined && happening !== 'cancelled' && own.some(admits)
    ? [{ kind: 'link', text: t('event.join'), url }]
    : []

/** A link to the page of an event, which a hidden one has not. */
export const eventLink = ({ status, url }: EventView, { t }: Words): Block[] =>
  status === 'publish' ? [{ kind: 'link', text: t('mail.seeEvent'), url }] : []

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
  words: Words,
): Block[] {
  const { t } = words
  const ids = eventsOf(holders)
  const drawn = holders.filter(admits).length <= drawnMost
  const blocks = ids.flatMap(id => {
    const event = events.get(id)
    const own = holders.filter(({ event_id: of }) => of === id)
    return [
      ...(event
        ? [
            ...eventBlocks(event, words),
            ...noteBlocks(event, words),
            ...calledOffBlocks(event, words),
            ...onlineBlocks(event, own, words),
          ]
        : []),
      ...own.map(holder => ticketBlock(holder, drawn, words)),
    ]
  })
  if (!drawn) return [...blocks, { kind: 'text', text: t('mail.manyTickets') }]
  return holders.some(letInTo(events))
    ? [...blocks, { kind: 'text', text: t('mail.showAtDoor') }]
    : blocks
}

/**
 * That an event does not take place as planned, and why. Whoever gets a ticket after the notice about it learns of it
 * from the mail with the ticket alone.
 */
const calledOffBlocks = ({ happening, reason }: EventView, words: Words): Block[] =>
  happening === 'scheduled'
    ? []
    : [
        {
          kind: 'note',
          text: words.t(happening === 'cancelled' ? 'event.cancelled' : 'event.postponed'),
        },
        ...reasonBlocks(reason, words),
      ]

/** Whether a ticket admits somebody to an event that was not cancelled. */
export const letInTo =
  (events: ReadonlyMap<number, EventView>) =>
  (holder: Holder): boolean =>
    admits(holder) && events.get(holder.event_id)?.happening !== 'cancelled'

export const admits = ({ order_status: status }: Pick<Holder, 'order_status'>) => mayEnter(status)

function ticketBlock(holder: Holder, drawn: boolean, { t }: Words): Block {
  const valid = admits(holder)
  return {
    kind: 'ticket',
    rows: [
      ...(holder.holder_name === ''
        ? []
        : [{ label: t('mail.holder'), lines: [holder.holder_name] }]),
      { label: t('ticket.kind'), lines: [holder.ticket_name] },
    ],
    code: valid ? `${t('mail.code')}${t('mail.colon')} ${inGroups(holder.door_code)}` : '',
    ...(valid && drawn && { picture: { cid: pictureOf(holder), alt: pictureAlt(holder, t) } }),
    ...(!valid && { note: t('ticket.admitsNobody') }),
  }
}

const pictureAlt = ({ id, holder_name: name }: Holder, t: Words['t']) =>
  name === '' ? t('paper.qrOf', { ticket: id }) : t('mail.qrOf', { holder: name })

/** The price of an order, line by line. */
export function sumsBlock({ order, lines }: OrderView, words: Words): Block {
  const { t } = words
  const money = (minor: number) => words.money({ minor, currency: order.currency })
  const rows = feesTogether(lines)
    .filter(line => !isRounding(line) || line.total_minor !== 0)
    .map(line => ({
      text: isRounding(line) ? line.name : lineInWords(line, t),
      amount: money(line.total_minor),
    }))
  return {
    kind: 'sums',
    rows: [
      ...(order.total_minor === 0 ? [] : rows),
      {
        text: `${t('mail.order')} ${order.id}, ${t('mail.total')}`,
        amount: totalInWords(order, words),
        isTotal: true,
      },
    ],
  }
}

export const totalInWords = (
  { total_minor: minor, currency }: OrderView['order'],
  { t, money }: Words,
): string => (minor === 0 ? t('price.free') : money({ minor, currency }))

/** The ids of the events of these tickets. */
export const eventsOf = (holders: readonly Holder[]): number[] => [
  ...new Set(holders.map(({ event_id: id }) => id)),
]

/** The titles of an order's events, shortened for a subject. */
export function eventsInWords(events: readonly EventView[], { t }: Words): string {
  const [first] = events
  return events.length === 1 && first ? first.title : t('mail.events', { count: events.length })
}

/** Why an event was cancelled or postponed; nothing when no reason was given. */
export const reasonBlocks = (reason: string, { t }: Words): Block[] =>
  reason === ''
    ? []
    : [{ kind: 'rows', rows: [{ label: t('mail.change.reason'), lines: [reason] }] }]

/** The event in whose name a mail about an order is sent: the only one, or the first. */
export const firstEvent = ({ events }: OrderView): EventView | undefined => [...events.values()][0]
