import { Type } from 'typebox'
import { idOf, instant, orNull, said } from '../../../platform/http/described/answer-shapes.ts'
import { id, text } from '../../../platform/http/described/params.ts'

export const SubjectParams = Type.Object({ id: id({ description: 'The id.' }) })

export const NoteParams = Type.Object({
  id: id({ description: 'The id of the order or attendee.' }),
  note: id({ description: 'The id of the note.' }),
})

export const NoteBody = Type.Object({
  text: text({
    maxLength: 2000,
    holds: (value: unknown) => typeof value === 'string' && /\S/.test(value),
    description: 'For staff; the buyer does not see it.',
  }),
})

export const NoteView = Type.Object(
  {
    id: idOf('note'),
    order: orNull(Type.Integer(), 'The order that it is about, or whose place it is about.'),
    attendee: orNull(Type.Integer(), 'The attendee that it is about; null for the whole order.'),
    text: said('What was written.'),
    by: orNull(Type.String(), 'The login of who wrote it; null when the account is gone.'),
    at: instant('When'),
  },
  { title: 'DeskNote' },
)

export const NoteList = Type.Object(
  { notes: Type.Array(NoteView, { description: 'The newest first, 200 at most.' }) },
  { title: 'DeskNotes' },
)
