import { Type } from 'typebox'
import { idOf, instant, orNull, said } from '../../platform/http/described/answer-shapes.ts'
import { id, oneOf } from '../../platform/http/described/params.ts'

const runStates = ['running', 'done', 'failed'] as const

export const RunParams = Type.Object({ id: id({ description: 'The id of the run.' }) })

export const RunQuery = Type.Object({
  losses_after: Type.Optional(id({ description: 'Losses that follow the one with this number.' })),
})

const count = (description: string) => Type.Integer({ minimum: 0, description })

const KindCounts = Type.Object(
  {
    kind: said('The kind of record, e.g. `event`.'),
    read: count('Read of the source.'),
    made: count('Made here.'),
    changed: count('Changed here, because the source changed.'),
    same: count('The same as at the last run.'),
    kept: count('Kept as they are here.'),
    lost: count('Without a place here.'),
  },
  { title: 'ImportedKind' },
)

const run = {
  id: idOf('run'),
  home: said('The address of the old site.'),
  reader: said('`dump` or `wxr`.'),
  state: oneOf([...runStates], { description: 'A run that was ended from outside is `failed`.' }),
  started_at: instant('When it began.'),
  ended_at: orNull(Type.String({ format: 'date-time' }), 'When it ended; null while it runs.'),
  counts: Type.Array(KindCounts, { description: 'By kind of record, in the order of writing.' }),
  losses: count('How many records were changed or lost on the way.'),
}

export const RunList = Type.Object({
  imports: Type.Array(Type.Object(run, { title: 'ImportRun' }), {
    description: 'The latest first.',
  }),
})

export const RunDetail = Type.Object(
  {
    ...run,
    error: orNull(Type.String(), 'Why it failed.'),
    left_behind: Type.Array(
      Type.Object(
        {
          what: said('A table, option, key, type or taxonomy of the old site.'),
          name: said('Its name there.'),
          rows: count('How many.'),
          why: said('Why it stays there.'),
        },
        { title: 'LeftBehind' },
      ),
      { description: 'Kinds of data that stay where they are.' },
    ),
    lost: Type.Array(
      Type.Object(
        {
          number: count('Its number in the report.'),
          kind: said('The kind of record.'),
          old_id: orNull(Type.Integer(), 'Its id in the old site; null for what is no record.'),
          reason: said('What was changed or lost, and why.'),
        },
        { title: 'Loss' },
      ),
      { description: 'The first 500, or those after `losses_after`.' },
    ),
    more: Type.Boolean({ description: 'Whether more losses follow.' }),
    codes: Type.Object(
      {
        working: count('How many of these codes let in.'),
        total: count('Valid attendees of the site with a code that was printed there.'),
      },
      { title: 'BroughtCodes', description: 'Printed codes, as they are now.' },
    ),
    redirects: Type.Array(
      Type.Object(
        { from: said('The old address.'), to: said('Where it leads here.') },
        { title: 'Redirect' },
      ),
      { description: 'The first 500 addresses of lists and events that lead to another one here.' },
    ),
  },
  { title: 'ImportDetail' },
)
