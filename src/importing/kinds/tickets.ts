import { normalizeForSearch, plainText, plainTitle } from '../../core/text.ts'
import { toInstant, toLocal } from '../../core/time.ts'
import { windowInstants } from '../../ticketing/tickets/merge-draft.ts'
import { type PhpValue, phpText, readPhp } from '../sources/php-value.ts'
import { metaOf, type SourcePost } from '../sources/source-site.ts'
import type { EventFacts, Imported, Known, NotImported, TicketFacts } from './imported.ts'
import { ageOf, isYes, localOf, minorOf, slugOf, words } from './values.ts'

/** The keys that name a ticket's event, by type of post. */
export const eventKeys: Readonly<Record<string, string>> = {
  tec_tc_ticket: '_tec_tickets_commerce_event',
  tribe_rsvp_tickets: '_tribe_rsvp_for_event',
  tribe_tpp_tickets: '_tribe_tpp_for_event',
}

/** What other rules need of a ticket type. */
export function ticketFactsOf(
  post: SourcePost,
  { currency, events }: { currency: string; events: ReadonlyMap<number, EventFacts> },
): TicketFacts {
  const eventId = Number(metaOf(post, eventKeys[post.type] ?? ''))
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
function capacityOf(post: SourcePost): number | null {
  const text = metaOf(post, '_tribe_ticket_capacity')
  const capacity = Number(text)
  return text === '' || !Number.isInteger(capacity) || capacity < 0 ? null : capacity
}

/** A ticket type with its stock. What is sold is counted from its attendees, and a capacity below that becomes it. */
export function ticketOf(post: SourcePost, known: Known): Imported | NotImported {
  const facts = known.tickets.get(post.id)
  const event = facts && known.events.get(facts.eventId)
  if (post.type === 'tribe_tpp_tickets') {
    return refused(
      post,
      'Tickets of the old PayPal module are not sold here; their attendees come.',
    )
  }
  if (!facts || !event) {
    return refused(
      post,
      `It is sold on the page or post ${facts?.eventId ?? 0}, and tickets belong to events here.`,
    )
  }
  const losses: string[] = []
  const sale = salePriceOf(post, known.currency, losses)
  const price = minorOf(metaOf(post, '_price') || '0', known.currency)
  if (price === undefined)
    losses.push(`Its price “${metaOf(post, '_price')}” cannot be read; it is free now.`)
  const stock = stockOf(post, facts, known, losses)
  const window = windowOf(post, event, known, stock.endedAt)
  const { created, changed } = ageOf(post, known.zone)
  const description = words(plainText(post.excerpt))
  if (isYes(metaOf(post, '_tribe_ticket_show_not_going')) === false && facts.provider === 'rsvp') {
    losses.push('Guests could not answer “not going”; here they can.')
  }
  losses.push(...fieldsLost(post))
  return {
    kind: 'ticket',
    oldId: post.id,
    row: {
      event_id: known.ids.record(facts.eventId),
      provider: facts.provider,
      author_id: known.ids.user(post.authorId),
      status: ['publish', 'trash', 'private', 'pending', 'future'].includes(post.status)
        ? post.status
        : 'draft',
      name: facts.name,
      description,
      show_description:
        metaOf(post, '_tribe_ticket_show_description') === '' ||
        isYes(metaOf(post, '_tribe_ticket_show_description')),
      slug: slugOf(post.slug).slice(0, 200) || String(post.id),
      sku: words(metaOf(post, '_sku')).slice(0, 255),
      menu_order: post.menuOrder,
      currency: known.currency,
      price_minor: facts.priceMinor,
      ...sale,
      ...window,
      mode: facts.mode,
      created_at: created.toISOString(),
      updated_at: changed.toISOString(),
      published_at: post.status === 'draft' ? null : created.toISOString(),
      search_text: [facts.name, description].map(normalizeForSearch).filter(Boolean).join('\n'),
    },
    parts: {
      capacity: stock.capacity,
      sharedCapacity: stock.shared,
      fees: (known.feesOf.get(post.id) ?? []).flatMap(id => known.ids.fee(id) ?? []),
    },
    losses,
  }
}

const refused = (post: SourcePost, reason: string): NotImported => ({
  kind: 'ticket',
  oldId: post.id,
  reason,
})

function stockOf(post: SourcePost, facts: TicketFacts, known: Known, losses: string[]) {
  const { mode, eventId } = facts
  const taken = known.taken.get(post.id)
  const places = taken?.places ?? 0
  const set = mode === 'own' || mode === 'capped' ? capacityOf(post) : null
  const isOver = set !== null && places > set
  if (isOver) {
    losses.push(
      `${places} were sold of ${set}: its capacity is ${places} now and its sale is closed.`,
    )
  }
  const pool = mode === 'global' || mode === 'capped' ? known.events.get(eventId)?.pool : undefined
  const together = pool === undefined ? 0 : sharedPlaces(eventId, known)
  if (typeof pool === 'number' && together > pool) {
    losses.push(
      `${together} were sold of the ${pool} places of its event: those are ${together} now.`,
    )
  }
  return {
    capacity: isOver ? places : set,
    shared: typeof pool === 'number' ? Math.max(pool, together) : (pool ?? null),
    endedAt: isOver ? taken?.last : undefined,
  }
}

function sharedPlaces(eventId: number, { tickets, taken }: Known): number {
  let sum = 0
  for (const [id, { eventId: of, mode }] of tickets) {
    if (of === eventId && (mode === 'global' || mode === 'capped'))
      sum += taken.get(id)?.places ?? 0
  }
  return sum
}

/**
 * When it is sold. For an event whose zone is an offset, the old system reads the times in the zone of the site, because PHP
 * knows no such zone.
 */
function windowOf(post: SourcePost, event: EventFacts, known: Known, endedAt: string | undefined) {
  const isOffset = /^(UTC|GMT)?[+-]\d/i.test(event.zone)
  const edge = (which: 'start' | 'end') => {
    const date = metaOf(post, `_ticket_${which}_date`)
    const time = metaOf(post, `_ticket_${which}_time`)
    const local = localOf(date.length > 10 || time === '' ? date : `${date} ${time}`)
    if (!local) return ''
    if (date.length <= 10 && time === '') return local.slice(0, 10)
    return isOffset ? toLocal(toInstant(local, known.zone), event.zone) : local
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
function salePriceOf(post: SourcePost, currency: string, losses: string[]) {
  const none = { sale_price_minor: null, sale_price_from: null, sale_price_until: null }
  if (!isYes(metaOf(post, '_sale_price_checked'))) return none
  const stored = metaOf(post, '_sale_price')
  const minor = stored === '' ? undefined : minorOf(amountIn(stored), currency)
  if (minor === undefined) {
    if (stored !== '') losses.push('Its sale price cannot be read and did not come.')
    return none
  }
  const day = (key: string) => localOf(metaOf(post, key))?.slice(0, 10) ?? null
  return {
    sale_price_minor: minor,
    sale_price_from: day('_sale_price_start_date'),
    sale_price_until: day('_sale_price_end_date'),
  }
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
