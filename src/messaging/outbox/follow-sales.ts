import type { FactName } from '../../core/facts.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Follower } from '../../platform/facts/follow.ts'
import type { PlacedFact } from '../../platform/facts/lookup.ts'
import { listOrders, type OrderRow } from '../../shop/orders/record/lookup.ts'
import {
  findFormerHolder,
  findLastHolder,
  formerHoldersOfOrders,
  type Holder,
  holdersOfOrders,
} from '../../ticketing/attendees/lookup.holders.ts'
import { markUnanswered } from '../../shop/questions/answer-order.ts'
import type { Deps } from '../deps.ts'
import { localeOfOrder } from '../locale-of-order.ts'
import { type LimitedDraft, limitsOf, networksOf, queueWithin } from './queue-within.ts'

/** Mails about states that may soon change by themselves are sent later, and only if the state still holds then. */
const settledAfterMs = 5 * 60_000

const reads: readonly FactName[] = [
  'order.completed',
  'order.moved',
  'order.refunded',
  'attendee.changed',
]

/** Queues mails to buyers and holders about their orders and tickets (contract.md 19.2). */
export function salesFollower(deps: Deps): Follower {
  return {
    name: 'messages',
    reads,
    work: async (tx, facts) => {
      const ids = facts.flatMap(({ payload }) => idIn(payload, 'order_id'))
      const listed = await listOrders(tx, [...new Set(ids)])
      const orders = new Map(listed.map(row => [row.id, row]))
      const networks = await networksOf(tx, listed)
      const holders = await holdersOfOrders(tx, idsOf(facts, 'order.completed'))
      const former = await formerHoldersOfOrders(tx, idsOf(facts, 'order.refunded'))
      const unanswered = await markUnanswered(tx, idsOf(facts, 'order.completed'))
      const drafts: LimitedDraft[] = []
      for (const fact of facts) {
        const [orderId] = idIn(fact.payload, 'order_id')
        const order = orderId === undefined ? undefined : orders.get(orderId)
        if (order)
          drafts.push(...ofOrder(deps, fact, { order, holders, former, networks, unanswered }))
        else drafts.push(...(await ofAttendee(deps, tx, fact)))
      }
      await queueWithin(deps, tx, drafts)
    },
  }
}

function idIn(payload: PlacedFact['payload'], name: string): number[] {
  const { [name]: id } = payload
  return typeof id === 'number' ? [id] : []
}

const idsOf = (facts: readonly PlacedFact[], wanted: FactName) =>
  facts.flatMap(({ name, payload }) => (name === wanted ? idIn(payload, 'order_id') : []))

type Sold = {
  order: OrderRow
  holders: readonly Holder[]
  former: readonly Holder[]
  networks: ReadonlyMap<number, string>
  /** Orders whose buyers are asked for answers. */
  unanswered: readonly number[]
}

function ofOrder(deps: Deps, fact: PlacedFact, sold: Sold): LimitedDraft[] {
  const { order, holders, former, networks, unanswered } = sold
  const toBuyer = {
    ...limitsOf(order, networks, order.purchaser_email),
    recipient: order.purchaser_email,
    aboutKind: 'order',
    aboutId: order.id,
    orderId: order.id,
    eventId: order.event_id,
    locale: localeOfOrder(deps, order),
    sendAt: deps.clock.now(),
  } as const
  switch (fact.name) {
    case 'order.completed': {
      const cause = `order.completed ${order.id}`
      // A ticket that was passed on since is mailed to its new holder for that reason, by the fact that says so.
      const others = new Set(
        holders
          .filter(({ order_id: id, generation }) => id === order.id && generation === 1)
          .map(({ holder_email: email }) => email.trim())
          .filter(email => email.toLowerCase() !== order.purchaser_email.toLowerCase()),
      )
      return [
        { ...toBuyer, kind: 'order.confirmed', cause },
        ...(unanswered.includes(order.id)
          ? [{ ...toBuyer, kind: 'order.asked' as const, cause: `order.asked ${order.id}` }]
          : []),
        ...distinct([...others]).map(recipient => ({
          ...toBuyer,
          ...limitsOf(order, networks, recipient),
          kind: 'ticket.issued' as const,
          cause,
          recipient,
        })),
      ]
    }
    case 'order.moved':
      return afterMove(fact, toBuyer)
    case 'order.refunded': {
      const [refund] = idIn(fact.payload, 'refund_id')
      const [words] = idIn(fact.payload, 'words_id')
      const details = { minor: Number(fact.payload['minor'] ?? 0), refund, words }
      return [
        { ...toBuyer, kind: 'order.refunded', cause: `fact ${fact.position}`, details },
        ...toFormerHolders(toBuyer, former).map(draft => ({
          ...draft,
          ...limitsOf(order, networks, draft.recipient),
        })),
      ]
    }
    default:
      return []
  }
}

/**
 * To each other address whose tickets were given back. Their number only grows, so a refund that ends none of its tickets, or was
 * told before, tells it nothing again.
 */
function toFormerHolders(toBuyer: ToBuyer, former: readonly Holder[]): LimitedDraft[] {
  const own = former.filter(({ order_id: id }) => id === toBuyer.aboutId)
  const addresses = own.map(({ holder_email: email }) => email.trim())
  const isAlike = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
  return distinct(addresses)
    .filter(recipient => !isAlike(recipient, toBuyer.recipient))
    .map(recipient => {
      const count = addresses.filter(address => isAlike(address, recipient)).length
      const cause = `returned ${toBuyer.aboutId}/${count}`
      return { ...toBuyer, kind: 'ticket.returned', cause, recipient }
    })
}

/** Addresses that differ only in capital letters count as one. */
function distinct(addresses: readonly string[]): string[] {
  return [...new Map(addresses.map(address => [address.toLowerCase(), address])).values()]
}

const waits = new Set(['pending', 'action-req'])
const failed = new Set(['denied', 'not-completed', 'voided'])

type ToBuyer = Omit<LimitedDraft, 'kind' | 'cause'>

function afterMove({ payload }: PlacedFact, toBuyer: ToBuyer): LimitedDraft[] {
  const to = String(payload['to'])
  const kind = waits.has(to) ? 'order.pending' : failed.has(to) ? 'order.failed' : undefined
  if (!kind) return []
  const sendAt = new Date(toBuyer.sendAt.getTime() + settledAfterMs)
  return [{ ...toBuyer, kind, cause: `${kind} ${toBuyer.aboutId}`, sendAt }]
}

/**
 * A transferred ticket: its new holder gets it, and the former holder is told, whatever became of the ticket since. What
 * is outdated is withdrawn when it leaves.
 */
async function ofAttendee(deps: Deps, tx: Tx, { name, payload }: PlacedFact) {
  const { transferred, generation, by_staff: byStaff } = payload
  const [id] = idIn(payload, 'attendee_id')
  if (name !== 'attendee.changed' || transferred !== true || id === undefined) return []
  const holder = await findLastHolder(tx, id)
  if (!holder || typeof generation !== 'number') return []
  const [order] = holder.order_id === null ? [] : await listOrders(tx, [holder.order_id])
  const networks = order ? await networksOf(tx, [order]) : undefined
  const limits = (recipient: string) =>
    order && networks && byStaff !== true ? limitsOf(order, networks, recipient) : { network: '' }
  const about = {
    kind: 'ticket.transferred',
    cause: `attendee.changed ${id}/${generation}`,
    aboutKind: 'attendee',
    aboutId: id,
    attendeeId: id,
    orderId: holder.order_id,
    eventId: holder.event_id,
    locale: order ? localeOfOrder(deps, order) : deps.siteSettings().language,
    sendAt: deps.clock.now(),
  } as const
  const former = await findFormerHolder(tx, id, generation - 1)
  const mailTo = (recipient: string, to: 'new' | 'former'): LimitedDraft => ({
    ...about,
    ...limits(recipient),
    recipient,
    details: { to, generation },
  })
  return [mailTo(holder.holder_email, 'new'), ...(former ? [mailTo(former.email, 'former')] : [])]
}
