import { formatDecimal } from '../../core/money.ts'
import type { Deps } from '../deps.ts'
import { GatewayRefused, GatewayUnavailable } from '../payments/gateway-errors.ts'
import type { Gateway, GatewayName, ListedPayment } from '../payments/gateway.ts'
import { type OrderNamed, ordersNamed } from './lookup.asked.ts'

/** How much of a provider's list was looked through: back to `since`, and how many payments it has there. */
export type ListedProvider = {
  readonly provider: GatewayName
  readonly payments: number
  readonly since: string
}

export type Unknown = { listed: ListedProvider[]; differences: string[] }

type Span = {
  /** From when on. */
  since: Date
  /** Only those of this event, or of one of its orders; of the site without it. */
  eventId?: number
  /** Pages of 100 at most, for each provider. */
  mostPages: number
}

export type ListDeps = Pick<Deps, 'db' | 'gateways'> & {
  secrets: { readonly installation: string }
}

/**
 * Looks through what the providers themselves list for money with the mark of this installation that is no order's payment: an
 * order that was lost with a restored backup, or a second payment for one. What has another mark, or none, is not of this
 * site: a provider account may take money for much else. The wallet offers no such list to its ordinary credentials.
 */
export async function unknownPayments(deps: ListDeps, span: Span): Promise<Unknown> {
  const result: Unknown = { listed: [], differences: [] }
  const { card, wallet } = deps.gateways
  for (const gateway of [card, wallet]) {
    if (gateway?.listTaken) await lookThrough(deps, gateway, { ...span, result })
  }
  return result
}

async function lookThrough(
  deps: ListDeps,
  gateway: Gateway,
  { since, eventId, mostPages, result }: Span & { result: Unknown },
): Promise<void> {
  let payments = 0
  let reached = since
  let after: string | undefined
  try {
    for (let page = 1; page <= mostPages; page += 1) {
      const listed = await gateway.listTaken?.(since, after)
      if (!listed) return
      payments += listed.looked
      result.differences.push(...(await nobodysOf(deps, gateway, { ...listed, eventId })))
      after = listed.next
      if (after === undefined) break
      reached = listed.oldest ?? reached
    }
  } catch (error) {
    if (!(error instanceof GatewayRefused || error instanceof GatewayUnavailable)) throw error
    result.differences.push(
      `The ${gateway.name} provider did not list its payments, so that nobody knows of any without an order; try again later.`,
    )
    return
  }
  const from = after === undefined ? since : reached
  result.listed.push({ provider: gateway.name, payments, since: from.toISOString() })
}

type Listed = { payments: readonly ListedPayment[]; eventId: number | undefined }

async function nobodysOf(
  { db, secrets }: ListDeps,
  gateway: Gateway,
  { payments, eventId }: Listed,
): Promise<string[]> {
  const ours = payments.filter(
    ({ installation, held }) => installation === secrets.installation && held.minor > 0,
  )
  if (ours.length === 0) return []
  const orders = await ordersNamed(db, {
    gateway: gateway.name,
    references: ours.map(({ reference }) => reference),
    ids: ours.flatMap(({ orderId }) => orderId ?? []),
    eventId,
  })
  const owned = new Set(orders.map(({ reference }) => reference))
  const byId = new Map(orders.map(order => [order.id, order]))
  return ours
    .filter(({ reference }) => !owned.has(reference))
    .filter(payment => isOfEvent(payment, byId, eventId))
    .map(payment => sentenceOf(payment, byId.get(payment.orderId ?? 0)))
}

function isOfEvent(
  { orderId, eventIds }: ListedPayment,
  orders: ReadonlyMap<number, OrderNamed>,
  eventId: number | undefined,
): boolean {
  if (eventId === undefined) return true
  if (eventIds.length > 0) return eventIds.includes(eventId)
  return orders.get(orderId ?? 0)?.is_of_event ?? false
}

function sentenceOf(
  { reference, orderId, held, at }: ListedPayment,
  order: OrderNamed | undefined,
) {
  const { currency } = held
  const day = at.toISOString().slice(0, 10)
  const payment = `the provider has ${formatDecimal(held)} ${currency} of a payment ${reference} of ${day}`
  return order
    ? `Order ${orderId}: ${payment}, and the order has another payment.`
    : `Order ${orderId}: ${payment}, and there is no such order.`
}
