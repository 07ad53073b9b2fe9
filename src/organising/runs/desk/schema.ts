import { Type } from 'typebox'
import {
  countOf,
  decimal,
  idOf,
  instant,
  orNull,
  said,
} from '../../../platform/http/described/answer-shapes.ts'
import { count, filledText, id, oneOf } from '../../../platform/http/described/params.ts'
import { actions, itemStates, kindNames, runStates } from '../record/rules.ts'
import { moves } from '../working/move-run.ts'

export const PlanParams = Type.Object({ id: id({ description: 'The id of the plan.' }) })
export const RunParams = Type.Object({ id: id({ description: 'The id of the run.' }) })
export const ItemParams = Type.Object({
  id: id({ description: 'The id of the run.' }),
  n: id({ description: 'The number of the item.' }),
})
export const MoveParams = Type.Object({
  id: id({ description: 'The id of the run.' }),
  move: oneOf([...moves], {
    description:
      '`pause` lets what is being done end; `continue` goes on with a run that rests; `stop` ends it and leaves out what waits; `retry` does again what failed.',
  }),
})

const Preview = Type.Object(
  {
    language: said('The language.'),
    subject: said('The subject of the mail.'),
    body: said('Its text, without greeting and links.'),
  },
  { title: 'PlanPreview' },
)

const Sum = Type.Object(
  {
    action: oneOf([...actions], {
      description: 'Whether a run does it, somebody by hand, or nobody.',
    }),
    reason: orNull(
      Type.String(),
      'Why it is left out or done by hand, as a word; filter rows by it.',
    ),
    because: said('The same as a sentence that says what to do; empty without a reason.'),
    method: orNull(Type.String(), 'How the orders were paid, or `by_hand`.'),
    currency: orNull(Type.String(), 'ISO 4217; null where no money is concerned.'),
    rows: countOf('Rows of the plan'),
    count: countOf('Places, tickets or mails'),
    amount: orNull(Type.String(), 'Their sum, in major units with all decimals.'),
  },
  { title: 'PlanSum' },
)

export const PlanSummary = Type.Object(
  {
    rows: countOf('Rows of the plan'),
    to_do: countOf('Rows that a run does'),
    by_hand: countOf('Rows that somebody does by hand'),
    left_out: countOf('Rows that are left out'),
    sums: Type.Array(Sum, { description: 'Rows that are alike.' }),
    warnings: Type.Array(Type.String(), { description: 'What to think of before the run.' }),
  },
  {
    title: 'PlanSummary',
    description: 'The rows of a plan, counted and summed, with what to think of before its run.',
  },
)

export const PlanView = Type.Object(
  {
    id: idOf('plan'),
    kind: oneOf([...kindNames], { description: 'What is planned.' }),
    event: orNull(Type.Integer(), 'The event that it is of; null for several.'),
    created_at: instant('When it was made'),
    expires_at: instant('When it ends: an hour later'),
    run: orNull(Type.Integer(), 'The run that was begun with it; null for none.'),
    rows: said('The address of its rows.'),
    summary: PlanSummary,
    previews: Type.Array(Preview, {
      description:
        '`message`: the mail in each language as its first guest would read it; empty for other kinds.',
    }),
  },
  { title: 'Plan' },
)

export const pageMost = 200

const page = {
  after: Type.Optional(
    count({ default: 0, description: 'Rows that follow the one with this number.' }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: pageMost,
      default: 50,
      description: 'How many rows at most.',
    }),
  ),
  reason: Type.Optional(filledText({ maxLength: 40, description: 'Only rows with this reason.' })),
}

export const RowsQuery = Type.Object({
  ...page,
  action: Type.Optional(oneOf([...actions], { description: 'Only rows to which this is done.' })),
})

export const ItemsQuery = Type.Object({
  ...page,
  state: Type.Optional(oneOf([...itemStates], { description: 'Only items in this state.' })),
})

const subject = {
  n: countOf('Its number in the plan'),
  subject: Type.Integer({
    description:
      'The id of the order; of a message to attendees, of the attendee; of a change of tickets, of the ticket.',
  }),
  name: Type.Optional(said('Who bought it, or what the ticket is called.')),
  title: Type.Optional(said('Of a ticket the title of its event.')),
  email: Type.Optional(said('The address; needs `contacts.read`.')),
}

const money = {
  amount: orNull(Type.String(), 'What is planned to go back, in major units with all decimals.'),
  currency: orNull(Type.String(), 'ISO 4217; null where no money is concerned.'),
  method: orNull(Type.String(), 'How the order was paid, or `by_hand`.'),
}

const changes = Type.Array(
  Type.Object(
    {
      member: oneOf(['price', 'capacity', 'max_per_order'], {
        description: 'What of the ticket is changed.',
      }),
      from: said('What it was when the plan was made.'),
      to: said('What it becomes.'),
    },
    { title: 'PlannedTicketChange' },
  ),
  { description: '`tickets`: what is changed; empty for other kinds, and for what is left out.' },
)

const nextOf = (what: string) =>
  orNull(Type.Integer(), `The \`after\` of the next page of ${what}; null on the last.`)

export const PlanRows = Type.Object(
  {
    rows: Type.Array(
      Type.Object(
        {
          ...subject,
          action: oneOf([...actions], {
            description: 'Whether a run does it, somebody by hand, or nobody.',
          }),
          reason: orNull(Type.String(), 'Why not, as a word.'),
          because: said('The same as a sentence; empty without a reason.'),
          changes,
          ...money,
        },
        { title: 'PlannedRow' },
      ),
      { description: 'In the order of the run.' },
    ),
    next: nextOf('rows'),
  },
  { title: 'PlannedRows' },
)

export const RunRequest = Type.Object({
  plan: id({ description: 'The id of a plan of yours that has not ended.' }),
  first: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1000,
      description: 'The run rests when so many are done; `continue` does the others.',
    }),
  ),
})

const Outcome = Type.Object(
  {
    state: oneOf([...itemStates], { description: 'What became of them.' }),
    reason: orNull(Type.String(), 'Why, as a word; filter items by it.'),
    because: said('The same as a sentence that says what to do; empty without a reason.'),
    currency: orNull(Type.String(), 'ISO 4217; null where no money is concerned.'),
    items: countOf('Items'),
    amount: orNull(Type.String(), 'What was planned for them, in major units with all decimals.'),
    rows: said('The address of these items.'),
  },
  { title: 'RunOutcome' },
)

const Control = Type.Object(
  {
    currency: said('ISO 4217.'),
    planned: decimal('What was planned'),
    returned: decimal('What refunds give back, those that are promised included'),
    skipped: decimal('What was left out, or left with you by buyers'),
    failed: decimal('What failed'),
    by_hand: decimal('What waits for somebody to give it back by hand'),
    open: decimal('What is still to be done'),
    difference: decimal('What is not explained: always 0, or something is wrong'),
  },
  { title: 'RunControl' },
)

const run = {
  id: idOf('run'),
  plan: idOf('plan'),
  kind: oneOf([...kindNames], { description: 'What it does.' }),
  event: orNull(Type.Integer(), 'The event that it is of; null for several.'),
  state: oneOf([...runStates], {
    description:
      '`paused` rests until somebody continues it; `stopping` lets what is being done end; `stopped` and `done` are over.',
  }),
  paused_by: orNull(Type.String(), 'Why it rests, as a word; null unless it does.'),
  because: said('The same as a sentence that says what to do; empty unless it rests.'),
  created_at: instant('When it began'),
  ended_at: orNull(Type.String(), 'When it was over; null before.'),
  yours: Type.Boolean({ description: 'Whether you began it: only then you can continue it.' }),
}

export const RunView = Type.Object(
  {
    ...run,
    items: countOf('Items'),
    ended: countOf('Items with an outcome'),
    outcomes: Type.Array(Outcome, { description: 'Items by what became of them.' }),
    control: Type.Array(Control, {
      description: 'By currency: planned = returned + skipped + failed + by hand + open.',
    }),
  },
  { title: 'Run' },
)

export const RunList = Type.Object({
  runs: Type.Array(Type.Object(run, { title: 'RunOfList' }), {
    description: 'The latest hundred of your events, the latest first.',
  }),
})

export const RunItems = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          ...subject,
          state: oneOf([...itemStates], { description: 'What became of it.' }),
          reason: orNull(Type.String(), 'Why, as a word.'),
          because: said('The same as a sentence that says what to do; empty without a reason.'),
          changes,
          ...money,
          refund: orNull(Type.Integer(), 'The refund of the order that gives the money back.'),
          ended_at: orNull(Type.String(), 'When it got its outcome.'),
        },
        { title: 'RunItem' },
      ),
      { description: 'In the order of the plan.' },
    ),
    next: nextOf('items'),
  },
  { title: 'RunItems' },
)
