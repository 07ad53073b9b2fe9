import { type Caller, can, isInReach, type Reach, reachOf } from '../../core/caller.ts'
import type { FactPayload } from '../../core/facts.ts'
import type { Db } from '../../platform/db/database.ts'
import type { PlacedFact } from '../../platform/facts/lookup.ts'
import { type EventsOf, eventsOfNamed } from './lookup.ts'

/** A fact as a reader gets it, with the events that it is about and that the reader's grants reach. */
export type ReadFact = PlacedFact & { readonly eventIds: readonly number[] }

/**
 * The facts that this reader may read, in order. A fact about no event is for readers of the whole site. Of a fact about
 * several events the reader's part is named. Older releases do not write events into facts, so they are looked up.
 */
export async function withinReach(
  db: Db,
  facts: readonly PlacedFact[],
  caller: Caller,
): Promise<ReadFact[]> {
  if (facts.length === 0) return []
  const of = await eventsOfNamed(db, {
    orders: named(facts, 'order_id', 'order_ids'),
    attendees: named(facts, 'attendee_id', 'attendee_ids'),
    tickets: named(facts, 'ticket_id', 'ticket_ids'),
  })
  const reach = reachOf(caller, 'changes.read')
  return facts.flatMap(fact => {
    const all = eventsOfFact(fact.payload, of)
    const eventIds = all.filter(event => isInReach(reach, event))
    if (reach !== 'all' && eventIds.length === 0) return []
    const isWhole = reach === 'all' || eventIds.length === all.length
    const seesMoney = all.length === 0 ? can(caller, 'money.read') : holdsMoney(caller, all)
    const payload = isWhole ? fact.payload : partOf(fact.payload, { of, reach })
    return [{ ...fact, payload: seesMoney ? payload : withoutMoney(payload), eventIds }]
  })
}

const holdsMoney = (caller: Caller, events: readonly number[]) =>
  events.every(event => can(caller, 'money.read', event))

const idsIn = (payload: FactPayload, names: readonly string[]): number[] =>
  names.flatMap(name => {
    const value = payload[name]
    return typeof value === 'number' ? [value] : Array.isArray(value) ? [...value] : []
  })

const named = (facts: readonly PlacedFact[], ...names: string[]): number[] => [
  ...new Set(facts.flatMap(({ payload }) => idsIn(payload, names))),
]

/** The events that a fact names itself, or else those of the records that it names. */
function eventsOfFact(payload: FactPayload, of: EventsOf): number[] {
  const own = idsIn(payload, ['event_id', 'event_ids'])
  const looked = [
    ...idsIn(payload, ['order_id', 'order_ids']).flatMap(id => of.order.get(id) ?? []),
    ...idsIn(payload, ['attendee_id']).flatMap(id => of.attendee.get(id) ?? []),
    ...idsIn(payload, ['ticket_id']).flatMap(id => of.ticket.get(id) ?? []),
  ]
  return [...new Set([...own, ...looked])].sort((a, b) => a - b)
}

type Parting = { of: EventsOf; reach: Reach }

/** What a reader of some of a fact's events gets of it: ids, and of lists those of the reader's events. */
function partOf(payload: FactPayload, { of, reach }: Parting): FactPayload {
  const isOwn = (events: readonly number[] | undefined) =>
    events?.some(event => isInReach(reach, event)) ?? false
  const keeps: { readonly [name: string]: (id: number) => boolean } = {
    event_ids: id => isInReach(reach, id),
    ticket_ids: id => isOwn(of.ticket.get(id)),
    attendee_ids: id => isOwn(of.attendee.get(id)),
    order_ids: id => isOwn(of.order.get(id)),
  }
  const whole = new Set(['order_id', 'message_id', 'to'])
  const part: Record<string, FactPayload[string]> = {}
  for (const [name, value] of Object.entries(payload)) {
    const keep = keeps[name]
    if (keep && typeof value === 'object') part[name] = value.filter(keep)
    else if (whole.has(name)) part[name] = value
  }
  return part
}

const withoutMoney = (payload: FactPayload): FactPayload =>
  Object.fromEntries(Object.entries(payload).filter(([name]) => name !== 'minor'))
