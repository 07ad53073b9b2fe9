import { answerInWords, type Judgement, textIn } from '../../core/questions/rules.ts'
import { judgedSheet, type OrderSheet } from './order-sheet.ts'
import type { QuestionRow } from './rules.ts'
import type { countAnswers } from './store.ts'
import type { AnswerRow, listTexts } from './store.answers.ts'

/** A question as staff see it; with counts where they were read. */
export function questionView(
  { event_id: _event, ...question }: QuestionRow,
  counts?: Awaited<ReturnType<typeof countAnswers>>,
) {
  if (!counts) return question
  const own = counts.filter(({ question: id }) => id === question.id)
  return {
    ...question,
    answered: own.find(({ value }) => value === null)?.count ?? 0,
    counts: Object.fromEntries(
      own.flatMap(({ value, count }) => (value === null ? [] : [[value, count]])),
    ),
  }
}

/** Without tickets that are hidden from the reader, and without what is asked with nothing else. */
export const withoutHidden = (
  questions: readonly QuestionRow[],
  hidden: readonly number[],
): QuestionRow[] =>
  questions.flatMap(question => {
    const tickets = question.tickets.filter(id => !hidden.includes(id))
    const isOfHidden = question.tickets.length > 0 && tickets.length === 0
    return isOfHidden ? [] : [{ ...question, tickets }]
  })

/** The same as everybody sees it: without what is asked no more. */
export const publicView = ({
  closed: _closed,
  at_door: _door,
  event_id: _event,
  version: _v,
  ...question
}: QuestionRow) => ({
  ...question,
  choices: question.choices.filter(({ closed }) => !closed),
})

export type AnswerSight = {
  readonly language: string
  /** Whether answers given in confidence are shown. */
  readonly sensitive: boolean
  readonly texts: Awaited<ReturnType<typeof listTexts>>
}

/** What an order, or one place, is asked, with its answers; those to questions that are closed too. */
function givenAnswers(
  { every, rows }: OrderSheet,
  { shown }: Judgement<QuestionRow>,
  { attendee, ...sight }: AnswerSight & { attendee: number | null },
) {
  const own = new Map(
    rows
      .filter(({ attendee_id: of }) => of === attendee)
      .map(row => [row.question_id, row] as const),
  )
  const told = every.filter(({ id }) => own.has(id) || shown.some(one => one.id === id))
  return told.map(question => givenAnswer(question, own.get(question.id), sight))
}

function givenAnswer(question: QuestionRow, row: AnswerRow | undefined, sight: AnswerSight) {
  const { language, texts } = sight
  const { id, kind, required, sensitive } = question
  const read = texts.find(one => one.question_id === id && one.version === row?.version)
  const isTold = sight.sensitive || !sensitive
  return {
    question: id,
    text: textIn(read?.text ?? question.text, language),
    kind,
    required,
    sensitive,
    ...(isTold && {
      value: row?.value ?? null,
      ...(row && { said: answerInWords(question, row.value, language) }),
    }),
    ...howGiven(row),
  }
}

const howGiven = (row: AnswerRow | undefined) =>
  row
    ? { version: row.version, given_at: row.given_at.toISOString(), by: row.by }
    : { version: null, given_at: null, by: null }

/** The answers of an order, and those of each of these places. */
export function sheetView(sheet: OrderSheet, sight: AnswerSight) {
  const judged = judgedSheet(sheet)
  return {
    answers: givenAnswers(sheet, judged.order, { ...sight, attendee: null }),
    missing: judged.order.problems.length,
    attendees: sheet.places.flatMap(({ id, event_id: event, ticket_id: ticket }, at) => {
      const own = judged.places[at]
      if (!own) return []
      const answers = givenAnswers(sheet, own, { ...sight, attendee: id })
      return [{ attendee: id, event, ticket, missing: own.problems.length, answers }]
    }),
  }
}
