import { findProfile } from '../../access/users/lookup.ts'
import { type Caller, can, ownerIdOf, userIdOf } from '../../core/caller.ts'
import { acceptedLocale, type Locale } from '../../core/locale.ts'
import { type ErrorCode, fail } from '../../core/errors.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../../platform/http/access.ts'
import type { RequestInfo } from '../../platform/http/request/request.ts'
import type { Attempt } from '../../platform/idempotency/run-once.ts'
import type { Cart } from '../cart/lookup.ts'
import { networkLimits } from '../cart/network-limits.ts'
import type { OrderRow } from '../orders/record/lookup.ts'
import type { ShownTicket } from '../orders/record/shown-tickets.ts'
import { type Purchaser, readPurchaser } from './rules.ts'
import { unknownOrder } from './view.ts'

/** Whoever orders: the caller, and the secrets that name the cart, of which the first that names one counts. */
export type Buyer = { caller: Caller; cartSecrets: readonly string[] }

/** An order as a buyer asks for it. */
export type OrderStart = Buyer & {
  /** The network address that the request came from. */
  address: string
  /** As it came; undefined for a signed-in account that orders for itself. */
  purchaser: unknown
  /** The total that the buyer was shown, in major units, and the tickets. */
  expectedTotal?: string | undefined
  expectedTickets?: readonly ShownTicket[] | undefined
  /** The language for mails to the buyer; null when it is none of ours. */
  locale: Locale | null
  /** The browser that orders, on the pages: it alone is led back to its order (contract.md 8.26). */
  placedBy?: string
  /** Which text of the terms the buyer accepted. */
  terms?: string | null
  attempt?: Attempt | undefined
}

/** The cart of a buyer; undefined when there is none. */
export async function cartOf(
  { findCart }: Pick<Deps, 'findCart'>,
  { cartSecrets }: Buyer,
): Promise<Cart | undefined> {
  return (await findCart(cartSecrets))?.cart
}

/**
 * The purchaser of an order: the one that was sent, or else the signed-in account, if the credential may see its
 * owner's records. Fails with 400 `invalid-purchaser-info`, naming what is missing.
 */
export async function purchaserOf(
  { db }: Pick<Deps, 'db'>,
  { purchaser, caller }: Pick<OrderStart, 'purchaser' | 'caller'>,
): Promise<Purchaser> {
  const userId = ownerIdOf(caller)
  const isOwn = userId !== null && (purchaser === undefined || purchaser === null)
  const profile = isOwn ? await findProfile(db, userId) : undefined
  const person = profile ? { name: profile.display_name, email: profile.email } : purchaser
  const read = readPurchaser(person)
  if (!('missing' in read)) return read
  const message =
    profile?.email === ''
      ? 'Your account has no e-mail address: send `purchaser`, or give the account one.'
      : purchaserProblem(person, read.missing)
  const params = Object.fromEntries(read.missing.map(name => [name, 'Invalid parameter.']))
  return fail('invalid-purchaser-info', { message, data: { params } })
}

const rightPurchaser =
  '`purchaser` is `{"name": "Ada Byron", "email": "ada@example.org"}`, or in a form purchaser[name] and purchaser[email]'
const partProblems = {
  purchaser: 'It is missing.',
  name: 'Its `name` is missing, not a text, or longer than 200 characters.',
  email: 'Its `email` is missing or not an e-mail address.',
}

function purchaserProblem(value: unknown, missing: readonly (keyof typeof partProblems)[]): string {
  const isOther = missing.includes('purchaser') && value !== undefined && value !== null
  const what = Array.isArray(value)
    ? 'a list'
    : `a ${typeof value === 'string' ? 'text' : typeof value}`
  const said = isOther ? [`It is ${what}.`] : missing.map(part => partProblems[part])
  return [`${rightPurchaser}.`, ...said].join(' ')
}

/** Whose storage an order takes. */
export const writerOf = ({ caller, address }: OrderStart) => ({ caller, address })

/** How many places a cart's order has. */
export const placesIn = ({ lines }: Cart) => lines.reduce((sum, { quantity }) => sum + quantity, 0)

/** The language that a request accepts for mails; null when it is none of ours. */
export const localeOf = ({ headers }: Pick<RequestInfo, 'headers'>): Locale | null =>
  acceptedLocale(headers['accept-language']?.toString()) ?? null

/** What is needed to make a paid order. */
export async function requestOf(deps: Pick<Deps, 'config' | 'db'>, start: OrderStart) {
  const { config } = deps
  const { expectedTotal, expectedTickets, locale, placedBy, terms, caller, attempt } = start
  return {
    purchaser: await purchaserOf(deps, start),
    placedBy: placedBy ?? null,
    userId: userIdOf(caller),
    locale,
    terms: terms ?? null,
    currency: config.currency,
    holdSeconds: config.holdMinutes * 60,
    expectedTotal,
    expectedTickets,
    limits: networkLimits(config),
    idempotency: attempt?.row,
  }
}

/**
 * Lets only the cart that started an order, and staff, use it. Others do not learn whether it exists (contract.md
 * 8.3).
 */
function mayTouch(order: OrderRow | undefined, cart: Cart | undefined, caller: Caller) {
  if (can(caller, 'manage_site')) return true
  return order !== undefined && cart !== undefined && order.cart_id === cart.id
}

/** A buyer of an order that the provider's id names. */
export type OrderRequest = Buyer & { reference: string }

/** The gateways of one way to pay, and the code of an order that none of them has. */
export type Way = { gateways: readonly OrderRow['gateway'][]; missing: ErrorCode }

/** The order behind a provider's id. Ends the request unless it is there and answers to this buyer. */
export async function ownOrder(
  deps: Pick<Deps, 'findCart' | 'findOrderByReference'>,
  request: OrderRequest,
  { gateways, missing }: Way,
): Promise<OrderRow> {
  const [order, cart] = await Promise.all([
    deps.findOrderByReference(gateways, request.reference),
    cartOf(deps, request),
  ])
  if (!mayTouch(order, cart, request.caller)) refuse(request.caller, unknownOrder)
  return order ?? fail(missing)
}
