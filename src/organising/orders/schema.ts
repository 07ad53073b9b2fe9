import { Type } from 'typebox'
import { idOf, orNull, said } from '../../platform/http/described/answer-shapes.ts'
import { flag, id, oneOf, personsAddress, text } from '../../platform/http/described/params.ts'
import { messageStates } from '../../messaging/outbox/rules.ts'

export const OrderParams = Type.Object({ id: id({ description: 'The id of the order.' }) })
export const AttendeeParams = Type.Object({ id: id({ description: 'The id of the attendee.' }) })

const name = (whose: string) =>
  Type.Optional(
    text({
      minLength: 1,
      maxLength: 500,
      holds: (value: unknown) => typeof value === 'string' && /\S/.test(value),
      description: `${whose} name`,
    }),
  )
const email = (whose: string) =>
  Type.Optional(personsAddress({ description: `${whose} e-mail address` }))

export const OrderCorrection = Type.Object({
  name: name("The purchaser's"),
  email: email("The purchaser's"),
})

export const AttendeeCorrection = Type.Object({
  name: name("The attendee's"),
  email: email("The attendee's"),
})

export const CorrectedOrder = Type.Object(
  {
    id: idOf('order'),
    name: said("The purchaser's name."),
    email: Type.Optional(said("The purchaser's address; needs `contacts.read`.")),
  },
  { title: 'CorrectedOrder' },
)

const attendeeMembers = {
  id: idOf('attendee'),
  name: said('The name on the ticket.'),
  email: Type.Optional(said('The address; needs `contacts.read`.')),
}

export const AttendeeRecord = Type.Object(
  {
    ...attendeeMembers,
    event: idOf('event'),
    ticket: idOf('ticket'),
    order: orNull(Type.Integer(), 'The id of the order; null for a place made by hand.'),
  },
  { title: 'AttendeeRecord' },
)

export const CorrectedAttendee = Type.Object(
  {
    ...attendeeMembers,
    new_code: flag({
      description: 'Whether the ticket got a new code, because another address holds it now.',
    }),
  },
  { title: 'CorrectedAttendee' },
)

export const ResendRequest = Type.Object({
  to: Type.Optional(
    oneOf(['buyer', 'holders', 'everybody'], {
      description:
        '`buyer` (unless said): all tickets to the buyer; `holders`: to each other address its own tickets; `everybody`: both.',
    }),
  ),
  attendee: Type.Optional(
    id({ description: 'In place of `to`: to whoever holds the ticket of this attendee.' }),
  ),
})

export const ResentMails = Type.Object(
  {
    mails: Type.Array(
      Type.Object(
        {
          id: idOf('mail'),
          kind: said('Its kind, e.g. `order.confirmed`.'),
          to: Type.Optional(said('The recipient; needs `contacts.read`.')),
          state: oneOf([...messageStates], { description: 'Where it stands.' }),
        },
        { title: 'ResentMail' },
      ),
      { description: 'The mails that were queued.' },
    ),
  },
  { title: 'ResentMails' },
)
