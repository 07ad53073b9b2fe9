import { countOrNone, wholeNumber } from '../sources/whole-number.ts'
import { normalizeForSearch, plainText, plainTitle } from '../../core/text.ts'
import { toInstant, toLocal } from '../../core/time.ts'
import { windowInstants } from '../../ticketing/tickets/merge-draft.ts'
import { type PhpValue, phpText, readPhp } from '../sources/php-value.ts'
import { metaOf, type SourcePost } from '../sources/source-site.ts'
import type { EventFacts, Imported, ImportContext, NotImported, TicketFacts } from './imported.ts'
import { ageOf, isYes, localOf, minorOf, slugOf, words } from './values.ts'

/** The keys that name a ticket's event, by type of post. */
const eventKeys: Readonly<Record<string, string>> = {
  tec_tc_ticket: '_tec_tickets_commerce_event',
  tribe_rsvp_tickets: '_tribe_rsvp_for_event',
  tribe_tpp_tickets: '_tribe_tpp_for_event',
}

/** What other rules need of a ticket type. */
export function ticketFactsOf(
  post: SourcePost,
  { currency, events }: { currency: string; events: ReadonlyMap<number, EventFacts> },
): TicketFacts {
  const eventId = wholeNumber(metaOf(post, eventKeys[post.type] ?? ''))
  const provider = post.type === 'tribe_rsvp_tickets' ? 'rsvp' : 'tc'
  const isShared = events.get(eventId)?.pool !== undefined
  return {
    eventId,
    name: plainTitle(post.title) || '—',
    priceMinor: provider === 'rsvp' ? 0 : (minorOf(metaOf(post, '_price') || '0', currency) ?? 0),
    provider,
    mode: modeOf(post, isShared),
  }
}

function modeOf(post: SourcePost, isShared: boolean): TicketFacts['mode'] {
  const stored = metaOf(post, '_global_stock_mode')
  if ((stored === 'global' || stored === 'capped') && isShared) return stored
  const capacity = capacityOf(post)
  const isManaged = metaOf(post, '_manage_stock') === '' || isYes(metaOf(post, '_manage_stock'))
  return !isManaged || capacity === null ? 'unlimited' : 'own'
}

/** Null for no limit, which is -1 there. */
const capacityOf = (post: SourcePost) => countOrNone(metaOf(post, '_tribe_ticket_capacity'))

/** A ticket type with its stock. What is sold is counted from its attendees, and a capacity below that becomes it. */
export function ticketOf(post: SourcePost, context: ImportContext): Imported | NotImported {
  const facts = context.tickets.get(post.id)
  const event = facts && context.events.get(facts.eventId)
  if (post.type === 'tribe_tpp_tickets') {
    return refused(
      post,
      'Tickets of the old PayPal module are not sold here; their attendees come.',
    )
  }
  if (!facts || !event) {
    return refused(post, 'It is sold on a page or a post, and tickets belong to events here.')
  }
  const sale = salePriceOf(post, context.currency)
  const stock = stockOf(post, { facts, context })
  const { created, changed } = ageOf(post, context.zone)
  const description = words(plainText(post.excerpt))
  const shows = metaOf(post, '_tribe_ticket_show_description')
  return {
    kind: 'ticket',
    oldId: post.id,
    row: {
      event_id: context.ids.record(facts.eventId),
      provider: facts.provider,
      author_id: context.ids.user(post.authorId),
      status: statuses.has(post.status) ? post.status : 'draft',
      name: facts.name,
      description,
      show_description: shows === '' || isYes(shows),
      slug: slugOf(post.slug).slice(0, 200) || String(post.id),
      sku: words(metaOf(post, '_sku')).slice(0, 255),
      menu_order: post.menuOrder,
      currency: context.currency,
      price_minor: facts.priceMinor,
      ...sale.columns,
      ...windowOf(post, { event, context, endedAt: stock.endedAt }),
      mode: facts.mode,
      created_at: created.toISOString(),
      updated_at: changed.toISOString(),
      published_at: post.status === 'draft' ? null : created.toISOString(),
      search_text: [facts.name, description].map(normalizeForSearch).filter(Boolean).join('\n'),
    },
    parts: {
      capacity: stock.capacity,
      sharedCapacity: stock.shared,
      fees: (context.feesOf.get(post.id) ?? []).flatMap(id => context.ids.fee(id) ?? []),
    },
    losses: [...sale.losses, ...stock.losses, ...otherLosses(post, { facts, context })],
  }
}

const statuses = new Set(['publish', 'trash', 'private', 'pending', 'future'])

const refused = (post: SourcePost, reason: string): NotImported => ({
  kind: 'ticket',
  oldId: post.id,
  reason,
})

type Reading = { facts: TicketFacts; context: ImportContext }

function otherLosses(post: SourcePost, { facts, context }: Reading): string[] {
  const price = metaOf(post, '_price')
  const isReadable = minorOf(price || '0', context.currency) !== undefined
  const isOneWay = facts.provider === 'rsvp' && !isYes(metaOf(post, '_tribe_ticket_show_not_going'))
  return [
    ...(isReadable ? [] : [`Its price “${price}” cannot be read; it is free now.`]),
    ...(isOneWay ? ['Guests could not answer “not going”; here they can.'] : []),
    ...fieldsLost(post),
  ]
}

const sharesPool = (mode: TicketFacts['mode']) => mode === 'global' || mode === 'capped'

function stockOf(post: SourcePost, { facts, context }: Reading) {
  const shared = sharesPool(facts.mode) ? sharedStock(facts.eventId, context) : noShared
  const own = ownStock(post, { facts, context })
  return { ...own, shared: shared.capacity, losses: [...own.losses, ...shared.losses] }
}

const noShared = { capacity: null, losses: [] }

function ownStock(post: SourcePost, { facts: { mode }, context }: Reading) {
  const { places = 0, last } = context.taken.get(post.id) ?? {}
  const set = mode === 'own' || mode === 'capped' ? capacityOf(post) : null
  if (set === null || places <= set) return { capacity: set, endedAt: undefined, losses: [] }
  const loss = `${places} were sold of ${set}: its capacity is ${places} now and its sale is closed.`
  return { capacity: places, endedAt: last, losses: [loss] }
}

/** The places that the tickets of an event share: at least as many as were sold. */
function sharedStock(eventId: number, context: ImportContext) {
  const pool = context.events.get(eventId)?.pool ?? null
  const sold = context.sharedTaken.get(eventId) ?? 0
  if (pool === null || sold <= pool) return { capacity: pool, losses: [] }
  const loss = `${sold} were sold of the ${pool} places of its event: those are ${sold} now.`
  return { capacity: sold, losses: [loss] }
}

/**
 * When it is sold. For an event whose zone is an offset, the old system reads the times in the zone of the site, because PHP
 * knows no such zone.
 */
type Selling = { event: EventFacts; context: ImportContext; endedAt: string | undefined }

function windowOf(post: SourcePost, { event, context, endedAt }: Selling) {
  const isOffset = /^(UTC|GMT)?[+-]\d/i.test(event.zone)
  const edge = (which: 'start' | 'end') => {
    const date = metaOf(post, `_ticket_${which}_date`)
    const time = metaOf(post, `_ticket_${which}_time`)
    const local = localOf(date.length > 10 || time === '' ? date : `${date} ${time}`)
    if (!local) return ''
    if (date.length <= 10 && time === '') return local.slice(0, 10)
    return isOffset ? toLocal(toInstant(local, context.zone), event.zone) : local
  }
  const local = {
    sale_starts_local: edge('start'),
    sale_ends_local:
      endedAt === undefined ? edge('end') : toLocal(toInstant(endedAt, 'UTC'), event.zone),
  }
  const at = windowInstants(local, event.zone)
  return {
    ...local,
    sale_starts_at: at.sale_starts_at?.toISOString() ?? null,
    sale_ends_at: at.sale_ends_at?.toISOString() ?? null,
  }
}

/** The sale price is a number, nothing, or an object of PHP that has it as a text and as a number. */
function salePriceOf(post: SourcePost, currency: string) {
  const none = { sale_price_minor: null, sale_price_from: null, sale_price_until: null }
  const stored = metaOf(post, '_sale_price')
  if (!isYes(metaOf(post, '_sale_price_checked')) || stored === '')
    return { columns: none, losses: [] }
  const minor = minorOf(amountIn(stored), currency)
  if (minor === undefined) {
    return { columns: none, losses: ['Its sale price cannot be read and did not come.'] }
  }
  const day = (key: string) => localOf(metaOf(post, key))?.slice(0, 10) ?? null
  const columns = {
    sale_price_minor: minor,
    sale_price_from: day('_sale_price_start_date'),
    sale_price_until: day('_sale_price_end_date'),
  }
  return { columns, losses: [] }
}

function amountIn(stored: string): string {
  if (!/^[OCadsib]:/.test(stored)) return stored
  const value = readPhp(stored)
  if (value !== null && typeof value === 'object' && 'object' in value)
    return priceIn(value.members)
  return phpText(value)
}

function priceIn(members: ReadonlyMap<string, PhpValue>): string {
  // Names of private members have their class before them, with NUL bytes between, which exports lose.
  const member = (name: string) => phpText([...members].find(([key]) => key.endsWith(name))?.[1])
  const initial = member('initial_value')
  return /^\d/.test(initial) ? initial : member('decimal')
}

/** Extra fields that buyers fill in have no place here yet. */
function fieldsLost(post: SourcePost): string[] {
  const fields = readPhp(metaOf(post, '_tribe_tickets_meta'))
  if (!(fields instanceof Map) || fields.size === 0) return []
  const labels = [...fields.values()].map(field =>
    field instanceof Map ? phpText(field.get('label')) : '',
  )
  return [`Its extra fields have no place here: ${labels.join(', ')}.`]
}
