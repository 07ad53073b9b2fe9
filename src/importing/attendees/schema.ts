import { Type } from 'typebox'
import { idOf, instant, mapOf, orNull, said } from '../../platform/http/described/answer-shapes.ts'
import { id, oneOf, text } from '../../platform/http/described/params.ts'
import type { UploadedFile } from '../../platform/http/request/request.ts'
import { fields } from './columns.ts'

const optional = Type.Optional

export const EventParams = Type.Object({ id: id({ description: 'The id of the event.' }) })
export const ImportParams = Type.Object({ id: id({ description: 'The id of the import.' }) })

const list = {
  file: Type.Optional(
    Type.Unsafe<UploadedFile>({
      takes: { type: 'string', contentMediaType: 'application/octet-stream' },
      description: 'The list as CSV, in a multipart form; at most 10 MiB and 20,000 lines.',
    }),
  ),
  csv: optional(
    text({ maxLength: 2_000_000, description: 'The list as text, in place of a file.' }),
  ),
  mapping: optional(
    text({
      maxLength: 4000,
      description: `Which column is what, as JSON: \`{"email": "E-mail", "ticket": "Type"}\`. Fields: ${fields.map(name => `\`${name}\``).join(', ')}. Without it: what was chosen for such a file before, or what the columns' names say.`,
    }),
  ),
  ticket: optional(id({ description: 'The ticket of lines that name none.' })),
}

export const ListBody = Type.Object(list)

export const RunBody = Type.Object({
  ...list,
  plan: optional(
    text({
      maxLength: 100,
      description:
        '`plan` of the plan: when the same list would do something else now, nothing is done.',
    }),
  ),
})

const count = (description: string) => Type.Integer({ minimum: 0, description })

const line = Type.Object(
  {
    line: count('The number of the line in the file.'),
    reason: said('Why.'),
  },
  { title: 'ImportedLine' },
)

const counts = {
  lines: count('Lines with something in them, without the head.'),
  made: count('Attendees that are made.'),
  codes: count('How many of them keep the code on their ticket.'),
  repeated: count('Lines that came before.'),
  refused: count('Lines that are refused.'),
}

export const PlanView = Type.Object(
  {
    plan: said('Send it with the list to do this and nothing else.'),
    encoding: oneOf(['utf-8', 'utf-16', 'windows-1252'], { description: 'How the file is read.' }),
    delimiter: said('What stands between cells.'),
    columns: Type.Array(Type.String(), { description: 'The names of its columns.' }),
    mapping: mapOf<string>(Type.String(), { description: 'Which column is what.' }),
    ...counts,
    samples: Type.Array(
      Type.Object(
        {
          line: count('The number of the line in the file.'),
          name: said('The name of the attendee.'),
          email: said('The email address; empty without one.'),
          ticket: said('The ticket.'),
          code: said('The code on the ticket; empty without one.'),
          note: said('For the door.'),
        },
        { title: 'ImportedGuest' },
      ),
      { description: 'The first lines as they are understood.' },
    ),
    tickets: Type.Array(
      Type.Object(
        {
          id: orNull(
            Type.Integer(),
            'Null for one that is made: free, without a limit, and not on sale.',
          ),
          name: said('Its name.'),
          places: count('How many places of it are taken.'),
        },
        { title: 'ImportedTicketType' },
      ),
      { description: 'The tickets that are taken, with how many places of each.' },
    ),
    repeats: Type.Array(line, { description: 'The first 100 lines that came before.' }),
    refusals: Type.Array(line, { description: 'The first 1,000 lines that are refused.' }),
  },
  { title: 'AttendeePlan' },
)

export const ImportView = Type.Object(
  {
    id: idOf('import'),
    event: idOf('event'),
    file: said('The name of the file; empty without one.'),
    by: orNull(Type.String(), 'Who did it; null for a command.'),
    state: oneOf(['running', 'done', 'failed'], { description: 'What became of it.' }),
    started_at: instant('When it began.'),
    ended_at: orNull(Type.String({ format: 'date-time' }), 'When it ended; null while it runs.'),
    ...counts,
    refusals: Type.Array(line, { description: 'The first 1,000 lines that were refused.' }),
  },
  { title: 'AttendeeImport' },
)

export const ImportList = Type.Object({
  imports: Type.Array(Type.Omit(ImportView, ['refusals']), {
    description: 'The latest 50, the latest first.',
  }),
})
