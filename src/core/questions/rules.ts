import type { QuestionChoice, QuestionKind, TextByLanguage } from './kinds.ts'
import { type Answer, valueOf } from './values.ts'

export const askedOfWords = ['order', 'attendee'] as const

export type AskedOf = (typeof askedOfWords)[number]

export type Condition = { readonly question: number; readonly is: readonly string[] }

/** What the rules need to know of a question. */
export type AskedQuestion = {
  readonly id: number
  readonly event_id: number
  readonly asked_of: AskedOf
  readonly kind: QuestionKind
  readonly required: boolean
  readonly choices: readonly QuestionChoice[]
  /** The tickets that it is asked with; none means all of the event. */
  readonly tickets: readonly number[]
  /** Shown only where another question, which has no condition itself, was answered so. */
  readonly show_if: Condition | null
}

/** Answers by question. */
export type Answers = ReadonlyMap<number, Answer>

export type AnswerProblem = { readonly question: number; readonly why: 'missing' | 'invalid' }

/** What is asked of an order, or of one place, and what became of the answers given. */
export type Judgement<Q extends AskedQuestion = AskedQuestion> = {
  /** The questions that are shown, in their order. */
  readonly shown: readonly Q[]
  /** The answers to keep: valid ones to questions that are shown. */
  readonly kept: Answers
  readonly problems: readonly AnswerProblem[]
}

type SentAnswers = {
  /** As they were sent; whatever is no answer is a problem. */
  readonly given: ReadonlyMap<number, unknown>
  /** Kept before. A choice that has closed since may stay. */
  readonly before?: Answers | undefined
}

const none: Answers = new Map()

/** A place that questions are asked about. */
export type QuestionedPlace = { readonly event_id: number; readonly ticket_id: number }

/** The questions asked of an order with these places. */
export const askedOfOrder = <Q extends AskedQuestion>(
  questions: readonly Q[],
  places: readonly QuestionedPlace[],
): Q[] =>
  questions.filter(
    question => question.asked_of === 'order' && places.some(place => isOf(question, place)),
  )

/** The questions asked of the attendee of this place. */
export const askedOfPlace = <Q extends AskedQuestion>(
  questions: readonly Q[],
  place: QuestionedPlace,
): Q[] => questions.filter(question => question.asked_of === 'attendee' && isOf(question, place))

const isOf = ({ tickets, event_id: event }: AskedQuestion, place: QuestionedPlace) =>
  event === place.event_id && (tickets.length === 0 || tickets.includes(place.ticket_id))

/**
 * Decides which questions are shown, whose answer is missing, and which answers are valid (contract.md 40.2). `asked` are those of an
 * order or of one place, `above` the answers of its order, on which a question of a place may depend. A question that is not
 * shown is neither required nor kept.
 */
export function judge<Q extends AskedQuestion>(
  group: readonly Q[],
  { given, before = none }: SentAnswers,
  above: Answers = none,
): Judgement<Q> {
  const values = new Map<number, Answer>()
  const invalid = new Set<number>()
  for (const question of group) {
    const value = valueOf(question, given.get(question.id), before.get(question.id))
    if (value === 'invalid') invalid.add(question.id)
    else if (value !== undefined) values.set(question.id, value.answer)
  }
  const shown = group.filter(question => isShown(question, group, { values, above }))
  const kept = new Map(
    shown.flatMap(({ id }): [number, Answer][] => {
      const value = values.get(id)
      return value === undefined ? [] : [[id, value]]
    }),
  )
  const problems = shown.flatMap(({ id, required }): AnswerProblem[] => {
    if (invalid.has(id)) return [{ question: id, why: 'invalid' }]
    return required && !kept.has(id) ? [{ question: id, why: 'missing' }] : []
  })
  return { shown, kept, problems }
}

type AnswersAround = { values: Answers; above: Answers }

function isShown(
  { show_if: condition }: AskedQuestion,
  group: readonly AskedQuestion[],
  { values, above }: AnswersAround,
): boolean {
  if (!condition) return true
  const isHere = group.some(({ id }) => id === condition.question)
  return isAnswered(condition, (isHere ? values : above).get(condition.question))
}

const isAnswered = ({ is }: Condition, value: Answer | undefined) =>
  value !== undefined && [value].flat().some(one => is.includes(one))

/** What is given, or was kept, for an order and for each of its places, in their order. */
export type GivenSheet<Value> = {
  readonly order: ReadonlyMap<number, Value>
  readonly places: readonly (ReadonlyMap<number, Value> | undefined)[]
}

export type JudgedSheet<Q extends AskedQuestion = AskedQuestion> = {
  readonly order: Judgement<Q>
  readonly places: readonly Judgement<Q>[]
}

/** Judges all answers of an order: its own, and those of each place. */
export function judgeSheet<Q extends AskedQuestion>(
  questions: readonly Q[],
  places: readonly QuestionedPlace[],
  { given, before }: { given: GivenSheet<unknown>; before?: GivenSheet<Answer> | undefined },
): JudgedSheet<Q> {
  const order = judge(askedOfOrder(questions, places), {
    given: given.order,
    before: before?.order,
  })
  return {
    order,
    places: places.map((place, at) =>
      judge(
        askedOfPlace(questions, place),
        { given: given.places[at] ?? none, before: before?.places[at] },
        order.kept,
      ),
    ),
  }
}

/** How many required answers are missing or wrong. */
export const problemsIn = ({ order, places }: JudgedSheet): number =>
  [order, ...places].reduce((sum, { problems }) => sum + problems.length, 0)

/** The answers that a condition can name; undefined for a kind on which none can depend. */
export function conditionWords({
  kind,
  choices,
}: Pick<AskedQuestion, 'kind' | 'choices'>): string[] | undefined {
  switch (kind) {
    case 'choice':
    case 'several':
      return choices.map(({ id }) => id)
    case 'yes_no':
      return ['yes', 'no']
    case 'consent':
      return ['yes']
    default:
      return undefined
  }
}

/** The text in this language, or else in the first of the others that has one. */
export function textIn(texts: TextByLanguage, language: string, ...others: string[]): string {
  for (const wanted of [language, ...others, 'en']) {
    const text = texts[wanted]
    if (text) return text
  }
  return Object.values(texts).find(Boolean) ?? ''
}

/** An answer in words: the texts of choices. `yes` and `no` stay, for the caller's own words. */
export function answerInWords(
  { choices }: Pick<AskedQuestion, 'choices'>,
  value: Answer,
  language: string,
): string {
  const wordOf = (one: string) => {
    const choice = choices.find(({ id }) => id === one)
    return choice ? textIn(choice.text, language) : one
  }
  return [value].flat().map(wordOf).join(', ')
}
