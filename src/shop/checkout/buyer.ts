import { findProfile } from '../../access/users/lookup.ts'
import { type Caller, can, ownerIdOf, userIdOf } from '../../core/caller.ts'
import { acceptedLocale, type Locale } from '../../core/locale.ts'
import { type ErrorCode, fail } from '../../core/errors.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../../platform/http/access.ts'
import type { RequestInfo } from '../../platform/http/request/request.ts'
import type { Attempt } from '../../platform/idempotency/run-once.ts'
import { sentCartSecrets } from '../cart/cart-secret.ts'
import type { Cart } from '../cart/lookup.ts'
import { networkLimits } from '../cart/network-limits.ts'
import type { OrderRow } from '../orders/record/lookup.ts'
import { type Purchaser, readPurchaser } from './rules.ts'

type Ordered = {
  cart_hash?: string
  purchaser?: unknown
  expected_total?: string
  expected_tickets?: readonly {
    ticket_id: number
    quantity: number
    price?: string | undefined
    going?: boolean | undefined
  }[]
}

export type BuyerRequest = {
  caller: Caller
  request: RequestInfo
  body: Ordered
  /** The browser that orders, on the pages: it alone is led back to its order (contract.md 8.26). */
  placedBy?: string
  /** Which text of the terms the buyer accepted. */
  terms?: string | null
  /** The language in which the buyer read the pages; without it, the one in Accept-Language is used. */
  locale?: Locale | undefined
}

/** The cart of a request: `cart_hash`, else the cookie. Fails when there is none. */
export async function cartOf(
  { findCart }: Pick<Deps, 'findCart'>,
  asked: BuyerRequest,
): Promise<Cart | undefined> {
  const hashes = sentCartSecrets(asked.request.cookies, asked.body.cart_hash)
  return (await findCart(hashes))?.cart
}

export type OrderStart = BuyerRequest & { attempt?: Attempt | undefined }

/**
 * The purchaser of an order: the one that was sent, or else the signed-in account, if the credential may see its
 * owner's records. Fails with 400 `invalid-purchaser-info`, naming what is missing.
 */
export async function purchaserOf(
  { db }: Pick<Deps, 'db'>,
  { body, caller }: BuyerRequest,
): Promise<Purchaser> {
  const userId = ownerIdOf(caller)
  const isOwn = userId !== null && (body.purchaser === undefined || body.purchaser === null)
  const profile = isOwn ? await findProfile(db, userId) : undefined
  const sent = profile ? { name: profile.display_name, email: profile.email } : body.purchaser
  const read = readPurchaser(sent)
  if (!('missing' in read)) return read
  const message =
    profile?.email === ''
      ? 'Your account has no e-mail address: send `purchaser`, or give the account one.'
      : purchaserProblem(sent, read.missing)
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

function purchaserProblem(sent: unknown, missing: readonly (keyof typeof partProblems)[]): string {
  const isOther = missing.includes('purchaser') && sent !== undefined && sent !== null
  const what = Array.isArray(sent)
    ? 'a list'
    : `a ${typeof sent === 'string' ? 'text' : typeof sent}`
  const said = isOther ? [`It is ${what}.`] : missing.map(part => partProblems[part])
  return [`${rightPurchaser}.`, ...said].join(' ')
}

/** Whose storage an order takes. */
export const writerOf = ({ caller, request: { address } }: BuyerRequest) => ({ caller, address })

/** How many places a cart's order has. */
export const placesIn = ({ lines }: Cart) => lines.reduce((sum, { quantity }) => sum + quantity, 0)

/** The language for mails to the buyer; null when it is none of ours. */
export function localeOf({ locale, request }: Pick<BuyerRequest, 'locale' | 'request'>) {
  const { 'accept-language': header } = request.headers
  return locale ?? acceptedLocale(header?.toString()) ?? null
}

/** What the buyer was shown, where the client says so. */
export const expectedOf = ({ body }: BuyerRequest) => ({
  expectedTotal: body.expected_total,
  expectedTickets: body.expected_tickets?.map(({ ticket_id: ticketId, ...shown }) => ({
    ticketId,
    ...shown,
  })),
})

/** What is needed to make a paid order. */
export async function requestOf(deps: Pick<Deps, 'config' | 'db'>, asked: OrderStart) {
  const { config } = deps
  return {
    purchaser: await purchaserOf(deps, asked),
    placedBy: asked.placedBy ?? null,
    userId: userIdOf(asked.caller),
    locale: localeOf(asked),
    terms: asked.terms ?? null,
    currency: config.currency,
    holdSeconds: config.holdMinutes * 60,
    ...expectedOf(asked),
    limits: networkLimits(config),
    idempotency: asked.attempt?.row,
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

/** The same message for an unknown order and for an order of somebody else, so that nobody learns which orders exist. */
const unknownOrder =
  'This is none of your orders: the address needs the id that the provider gave it (`payment_intent_id` of a card payment, `id` of a wallet order), and the request `cart_hash` of the cart it was made from.'

/** A request about an order that the provider's id names. */
export type OrderRequest = BuyerRequest & { reference: string }

/** The gateways of one way to pay, and the code of an order that none of them has. */
export type Way = { gateways: readonly OrderRow['gateway'][]; missing: ErrorCode }

/** The order behind a provider's id. Ends the request unless it is there and answers to this buyer. */
export async function ownOrder(
  deps: Pick<Deps, 'findCart' | 'findOrderByReference'>,
  asked: OrderRequest,
  { gateways, missing }: Way,
): Promise<OrderRow> {
  const [order, cart] = await Promise.all([
    deps.findOrderByReference(gateways, asked.reference),
    cartOf(deps, asked),
  ])
  if (!mayTouch(order, cart, asked.caller)) refuse(asked.caller, unknownOrder)
  return order ?? fail(missing)
}
