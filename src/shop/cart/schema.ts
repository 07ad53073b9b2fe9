import { Type } from 'typebox'
import { isGuestAddress } from '../../core/mail-address.ts'
import { longTextMost } from '../../core/questions/values.ts'
import { countOf, decimal, idOf, said } from '../../platform/http/described/answer-shapes.ts'
import {
  count,
  filledText,
  flag,
  id,
  personsAddress,
  text,
} from '../../platform/http/described/params.ts'
import { isPlainObject } from '../../platform/http/request/coerce.ts'

const rowsMax = 100
const itemsMax = 1000
const nameCharactersMax = 200
const emailCharactersMax = 254

const provider = () =>
  text({
    maxLength: 100,
    description: '`tc` or `rsvp`; ignored, because the ticket determines it.',
  })

const Row = Type.Object(
  {
    ticket_id: Type.Optional(Type.Integer({ description: 'The id of the ticket.' })),
    id: Type.Optional(Type.Integer({ description: 'The same; `ticket_id` beats it.' })),
    quantity: Type.Optional(count({ description: 'Places; 0 removes the ticket.' })),
    optout: Type.Optional(flag({ description: 'Whether public lists omit the attendees.' })),
    going: Type.Optional(flag({ description: 'For an RSVP: whether the attendees come.' })),
    provider: Type.Optional(provider()),
  },
  {
    title: 'CartRow',
    holds: (row: unknown) =>
      isPlainObject(row) &&
      ((row['ticket_id'] ?? row['id']) === undefined || row['quantity'] !== undefined),
  },
)

/** A name as a client sends it: nothing, or texts of limited length. */
function isName(item: unknown): boolean {
  if (item === null) return true
  if (!isPlainObject(item)) return false
  const { full_name = '', email: address = '' } = item
  return (
    isText(full_name ?? '', nameCharactersMax) &&
    isText(address ?? '', emailCharactersMax) &&
    (!address || isGuestAddress(address as string))
  )
}

const isText = (value: unknown, longest: number) =>
  typeof value === 'string' && value.length <= longest

export type SentName = { full_name?: string | null; email?: string | null } | null

const words = Type.Union([Type.String(), Type.Null()])
const Name = Type.Object(
  {
    full_name: Type.Optional(Type.Unsafe({ ...words, description: 'The name.' })),
    email: Type.Optional(Type.Unsafe({ ...words, description: 'The email address.' })),
  },
  { title: 'SentName' },
)
const Names = Type.Object(
  {
    ticket_id: Type.Optional(Type.Integer({ description: 'The ticket of these attendees.' })),
    provider: Type.Optional(provider()),
    items: Type.Optional(
      Type.Array(Type.Unsafe<SentName>({ holds: isName, takes: Type.Union([Name, Type.Null()]) }), {
        maxItems: itemsMax,
        description: 'Item n names attendee n; null names nobody.',
      }),
    ),
  },
  { title: 'SentNames' },
)

const CartAnswer = Type.Object(
  {
    question: id({ description: 'The id of the question.' }),
    ticket_id: Type.Optional(id({ description: 'The ticket, for a question to attendees.' })),
    place: Type.Optional(
      count({
        description: 'Which of the places with this ticket answers, from 0; 0 if left out.',
      }),
    ),
    value: Type.Optional(
      Type.Unsafe<string | string[] | null>({
        ...Type.Union([
          text({ maxLength: longTextMost }),
          Type.Array(text({ maxLength: 40 }), { maxItems: 100 }),
          Type.Null(),
        ]),
        description: 'The answer, as `PUT /orders/{id}/answers` takes it; none takes it back.',
      }),
    ),
  },
  { title: 'CartAnswer' },
)

const cartSecret = () =>
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
      description:
        'Quantities of tickets, e.g. `[{"ticket_id": 12, "quantity": 2}]`; 0 removes a ticket, tickets not listed stay.',
    }),
  ),
  meta: Type.Optional(
    Type.Array(Names, {
      maxItems: rowsMax,
      told: { default: null },
      description: 'Names of attendees.',
    }),
  ),
  answers: Type.Optional(
    Type.Array(CartAnswer, {
      maxItems: itemsMax,
      description:
        'Answers to what the event asks (`GET /events/{id}/questions`); with them, the order is refused while one that is wanted is missing.',
    }),
  ),
  post_id: Type.Optional(
    id({
      confusedWith: 'event_id',
      description: 'The event; checked, otherwise without effect.',
    }),
  ),
  cart_hash: Type.Optional(cartSecret()),
  password: Type.Optional(
    text({ maxLength: 1000, description: 'The password of a protected event.' }),
  ),
  coupon: Type.Optional(
    filledText({
      maxLength: nameCharactersMax,
      description:
        'The slug of a coupon that the cart gets with this change, e.g. one that opens a hidden ticket.',
    }),
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
  cart_hash: Type.Optional(cartSecret()),
})

export const CartView = Type.Object(
  {
    tickets: Type.Array(
      Type.Object({
        ticket_id: idOf('ticket'),
        quantity: countOf('Places'),
        post_id: idOf('event'),
        optout: Type.Integer({ description: '1 when public lists omit the attendees, else 0.' }),
        iac: said('Names per attendee: `none`, `allowed` or `required`.'),
        provider: said('`tc` or `rsvp`.'),
        going: Type.Optional(
          Type.Boolean({ description: 'For an RSVP: whether the attendees come.' }),
        ),
        price: decimal('Price per place'),
        sub_total: decimal('Price of the line'),
      }),
      { description: 'What the cart holds, a line for each ticket.' },
    ),
    meta: Type.Array(
      Type.Object({
        ticket_id: idOf('ticket'),
        provider: said('`tc` or `rsvp`.'),
        items: Type.Array(
          Type.Union([
            Type.Object({ full_name: said('The name.'), email: said('The email address.') }),
            Type.Null(),
          ]),
          { description: 'Item n names attendee n; null names nobody.' },
        ),
      }),
      { description: 'Names of attendees.' },
    ),
    cart_url: Type.String({
      description: 'The page of this cart in a browser; blank without one.',
    }),
    checkout_url: Type.String({ description: 'The same: basket and details are one page.' }),
    cart_hash: Type.String({ description: 'Blank while there is no cart.' }),
    expires_at: Type.Union([Type.String(), Type.Null()], {
      description: 'ISO 8601: when its holds expire; null while it holds nothing.',
    }),
    subtotal: decimal('Tickets'),
    fees: decimal('Fees'),
    discount: decimal('The discount of the coupon'),
    total: decimal('The amount to pay'),
    currency: said('ISO 4217, e.g. `USD`.'),
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
    name: Type.Optional(text({ maxLength: nameCharactersMax, description: 'The name.' })),
    email: Type.Optional(personsAddress({ description: 'The address.' })),
  },
  { title: 'PurchaserData', description: 'The purchaser; not used.' },
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
  success: Type.Boolean({ description: 'Always true: a coupon that does not fit is 400.' }),
  discount: said('What it takes off, as HTML, e.g. `- &#x24;1.50`.'),
  label: said('The coupon and what it takes off, for people.'),
  message: said('What was done, in words.'),
  cartAmount: said('The new total, as HTML, e.g. `&#x24;8.50`.'),
  doReload: Type.Boolean({ description: 'The total went to or from zero.' }),
})

export const Removed = Type.Object({
  success: Type.Boolean({ description: 'Always true.' }),
  message: said('What was done, in words.'),
  cartAmount: said('The new total, as HTML, e.g. `&#x24;8.50`.'),
  doReload: Type.Boolean({ description: 'The total went to or from zero.' }),
})

export const Validity = Type.Object({
  valid: Type.Boolean({ description: 'Whether the coupon can be used now.' }),
})
