import { Type } from 'typebox'
import { said } from '../../platform/http/described/answer-shapes.ts'
import { id, oneOf, text } from '../../platform/http/described/params.ts'
import { entryRules } from './rules.ts'

const optional = Type.Optional

export const TicketEntry = Type.Object(
  {
    entry: oneOf([...entryRules], {
      description: 'Lets in once, once each day, or again after each exit.',
    }),
    door_note: said('What the door has to acknowledge before the next scan; may be blank.'),
  },
  { title: 'TicketEntry' },
)
export const TicketEntryChanges = Type.Object({
  entry: optional(
    oneOf([...entryRules], {
      description: 'Lets in once, once each day, or again after each exit.',
    }),
  ),
  door_note: optional(
    text({ maxLength: 500, description: 'What the door has to acknowledge; blank is nothing.' }),
  ),
})
export const TicketIdParams = Type.Object({ id: id({ description: 'The id of the ticket.' }) })
export const AttendeeIdParams = Type.Object({ id: id({ description: 'The id of the attendee.' }) })
export const DoorNote = Type.Object(
  {
    door_note: text({
      maxLength: 500,
      description: 'What the door has to acknowledge; blank is nothing.',
    }),
  },
  { title: 'DoorNote' },
)
