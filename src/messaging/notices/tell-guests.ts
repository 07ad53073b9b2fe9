import { type EventRow, findEvent } from '../../catalogue/events/lookup.ts'
import type { Locale } from '../../core/locale.ts'
import type { Tx } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { followedSince } from '../../platform/facts/lookup.ts'
import { listOrders, type OrderRow, ordersBegunAfter } from '../../shop/orders/record/lookup.ts'
import {
  hasHolders,
  type Holder,
  holdersOfEvent,
  lastPassedOn,
} from '../../ticketing/attendees/lookup.holders.ts'
import type { Deps } from '../deps.ts'
import { type MessageDraft, queueMessages } from '../outbox/queue-messages.ts'
import { localeOfOrder } from '../locale-of-order.ts'
import {
  lookedAtAgain,
  newsOf,
  staysCancelled,
  type AnnouncedEvent,
  toldNow,
  wasOver,
} from './rules.ts'
import { keepNotice, type Notice, takeDueNotice, takeDueReminder } from './store.ts'

/**
 * Tells guests of events that changed some minutes ago. Each event is one transaction, so after an interruption it is
 * done again.
 */
export async function tellOfChanges(deps: Deps): Promise<void> {
  for (let isMore = true; isMore; ) {
    isMore = await transaction(deps.db, async tx => {
      const notice = await takeDueNotice(tx, deps.clock.now())
      if (!notice) return false
      const event = await findEvent(tx, notice.event_id)
      if (event) await tell(deps, tx, { event, notice })
      return true
    })
  }
}

type Telling = { event: EventRow; notice: Notice }

/**
 * Tells the guests of an event, unless it was over before it was changed and still is. Those of a hidden one are told
 * once it is published again, because a change is often made while the event is hidden. Those of one that was and is
 * cancelled are told if it takes place after all.
 */
async function tell(deps: Deps, tx: Tx, { event, notice }: Telling) {
  const { told, since } = notice
  const present = toldNow(event)
  const news = newsOf(notice, present)
  if (!news) return
  const now = deps.clock.now()
  const isComing = event.ends_at > now
  const isHidden = event.status !== 'publish'
  if (isHidden || staysCancelled(told, event)) {
    const isAwaited = isComing && (await hasHolders(tx, event.id))
    // Nothing that guests of a cancelled event must know is late, so their next change waits its ten minutes.
    const kept = isHidden ? notice : { ...notice, since: now }
    if (isAwaited) await keepNotice(tx, kept, lookedAtAgain(now))
    return
  }
  if (!isComing && wasOver(told, since)) return
  const kind =
    event.happening === 'scheduled' ? 'event.changed' : (`event.${event.happening}` as const)
  const cause = `notice ${event.id} ${since.toISOString()}`
  const audience = news.isUndone ? boughtBetween(notice) : boughtBefore(notice.changed_at)
  const details = { ...news.believed, now: present }
  await writeToGuests(deps, tx, { event, kind, cause, details, audience })
}

/** Reminds guests REMINDER_HOURS before an event, if they had their ticket by then, once for each start. */
export async function remindGuests(deps: Deps): Promise<void> {
  const { db, clock, config } = deps
  const hours = config.reminderHours
  const since = await followedSince(db, 'notices')
  if (hours === 0 || !since) return
  for (let isMore = true; isMore; ) {
    isMore = await transaction(db, async tx => {
      const due = await takeDueReminder(tx, { now: clock.now(), hours, since })
      const event = due && (await findEvent(tx, due.event_id))
      if (!due || !event) return false
      const before = new Date(due.starts_at.getTime() - hours * 3_600_000)
      const cause = `reminder ${event.id} ${due.starts_at.toISOString()}`
      await writeToGuests(deps, tx, { event, kind: 'event.reminder', cause, before })
      return true
    })
  }
}

type Guests = { holders: readonly Holder[]; orders: ReadonlyMap<number, OrderRow> }

/** Chooses among guests. */
type Audience = (tx: Tx, guests: Guests) => Promise<(holder: Holder) => boolean>

const everybody: Audience = async () => () => true

/** Everybody but those who began to buy after a moment: they saw the event as it was then. */
const boughtBefore =
  (moment: Date | null): Audience =>
  async (tx, { orders }) => {
    const later = moment ? await ordersBegunAfter(tx, [...orders.keys()], moment) : new Set()
    return ({ order_id: id }) => !later.has(id)
  }

/**
 * Those of the former who ordered after the first change, or were given their ticket between the changes. Older notices have
 * only the time at which the first was noted.
 */
const boughtBetween =
  ({ since, first_change_at: first, changed_at: last }: Notice): Audience =>
  async (tx, guests) => {
    const from = first ?? since
    const isBefore = await boughtBefore(last)(tx, guests)
    const ids = guests.holders.map(({ id }) => id)
    const passed = await lastPassedOn(tx, ids)
    return holder => {
      const given = passed.get(holder.id)
      if (given) return given > from && (last === null || given <= last)
      const order = guests.orders.get(holder.order_id ?? 0)
      const ordered = order && (order.completed_at ?? order.created_at)
      return isBefore(holder) && ordered !== undefined && ordered > from
    }
  }

type Writing = {
  event: EventRow
  kind: MessageDraft['kind']
  cause: string
  /** What guests believe, and what they are told. */
  details?: AnnouncedEvent & { now: AnnouncedEvent }
  before?: Date
  audience?: Audience
}

/** One message to every address with a valid ticket of the event. */
async function writeToGuests(deps: Deps, tx: Tx, writing: Writing) {
  const { event, kind, cause, details, before, audience = everybody } = writing
  const all = await holdersOfEvent(tx, { eventId: event.id, before })
  const orders = await ordersOf(tx, all)
  const isIn = await audience(tx, { holders: all, orders })
  const holders = all.filter(isIn)
  const byAddress = new Map(
    holders.map(holder => [holder.holder_email.trim().toLowerCase(), holder]),
  )
  await queueMessages(
    deps,
    tx,
    [...byAddress.values()].map(holder => ({
      kind,
      cause,
      recipient: holder.holder_email.trim(),
      aboutKind: 'event',
      aboutId: event.id,
      eventId: event.id,
      locale: localeOf(deps, orders.get(holder.order_id ?? 0)),
      ...(details && { details }),
      sendAt: deps.clock.now(),
    })),
  )
}

async function ordersOf(tx: Tx, holders: readonly Holder[]): Promise<Map<number, OrderRow>> {
  const orders = await listOrders(tx, [...new Set(holders.flatMap(({ order_id: id }) => id ?? []))])
  return new Map(orders.map(order => [order.id, order]))
}

const localeOf = (deps: Deps, order: OrderRow | undefined): Locale =>
  order ? localeOfOrder(deps, order) : deps.siteSettings().language
