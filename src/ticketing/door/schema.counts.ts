import { Type } from 'typebox'
import { countOf, orNull, said } from '../../platform/http/described/answer-shapes.ts'

const place = (which: string) => ({
  at: orNull(Type.String(), `When ${which}, ISO 8601 in UTC.`),
  device: orNull(Type.String(), 'The name of the phone; null for other ways to check in.'),
  gate: orNull(Type.String(), 'The name of the gate.'),
})
export const Conflicts = Type.Array(
  Type.Object(
    {
      attendee: orNull(Type.Integer(), 'The attendee; null for a ticket that we do not know.'),
      reason: said('`used_before`, or why the ticket does not admit.'),
      second: Type.Object(place('somebody was let in'), {
        description: 'Who was let in.',
      }),
      first: Type.Union([Type.Object(place('the admission before')), Type.Null()], {
        description: 'The admission that stands; null where the ticket never admitted.',
      }),
    },
    { title: 'DoorConflict' },
  ),
)

export const Counts = Type.Object(
  {
    inside: countOf('People inside, guests without a ticket included'),
    guests: countOf('Guests without a ticket inside'),
    checked_in: countOf('Attendees with an admission that was not undone'),
    expected: countOf('Attendees who may come'),
    conflicts: countOf(
      'People who were let in although their ticket was used before, or does not admit',
    ),
    last_ten_minutes: countOf('Admissions of the last ten minutes'),
    gates: Type.Array(
      Type.Object({
        gate: orNull(Type.Integer(), 'The gate; null for scans without one.'),
        came_in: countOf('Scans that let somebody in there'),
        went_out: countOf('Scans of somebody who left there'),
      }),
      { description: 'Scans by gate; who is inside does not depend on gates.' },
    ),
  },
  { title: 'DoorCounts' },
)
