import { type Static, Type } from 'typebox'
import { locales } from '../../core/locale.ts'
import { questionKinds } from '../../core/questions/kinds.ts'
import { askedOfWords } from '../../core/questions/rules.ts'
import { longTextMost } from '../../core/questions/values.ts'
import { countOf, idOf, mapOf, orNull, said } from '../../platform/http/described/answer-shapes.ts'
import { filledText, flag, id, oneOf, text } from '../../platform/http/described/params.ts'
import { questionsMost } from './rules.ts'

export const EventParams = Type.Object({ id: id({ description: 'The id of the event.' }) })
export const QuestionParams = Type.Object({
  id: id({ description: 'The id of the event.' }),
  question: id({ description: 'The id of the question.' }),
})
export const OrderParams = Type.Object({ id: id({ description: 'The id of the order.' }) })
export const AttendeeParams = Type.Object({ id: id({ description: 'The id of the attendee.' }) })

const sentence = () =>
  Type.Unsafe<Record<string, string>>(
    Type.Object(
      Object.fromEntries(
        locales.map(locale => [
          locale,
          Type.Optional(text({ maxLength: 500, description: `In \`${locale}\`.` })),
        ]),
      ),
      {
        title: 'TextByLanguage',
        description: 'What it says, by language.',
        additionalProperties: false,
      },
    ),
  )

const Choice = Type.Object(
  {
    id: text({
      pattern: '^[a-z0-9_-]{1,40}$',
      description: 'Its name in answers and exports: small letters, digits, - and _.',
    }),
    text: sentence(),
    closed: Type.Optional(flag({ description: 'Whether nobody can choose it any more.' })),
  },
  { title: 'QuestionChoice' },
)

const ShowIf = Type.Object(
  {
    question: id({ description: 'The question that it depends on, which has no condition.' }),
    is: Type.Array(text({ maxLength: 40 }), {
      minItems: 1,
      maxItems: 100,
      description: 'Some of its choices; or `yes`, `no`.',
    }),
  },
  { title: 'QuestionCondition' },
)

const ShowIfDraft = Type.Object(
  {
    question: Type.Optional(
      id({ description: 'The question that it depends on, which has no condition.' }),
    ),
    is: Type.Array(text({ maxLength: 40 }), {
      maxItems: 100,
      description: 'Some of its choices; or `yes`, `no`. Empty: asked always.',
    }),
  },
  { title: 'QuestionConditionDraft', description: 'Asked only where another was answered so.' },
)

const members = {
  asked_of: oneOf([...askedOfWords], {
    description: '`order`: once for all places. `attendee`: for each place.',
  }),
  kind: oneOf([...questionKinds], { description: 'What an answer is.' }),
  text: sentence(),
  required: flag({ description: 'Whether the pages order only with an answer.' }),
  choices: Type.Array(Choice, {
    maxItems: 100,
    description: 'Of `choice` and `several`. A choice that was chosen is closed, never taken away.',
  }),
  tickets: Type.Array(Type.Integer({ minimum: 1 }), {
    maxItems: 200,
    description: 'The tickets that it is asked with; empty for all of the event.',
  }),
  show_if: orNull(ShowIf, 'Asked only where another question was answered so; null for always.'),
  sensitive: flag({
    description:
      'Whether its answers stay out of lists, and out of files unless they are asked for.',
  }),
  at_door: flag({
    description:
      'Whether the door is shown what an attendee answered, before the next scan: of a date the age only. Not of sensitive ones.',
  }),
  closed: flag({ description: 'Whether it is asked of nobody any more; its answers stay.' }),
}

const drafted = { ...members, show_if: ShowIfDraft }
const { asked_of, kind, text: words, ...rest } = drafted

export const NewQuestion = Type.Object({
  asked_of,
  kind,
  text: words,
  ...Type.Partial(Type.Object(rest)).properties,
})
export type NewQuestion = Static<typeof NewQuestion>

export const QuestionChange = Type.Partial(Type.Object(drafted))
export type QuestionChange = Static<typeof QuestionChange>

export const QuestionOrder = Type.Object({
  order: Type.Array(Type.Integer({ minimum: 1 }), {
    maxItems: questionsMost,
    description: 'The ids of all questions of the event, in the order in which they are asked.',
  }),
})

export const QuestionView = Type.Object(
  {
    id: idOf('question'),
    ...members,
    version: countOf('Which text it has, from 1; answers name the one that was read'),
    answered: Type.Optional(countOf('Answers; needs `attendees.read`')),
    counts: Type.Optional(
      mapOf<number>(Type.Integer(), {
        description: 'How often each choice, `yes` or `no` was answered; needs `attendees.read`.',
      }),
    ),
  },
  { title: 'Question' },
)

export const QuestionList = Type.Object(
  {
    questions: Type.Array(QuestionView, { description: 'In the order in which they are asked.' }),
  },
  { title: 'Questions' },
)

export const AskedQuery = Type.Object({
  coupon: Type.Optional(
    filledText({
      maxLength: 200,
      description:
        'The slug of a coupon that opens hidden tickets; without it nothing that is asked with these alone is listed.',
    }),
  ),
})

export const PublicQuestions = Type.Object(
  {
    questions: Type.Array(
      Type.Object(
        {
          id: idOf('question'),
          ...Type.Omit(Type.Object(members), ['closed', 'at_door']).properties,
        },
        {
          title: 'AskedQuestion',
        },
      ),
      { description: 'Those that are asked now, in their order; closed choices are left out.' },
    ),
  },
  { title: 'AskedQuestions' },
)

const value = () =>
  Type.Union([
    Type.String({ maxLength: longTextMost }),
    Type.Array(Type.String({ maxLength: 40 }), { maxItems: 100 }),
    Type.Null(),
  ])

const valueWords =
  'A text, the id of a choice, a list of them, `yes`, `no`, or a day `YYYY-MM-DD`; none takes it back.'

export const SentAnswers = Type.Object({
  answers: Type.Array(
    Type.Object(
      {
        question: id({ description: 'The id of the question.' }),
        value: Type.Optional(
          Type.Unsafe<string | string[] | null>({ ...value(), description: valueWords }),
        ),
      },
      { title: 'SentAnswer' },
    ),
    { maxItems: questionsMost, description: 'Answers that are not named stay.' },
  ),
})
export type SentAnswers = Static<typeof SentAnswers>

const GivenAnswer = Type.Object(
  {
    question: idOf('question'),
    text: said('The question as it was read; unanswered, as it is now.'),
    kind,
    required: flag({ description: 'Whether an answer is wanted.' }),
    sensitive: flag({ description: 'Whether it is asked in confidence.' }),
    value: Type.Optional(
      Type.Unsafe<string | readonly string[] | null>({
        ...value(),
        description:
          'The answer; null for none. Left out of a sensitive one for callers without `attendees.write`.',
      }),
    ),
    said: Type.Optional(said('The answer in words.')),
    version: orNull(Type.Integer(), 'Which text of the question was read.'),
    given_at: orNull(Type.String(), 'When it was given, ISO 8601 in UTC.'),
    by: orNull(Type.String(), 'The login of who of the staff wrote it; null where the buyer did.'),
  },
  { title: 'GivenAnswer' },
)

export const AttendeeAnswers = Type.Object(
  {
    attendee: idOf('attendee'),
    event: idOf('event'),
    ticket: idOf('ticket'),
    missing: countOf('Required answers of this place that are missing'),
    answers: Type.Array(GivenAnswer, { description: 'What the place is asked, in order.' }),
  },
  { title: 'AttendeeAnswers' },
)

export const OrderAnswers = Type.Object(
  {
    order: idOf('order'),
    answers_missing: flag({
      description:
        'Whether the order came in without answers that are wanted, and still lacks some.',
    }),
    missing: countOf('Required answers of the order and its places that are missing'),
    answers: Type.Array(GivenAnswer, { description: 'What the order is asked, in order.' }),
    attendees: Type.Array(AttendeeAnswers, { description: 'The same of each valid place.' }),
  },
  { title: 'OrderAnswers' },
)
