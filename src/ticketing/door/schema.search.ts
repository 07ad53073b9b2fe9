import { Type } from 'typebox'
import { idOf, orNull, said } from '../../platform/http/described/answer-shapes.ts'
import { flag, id, oneOf, text } from '../../platform/http/described/params.ts'

export const SearchQuery = Type.Object({
  event: id({ description: 'The event.' }),
  search: text({
    minLength: 3,
    maxLength: 100,
    description:
      'Parts of the name, of the e-mail address, or the number of the order: three characters or more.',
  }),
})

export const Searched = Type.Array(
  Type.Object(
    {
      id: idOf('attendee'),
      name: said('Who holds the ticket.'),
      ticket: idOf('ticket'),
      order: orNull(Type.Integer(), 'The order.'),
      state: oneOf(['valid', 'unpaid', 'ended'], { description: 'Whether it admits.' }),
      inside: flag({ description: 'Whether the attendee is inside now.' }),
      entered_at: orNull(Type.String(), 'The last admission, ISO 8601 in UTC.'),
    },
    { title: 'DoorSearchHit' },
  ),
  { description: 'At most 20, by name.' },
)
