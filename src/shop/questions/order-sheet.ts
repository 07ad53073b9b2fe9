import {
  type Answers,
  type GivenSheet,
  judgeSheet,
  type JudgedSheet,
  problemsIn,
} from '../../core/questions/rules.ts'
import type { Answer } from '../../core/questions/values.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { QuestionRow } from './rules.ts'
import { listQuestions } from './store.ts'
import {
  type AnsweringPlace,
  type AnswerRow,
  listAnswers,
  placesOfOrders,
} from './store.answers.ts'

/** What an order and its valid places are asked, and what was answered. */
export type OrderSheet = {
  readonly orderId: number | null
  readonly places: readonly AnsweringPlace[]
  /** Those that are asked now. */
  readonly questions: readonly QuestionRow[]
  /** The same with those that are asked no more. */
  readonly every: readonly QuestionRow[]
  readonly rows: readonly AnswerRow[]
  readonly given: GivenSheet<Answer>
}

/** The sheets of these orders, in three statements; those of complete orders, whose answers are bound (`bindAnswers`). */
export async function readSheets(
  db: Db | Tx,
  orderIds: readonly number[],
): Promise<Map<number, OrderSheet>> {
  const places = await placesOfOrders(db, orderIds)
  const every = await listQuestions(db, [...new Set(places.map(({ event_id: event }) => event))])
  const rows = every.length === 0 ? [] : await listAnswers(db, { orders: orderIds })
  return new Map(
    orderIds.map(id => [
      id,
      sheetOf(id, {
        places: places.filter(({ order_id: order }) => order === id),
        every,
        rows: rows.filter(({ order_id: order }) => order === id),
      }),
    ]),
  )
}

/** The sheet of one place: with its order's answers, on which its questions may depend. */
export async function readPlaceSheet(db: Db | Tx, place: AnsweringPlace): Promise<OrderSheet> {
  const every = await listQuestions(db, [place.event_id])
  const orders = place.order_id === null ? [] : [place.order_id]
  const rows = every.length === 0 ? [] : await listAnswers(db, { orders, attendees: [place.id] })
  const own = rows.filter(({ attendee_id: of }) => of === null || of === place.id)
  return sheetOf(place.order_id, { places: [place], every, rows: own })
}

function sheetOf(
  orderId: number | null,
  { places, every, rows }: Pick<OrderSheet, 'places' | 'every' | 'rows'>,
): OrderSheet {
  const events = new Set(places.map(({ event_id: event }) => event))
  const group = every.filter(({ event_id: event }) => events.has(event))
  const questions = group.filter(({ closed }) => !closed)
  return { orderId, places, questions, every: group, rows, given: givenOf(places, rows) }
}

const givenOf = (
  places: readonly AnsweringPlace[],
  rows: readonly AnswerRow[],
): GivenSheet<Answer> => ({
  order: answersOf(rows, null),
  places: places.map(({ id }) => answersOf(rows, id)),
})

const answersOf = (rows: readonly AnswerRow[], attendeeId: number | null): Answers =>
  new Map(
    rows.flatMap(({ question_id: id, attendee_id: of, value }): [number, Answer][] =>
      of === attendeeId ? [[id, value]] : [],
    ),
  )

/** Judges what was answered so far. */
export const judgedSheet = ({ questions, places, given }: OrderSheet): JudgedSheet<QuestionRow> =>
  judgeSheet(questions, places, { given, before: given })

/** How many required answers are missing. */
export const missingIn = (sheet: OrderSheet): number => problemsIn(judgedSheet(sheet))
