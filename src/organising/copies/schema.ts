import { Type } from 'typebox'
import { countOf, idOf, said, wallTime } from '../../platform/http/described/answer-shapes.ts'
import { id, oneOf, text } from '../../platform/http/described/params.ts'
import { notCopied } from './rules.ts'

export const EventParams = Type.Object({ id: id({ description: 'The id of the event.' }) })

export const CopyRequest = Type.Object({
  start_date: text({
    minLength: 1,
    maxLength: 200,
    description:
      'When the copy begins, in the zone of the event, e.g. `2032-06-01 19:00`. A day alone keeps the time of day.',
  }),
})

export const EventCopy = Type.Object(
  {
    id: idOf('copy'),
    title: said('Its title, which is that of the event.'),
    status: said('Always `draft`.'),
    start_date: wallTime('When it begins, in its zone'),
    end_date: wallTime('When it ends, in its zone'),
    timezone: said('Its zone.'),
    copied: Type.Object(
      {
        organizers: countOf('Organizers'),
        terms: countOf('Categories and tags'),
        tickets: countOf('Tickets, with prices, places, limits and windows of sale'),
        fees: countOf('Fees selected for tickets'),
        questions: countOf('Questions that are asked still'),
        gates: countOf('Gates'),
        mail_texts: countOf('Texts of mails'),
      },
      {
        title: 'CopiedParts',
        description: 'Beside texts, place, picture, password and notes for visitors.',
      },
    ),
    not_copied: Type.Array(oneOf([...notCopied], { description: 'A part.' }), {
      description: 'What stays with the event.',
    }),
  },
  { title: 'EventCopy' },
)
