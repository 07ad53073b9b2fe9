import { Type } from 'typebox'
import { count, filledText, flag, id, text } from '../../platform/http/params.ts'
import { isPlainObject } from '../../platform/http/coerce.ts'

const rowsMax = 100
const itemsMax = 1000
const nameCharactersMax = 200
const emailCharactersMax = 254

const Row = Type.Object(
  {
    ticket_id: Type.Optional(Type.Integer({ description: 'The id of the ticket.' })),
    id: Type.Optional(Type.Integer({ description: 'The same; `ticket_id` beats it.' })),
    quantity: Type.Optional(count()),
    optout: Type.Optional(flag()),
    going: Type.Optional(flag({ description: 'For an RSVP: whether the attendees come.' })),
    provider: Type.Optional(text({ maxLength: 100 })),
  },
  {
    holds: (row: unknown) =>
      isPlainObject(row) &&
      ((row['ticket_id'] ?? row['id']) === undefined || row['quantity'] !== undefined),
  },
)

const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** A name as a client sends it: nothing, or texts of limited length. */
function isName(item: unknown): boolean {
  if (item === null) return true
  if (!isPlainObject(item)) return false
  const { full_name = '', email: address = '' } = item
  return (
    isText(full_name ?? '', nameCharactersMax) &&
    isText(address ?? '', emailCharactersMax) &&
    (!address || email.test(address as string))
  )
}

const isText = (value: unknown, longest: number) =>
  typeof value === 'string' && value.length <= longest

export type SentName = { full_name?: string | null; email?: string | null } | null

const Names = Type.Object({
  ticket_id: Type.Optional(Type.Integer()),
  provider: Type.Optional(text({ maxLength: 100 })),
  items: Type.Optional(
    Type.Array(Type.Unsafe<SentName>({ holds: isName }), {
      maxItems: itemsMax,
      description: 'Item n is `{full_name, email}` of attendee n.',
    }),
  ),
})

const cartHash = () =>
  text({ maxLength: 200, description: "The cart's secret; the cookie can be used instead." })

export const CartBody = Type.Object({
  provider: filledText({
    maxLength: 100,
    description: '`tc` or `rsvp`; ignored, because the ticket determines it.',
  }),
  tickets: Type.Optional(
    Type.Array(Row, {
      maxItems: rowsMax,
      told: { default: null },
      description: 'Quantities of tickets; 0 removes a ticket, tickets not listed stay.',
    }),
  ),
  meta: Type.Optional(
    Type.Array(Names, {
      maxItems: rowsMax,
      told: { default: null },
      description: 'Names of attendees.',
    }),
  ),
  post_id: Type.Optional(id({ description: 'The event; checked, otherwise without effect.' })),
  cart_hash: Type.Optional(cartHash()),
  password: Type.Optional(
    text({ maxLength: 1000, description: 'The password of a protected event.' }),
  ),
})

export const CartQuery = Type.Object({
  provider: Type.Optional(
    Type.Array(Type.String({ maxLength: 100 }), {
      maxItems: 20,
      description: 'Only rows of these providers: `tc`, `rsvp`.',
    }),
  ),
  post_id: Type.Optional(id({ description: 'Only rows of this event.' })),
  cart_hash: Type.Optional(cartHash()),
})

const money = (description: string) =>
  Type.String({ description: `${description}, in major units with all decimals.` })

export const CartView = Type.Object(
  {
    tickets: Type.Array(
      Type.Object({
        ticket_id: Type.Integer(),
        quantity: Type.Integer(),
        post_id: Type.Integer(),
        optout: Type.Integer(),
        iac: Type.String(),
        provider: Type.String(),
        going: Type.Optional(Type.Boolean()),
        price: money('Price per place'),
        sub_total: money('Price of the line'),
      }),
    ),
    meta: Type.Array(
      Type.Object({
        ticket_id: Type.Integer(),
        provider: Type.String(),
        items: Type.Array(
          Type.Union([
            Type.Object({ full_name: Type.String(), email: Type.String() }),
            Type.Null(),
          ]),
        ),
      }),
    ),
    cart_url: Type.String({
      description: 'The page of this cart in a browser; blank without one.',
    }),
    checkout_url: Type.String({ description: 'The same: basket and details are one page.' }),
    cart_hash: Type.String({ description: 'Blank while there is no cart.' }),
    expires_at: Type.Union([Type.String(), Type.Null()], {
      description: 'ISO 8601: when its holds expire; null while it holds nothing.',
    }),
    subtotal: money('Tickets'),
    fees: money('Fees'),
    discount: money('The discount of the coupon'),
    total: money('The amount to pay'),
    currency: Type.String(),
    coupon: Type.Union([Type.String(), Type.Null()], {
      description: "The slug of the cart's coupon.",
    }),
    sandbox: Type.Optional(
      Type.Literal(true, { description: 'Sent while payments are simulated: no money moves.' }),
    ),
  },
  { title: 'Cart' },
)

const Purchaser = Type.Object(
  {
    name: Type.Optional(text({ maxLength: nameCharactersMax })),
    email: Type.Optional(text({ maxLength: emailCharactersMax, format: 'email' })),
  },
  { description: 'The purchaser; not used.' },
)

const couponSlug = () =>
  filledText({ maxLength: nameCharactersMax, description: 'The slug of the coupon.' })

export const CouponBody = Type.Object({ coupon: couponSlug() })

export const CartCouponBody = Type.Object({
  coupon: couponSlug(),
  cart_hash: text({ maxLength: 200, description: 'The secret of the cart.' }),
  payment_intent_id: Type.Optional(
    text({ maxLength: 200, description: "Not used: the payment is the cart's own." }),
  ),
  purchaser_data: Type.Optional(Purchaser),
})

export const Applied = Type.Object({
  success: Type.Boolean(),
  discount: Type.String({ description: 'E.g. `- &#x24;1.50`.' }),
  label: Type.String(),
  message: Type.String(),
  cartAmount: Type.String({ description: 'E.g. `&#x24;8.50`.' }),
  doReload: Type.Boolean({ description: 'The total went to or from zero.' }),
})

export const Removed = Type.Object({
  success: Type.Boolean(),
  message: Type.String(),
  cartAmount: Type.String(),
  doReload: Type.Boolean(),
})

export const Validity = Type.Object({ valid: Type.Boolean() })
