import { Type } from 'typebox'
import {
  countOf,
  decimal,
  idOf,
  orNull,
  said,
} from '../../../platform/http/described/answer-shapes.ts'
import { count, flag, id, idList, oneOf, text } from '../../../platform/http/described/params.ts'
import { refundMethods } from '../settling/lookup.ts'
import { reason } from './schema.ts'

const methodOf = () =>
  oneOf([...refundMethods], {
    description:
      '`paid` (unless said): at the provider, as it was paid. `cash` and `by_hand`: somebody gives the money back in another way; it is recorded, and none moves at the provider.',
  })

export const messageToBuyer = () =>
  text({
    maxLength: 2000,
    description: 'A word to the buyer, which the mail about it carries; plain text.',
  })

export const RefundRequest = Type.Object({
  lines: Type.Optional(
    Type.Array(
      Type.Object(
        {
          id: id({ description: 'The id of the line: `items[].id` of the order.' }),
          quantity: count({ minimum: 1, description: 'How many of its places.' }),
        },
        { additionalProperties: false },
      ),
      {
        minItems: 1,
        description: 'Places of ticket lines to give back, less their share of the coupon.',
      },
    ),
  ),
  attendees: Type.Optional(
    idList({ description: 'In place of `lines`: whose places, by the ids of the attendees.' }),
  ),
  amount: Type.Optional(
    text({
      pattern: '^\\d{1,12}(\\.\\d{1,4})?$',
      description:
        'Decimal amount. Alone: places stay taken, also when it is all that was paid. With `lines` or `attendees`: this in place of what the places cost, at most that; `0` keeps their money.',
    }),
  ),
  whole: Type.Optional(
    flag({ description: 'True: every place that is left, and all the money that is left.' }),
  ),
  fees: Type.Optional(
    oneOf(['refund', 'keep', 'only'], {
      description:
        'Not with `amount` alone. `refund` (unless said): places and their fees; `keep`: places without their fees; `only`: the fees, and the places stay.',
    }),
  ),
  cancel_places: Type.Optional(
    flag({
      description:
        'Not with `amount` alone. False: what the places cost is given back, and they stay taken. True unless said.',
    }),
  ),
  method: Type.Optional(methodOf()),
  reason: Type.Optional(reason()),
  message: Type.Optional(messageToBuyer()),
})

const PlaceEnding = Type.Object(
  {
    id: idOf('attendee'),
    ticket_id: idOf('ticket'),
    ticket: said('What the ticket was called when it was sold.'),
    title: said('The name on the ticket.'),
    checked_in: flag({ description: 'Whether somebody came in with it.' }),
    passed_on: flag({ description: 'Whether it is with somebody who is not the buyer.' }),
  },
  { title: 'PlaceEnding' },
)

export const RefundPreview = Type.Object(
  {
    currency: said('ISO 4217, e.g. `USD`.'),
    method: methodOf(),
    amount: decimal('What would be given back'),
    left_before: Type.Optional(
      decimal(
        'What of the payment is not given back; left out where only a part of the order is shown',
      ),
    ),
    left_after: Type.Optional(decimal('What would be left of the payment; left out like it')),
    places_ending: Type.Array(PlaceEnding, {
      description: 'The places that would end: their codes admit nobody from then on.',
    }),
    places_left: countOf('Places of the order that would stay valid'),
    ends_order: flag({ description: 'Whether no place would be left, so that the order ends.' }),
    limit: Type.Object(
      {
        order_left: orNull(
          Type.String(),
          'What your limit leaves of this order, before the refund; null without a limit.',
        ),
        day_left: orNull(
          Type.String(),
          "What the site's limit for a day leaves, before the refund; null without a limit.",
        ),
        allows: flag({ description: 'Whether both allow the refund.' }),
      },
      { title: 'RefundLimitLeft', description: 'What limits leave.' },
    ),
    mails: Type.Object(
      {
        buyer: flag({ description: 'Whether the buyer is told: there is an address.' }),
        holders: countOf('Other addresses that are told that their tickets ended'),
      },
      { title: 'RefundMails', description: 'Who gets a mail.' },
    ),
  },
  { title: 'RefundPreview' },
)
