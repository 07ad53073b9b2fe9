import { fail, failParams } from '../../core/errors.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { dependents, draftProblems, questionsMost } from './rules.ts'
import type { NewQuestion, QuestionChange } from './schema.ts'
import type { QuestionDraft, QuestionRow } from './rules.ts'
import * as store from './store.ts'

/** Adds a question to an event, as its last. Fails with `rest_invalid_param` and `questions-full`. */
export async function addQuestion(
  db: Db,
  eventId: number,
  body: NewQuestion,
): Promise<QuestionRow> {
  return transaction(db, async tx => {
    const others = await store.lockQuestions(tx, eventId)
    if (others.length >= questionsMost) fail('questions-full')
    const draft = merged(body, blank())
    await demandValid(tx, eventId, { draft, current: undefined, others, isAnswered: false })
    return read(tx, await store.insertQuestion(tx, eventId, draft))
  })
}

type QuestionPath = { id: number; question: number }

/** Changes a question. Members that are not sent stay. Fails with `question-not-found` and `rest_invalid_param`. */
export async function changeQuestion(
  db: Db,
  { id: eventId, question: id }: QuestionPath,
  body: QuestionChange,
): Promise<QuestionRow> {
  return transaction(db, async tx => {
    const all = await store.lockQuestions(tx, eventId)
    const current = all.find(one => one.id === id) ?? fail('question-not-found')
    const others = all.filter(one => one.id !== id)
    const draft = merged(body, current)
    const isAnswered = await store.hasAnswers(tx, id)
    await demandValid(tx, eventId, { draft, current, others, isAnswered })
    await store.updateQuestion(tx, id, draft)
    return read(tx, id)
  })
}

/** Deletes a question that nobody answered. Fails with `question-not-found`, `question-answered`, `question-needed`. */
export async function removeQuestion(
  db: Db,
  { id: eventId, question: id }: QuestionPath,
): Promise<void> {
  await transaction(db, async tx => {
    const all = await store.lockQuestions(tx, eventId)
    const current = all.find(one => one.id === id) ?? fail('question-not-found')
    if (await store.hasAnswers(tx, id)) fail('question-answered')
    if (dependents(current, all).length > 0) fail('question-needed')
    await store.deleteQuestion(tx, id)
  })
}

/** Puts the questions of an event into another order. Fails with `rest_invalid_param` unless all are named once. */
export async function orderQuestions(
  db: Db,
  eventId: number,
  order: readonly number[],
): Promise<void> {
  await transaction(db, async tx => {
    const ids = (await store.lockQuestions(tx, eventId)).map(({ id }) => id)
    const isSame = ids.length === order.length && ids.every(id => order.includes(id))
    if (!isSame) {
      failParams({ order: { message: `must name each of ${ids.join(', ') || 'none'} once.` } })
    }
    await store.placeQuestions(tx, order)
  })
}

const blank = (): Partial<QuestionRow> => ({
  required: false,
  choices: [],
  tickets: [],
  show_if: null,
  sensitive: false,
  at_door: false,
  closed: false,
})

function merged(body: QuestionChange, before: Partial<QuestionRow>): QuestionDraft {
  const { show_if: condition, ...rest } = body
  const whole = { ...before, ...rest } as QuestionDraft
  const choices = whole.choices.map(({ id, text, closed }) => ({
    id,
    text: tidy(text),
    closed,
  }))
  const show_if = condition ? conditionOf(condition) : whole.show_if
  return {
    ...whole,
    show_if,
    text: tidy(whole.text),
    choices,
    tickets: [...new Set(whole.tickets)],
  }
}

/** An empty list asks always; a condition that names no question names one that is none. */
const conditionOf = ({ question = 0, is }: NonNullable<QuestionChange['show_if']>) =>
  is.length === 0 ? null : { question, is }

const tidy = (text: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(text).flatMap(([language, words = '']) =>
      words.trim() === '' ? [] : [[language, words.trim()]],
    ),
  )

type Checked = {
  draft: QuestionDraft
  current: QuestionRow | undefined
  others: readonly QuestionRow[]
  isAnswered: boolean
}

async function demandValid(tx: Tx, eventId: number, { draft, ...around }: Checked) {
  const tickets = draft.tickets.length === 0 ? [] : await store.ticketsOf(tx, eventId)
  const problems = draftProblems(draft, { ...around, tickets })
  if (Object.keys(problems).length > 0) failParams(problems)
}

async function read(tx: Tx, id: number): Promise<QuestionRow> {
  const [row] = await store.findQuestions(tx, [id])
  return row ?? fail('question-not-found')
}
