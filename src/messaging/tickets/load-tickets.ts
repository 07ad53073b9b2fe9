import { mayReadRecord } from '../../access/records/rules.ts'
import { type EventRow, eventPieces } from '../../catalogue/events/lookup.ts'
import { eventUrl } from '../../catalogue/events/rules.ts'
import { pictureForMail } from '../../catalogue/images/lookup.ts'
import type { LinkedRow } from '../../catalogue/linked/kind.ts'
import { anonymous } from '../../core/caller.ts'
import { placeInWords } from '../../core/postal-address.ts'
import { themeOf } from '../../core/theme.ts'
import type { Locale } from '../../core/locale.ts'
import { whenInWords } from '../../core/words/event-times.ts'
import { speakerOf, type Words } from '../../core/words/speak.ts'
import { readTogether } from '../../platform/db/together.ts'
import { localeAndGateway } from '../../shop/orders/record/lookup.ts'
import {
  type AttendeeRow,
  attendeesOfOrder,
  attendeesWithIds,
} from '../../ticketing/attendees/lookup.ts'
import { mayEnter } from '../../ticketing/attendees/rules.ts'
import { qrContent } from '../../ticketing/checkin/draw-qr.ts'
import { inGroups } from '../../ticketing/checkin/door-code.ts'
import type { Deps } from '../deps.ts'
import { doorsInMail } from '../doors-in-mail.ts'
import { localeOfOrder } from '../locale-of-order.ts'
import type { TicketSheet, TicketSheets } from './ticket-sheet.ts'
import { partSize, partsOf } from './ticket-address.ts'
import { organizerInWords, titleInWords } from './ticket-words.ts'

/** Tickets to print, with the order number for the file name. */
export type LoadedTickets = { tickets: TicketSheets; orderId: number | null }

/**
 * The tickets of an order that admit somebody, in the language of its buyer; undefined when there are none. Two statements
 * for any number of them. Of an order with more tickets than a PDF has (`partSize`) it is those of a part, from 1, or the
 * number of parts when none is asked for.
 */
export async function ticketsOfOrder(
  deps: Deps,
  orderId: number,
  part: number | undefined,
): Promise<LoadedTickets | { parts: number } | undefined> {
  const valid = validOf(await attendeesOfOrder(deps.db, orderId))
  const parts = partsOf(valid.length)
  if (part === undefined && parts > 1) return { parts }
  return sheetsOf(deps, valid, { from: ((part ?? 1) - 1) * partSize, to: (part ?? 1) * partSize })
}

/**
 * The tickets of single places, from orders or from staff; in another language when one is given, and with other names
 * when these must not be shown.
 */
export async function ticketsOfPlaces(
  deps: Deps,
  { ids, locale, shownName = name => name }: Places,
): Promise<LoadedTickets | undefined> {
  const rows = await attendeesWithIds(deps.db, ids)
  const named = rows.map(row => ({
    ...row,
    holder_name: shownName(row.holder_name),
    purchaser_name: shownName(row.purchaser_name),
  }))
  return ticketsOf(deps, named, locale)
}

type Places = { ids: readonly number[]; locale?: Locale; shownName?: (name: string) => string }

/** The tickets of these attendees that admit somebody. */
export const ticketsOf = (
  deps: Deps,
  rows: readonly AttendeeRow[],
  wanted?: Locale,
): Promise<LoadedTickets | undefined> =>
  sheetsOf(deps, validOf(rows), { from: 0, to: rows.length, wanted })

const validOf = (rows: readonly AttendeeRow[]) =>
  rows.filter(row => row.status === 'publish' && mayEnter(row.order_status))

type SheetRange = { from: number; to: number; wanted?: Locale | undefined }

/** The sheets of some of these tickets, numbered as all of them are. */
async function sheetsOf(
  deps: Deps,
  all: readonly AttendeeRow[],
  { from, to, wanted }: SheetRange,
): Promise<LoadedTickets | undefined> {
  const { db } = deps
  const valid = all.slice(from, to)
  const [first] = valid
  if (!first) return undefined
  const eventIds = [...new Set(valid.map(({ event_id }) => event_id))]
  const { events, venues, organizers, orders } = await readTogether(db, {
    ...eventPieces(db, eventIds),
    orders: localeAndGateway(db, first.order_id),
  })
  const [order] = orders
  const locale = wanted ?? localeOfOrder(deps, order ?? { locale: null })
  const words = speakerOf(locale)
  const isSimulated = order?.gateway === 'sandbox'
  // Tickets show what pages show: drafts and trashed records are not for guests.
  const isPublic = (row: LinkedRow) => mayReadRecord(anonymous, row)
  const about = {
    events,
    venues: venues.filter(isPublic),
    organizers: organizers.filter(isPublic),
    isSimulated,
    words,
  }
  const sheets = await Promise.all(
    valid.map((row, index) =>
      sheetOf(deps, row, { ...about, number: from + index + 1, of: all.length }),
    ),
  )
  const { t } = words
  const [only, ...others] = events
  const title =
    only && others.length === 0
      ? t('paper.titleOf', { event: titleInWords(only.title, t('paper.untitled')) })
      : t('paper.titleOfOrder', { order: first.order_id ?? 0 })
  const readPictures = () => picturesOf(deps, events)
  return { tickets: { title, lang: locale, readPictures, sheets }, orderId: first.order_id }
}

/** The pictures of these events that a PDF can show, each once. */
async function picturesOf({ db }: Deps, events: readonly EventRow[]) {
  const ids = [...new Set(events.flatMap(({ image_id: id }) => id ?? []))]
  const pictures = await Promise.all(
    ids.map(async id => ({ id, content: (await pictureForMail(db, id))?.content })),
  )
  return pictures.flatMap(({ id, content }) => (content ? [{ id, content }] : []))
}

type About = {
  events: readonly EventRow[]
  venues: readonly LinkedRow[]
  organizers: readonly LinkedRow[]
  isSimulated: boolean
  words: Words
  number: number
  of: number
}

async function sheetOf(deps: Deps, row: AttendeeRow, about: About): Promise<TicketSheet> {
  const { event, venue, organizers } = happeningOf(row, about)
  const { paid_minor: minor, currency, order_id: orderId } = row
  const { words } = about
  const { t } = words
  const order = orderId === null ? [] : [t('paper.order', { id: orderId })]
  return {
    brand: brandOf(deps),
    title: titleInWords(event?.title ?? '', t('paper.untitled')),
    ...(about.of > 1 && { number: `${about.number} / ${about.of}` }),
    ...(event?.image_id && { picture: event.image_id }),
    notices: noticesOf(event, about),
    fields: [
      { label: t('mail.holder'), text: row.holder_name || row.purchaser_name },
      { label: t('ticket.kind'), text: row.ticket_name },
      ...(event ? fieldsOfEvent(event, venue, words) : []),
      {
        label: t('paper.price'),
        text: minor === 0 ? t('price.free') : words.money({ minor, currency }),
      },
    ],
    below: goodToKnow(event, organizers, t),
    fold: t('paper.fold'),
    qr: { content: await qrContent(deps, row), alt: t('paper.qrOf', { ticket: row.id }) },
    code: { label: t('paper.typed'), text: inGroups(row.door_code) },
    footer: [
      t('paper.ticket', { id: row.id }),
      ...order,
      t('paper.page', { page: about.number, pages: about.of }),
    ].join(' · '),
    link: event?.status === 'publish' ? eventUrl(event, deps.publicRoot) : deps.publicRoot,
  }
}

/** The event of a ticket, with its venue and its organizers as far as guests may see them. */
function happeningOf({ event_id }: AttendeeRow, about: About) {
  const event = about.events.find(({ id }) => id === event_id)
  const organizers = (event?.organizer_ids ?? []).flatMap(
    id => about.organizers.find(organizer => organizer.id === id) ?? [],
  )
  return { event, organizers, venue: about.venues.find(({ id }) => id === event?.venue_id) }
}

const goodToKnow = (
  event: EventRow | undefined,
  organizers: readonly LinkedRow[],
  t: Words['t'],
) => [
  { label: t('event.access'), text: event?.access_note ?? '' },
  { label: t('paper.organizer'), text: organizers.map(organizerInWords).join('; ') },
]

/** When and where an event is, and for whom. */
function fieldsOfEvent(event: EventRow, venue: LinkedRow | undefined, words: Words) {
  const { t } = words
  const places = [venue && placeInWords(venue), event.is_online && t('mail.online')]
  return [
    { label: t('event.when'), text: whenInWords(event, words) },
    { label: t('mail.doors'), text: doorsInMail(event, words) ?? '' },
    { label: t('event.where'), text: places.filter(Boolean).join('; ') },
    { label: t('event.age'), text: event.age_note },
  ]
}

function brandOf({ siteSettings }: Pick<Deps, 'siteSettings'>) {
  const { name: site, accent } = siteSettings()
  const { light } = themeOf(accent || undefined)
  return { site, colour: light.accent, onColour: light.onAccent }
}

function noticesOf(event: EventRow | undefined, { isSimulated, words }: About): string[] {
  const { t } = words
  const happening = event?.happening ?? 'scheduled'
  return [
    ...(happening === 'scheduled'
      ? []
      : [t(happening === 'cancelled' ? 'event.cancelled' : 'event.postponed')]),
    ...(isSimulated ? [t('order.sandbox')] : []),
  ]
}
