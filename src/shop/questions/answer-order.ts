import { fail, failParams, type ParamProblem } from '../../core/errors.ts'
import {
  type Answers,
  type GivenSheet,
  type JudgedSheet,
  judgeSheet,
} from '../../core/questions/rules.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { recordAll } from '../../platform/facts/record.ts'
import { holdOrder } from '../orders/record/hold-order.ts'
import {
  judgedSheet,
  missingIn,
  type OrderSheet,
  readPlaceSheet,
  readSheets,
} from './order-sheet.ts'
import type { QuestionRow } from './rules.ts'
import {
  type AnswerDraft,
  bindAnswers,
  findPlace,
  markedOrders,
  markMissing,
  ordersAsked,
  shownAtDoor,
  updateMissing,
  writeAnswers,
} from './store.answers.ts'

/** The sheet of an order, with the answers that still waited with its cart. */
export async function sheetOfOrder(db: Db, orderId: number): Promise<OrderSheet> {
  await bindAnswers(db, [orderId])
  const sheet = (await readSheets(db, [orderId])).get(orderId)
  return sheet ?? fail('order-not-found')
}

/** The sheet of a place by its number; undefined for one that was given back, or whose guest does not come. */
export async function sheetOfPlace(db: Db, id: number): Promise<OrderSheet | undefined> {
  const place = await findPlace(db, id)
  if (!place) return undefined
  if (place.order_id !== null) await bindAnswers(db, [place.order_id])
  return readPlaceSheet(db, place)
}

type AnsweredPart = {
  orderId: number | null
  attendeeId: number | null
  /** Who of the staff answers. */
  userId: number | null
}

/** Answers by question; null takes one back. */
export type SentValues = ReadonlyMap<number, string | readonly string[] | null>

/**
 * Answers for an order (`attendeeId` null) or one of its places, as staff send them. Gaps may stay: nothing is demanded. Fails with
 * `rest_invalid_param` for a question that is not asked, and for an answer that does not fit.
 */
export async function answerAsStaff(
  db: Db,
  { orderId, attendeeId, userId }: AnsweredPart,
  incoming: SentValues,
): Promise<void> {
  await transaction(db, async tx => {
    if (orderId !== null) await holdOrder(tx, orderId)
    const sheet =
      attendeeId === null
        ? await sheetOfOrder(tx, orderId ?? 0)
        : await sheetOfPlace(tx, attendeeId)
    if (!sheet) fail('attendee-not-found')
    const judged = judgedWith(sheet, attendeeId, incoming)
    const part = attendeeId === null ? judged.order : judged.places[0]
    const problems = [...incoming].flatMap(([id, value], at): [string, ParamProblem][] => {
      const wrong = part?.problems.find(one => one.question === id && one.why === 'invalid')
      if (value !== null && !part?.shown.some(one => one.id === id)) {
        return [[`answers[${at}].question`, { message: `Question ${id} is not asked here now.` }]]
      }
      return wrong
        ? [[`answers[${at}].value`, { message: `This does not answer question ${id}.` }]]
        : []
    })
    if (problems.length > 0) failParams(Object.fromEntries(problems))
    const takenBack = new Set([...incoming].flatMap(([id, value]) => (value === null ? id : [])))
    await write(tx, sheet, { judged, userId, takenBack })
  })
}

function judgedWith(
  { questions, places, given }: OrderSheet,
  attendeeId: number | null,
  incoming: SentValues,
) {
  const merged = (kept: ReadonlyMap<number, unknown> | undefined) =>
    new Map<number, unknown>([...(kept ?? []), ...incoming])
  const now: GivenSheet<unknown> =
    attendeeId === null
      ? { order: merged(given.order), places: given.places }
      : { order: given.order, places: given.places.map(merged) }
  return judgeSheet(questions, places, { given: now, before: given })
}

/**
 * Answers for an order and its places, as its buyer sends them: what is valid is kept, and what was judged is returned, with
 * the numbers of the places. Answers
 * that were not sent stay.
 */
export async function answerAsBuyer(
  db: Db,
  orderId: number,
  sentTo: (sheet: OrderSheet) => GivenSheet<unknown>,
): Promise<{ judged: JudgedSheet<QuestionRow>; ids: readonly number[] }> {
  return transaction(db, async tx => {
    await holdOrder(tx, orderId)
    const sheet = await sheetOfOrder(tx, orderId)
    const incoming = sentTo(sheet)
    const merged = (
      kept: ReadonlyMap<number, unknown> | undefined,
      own?: ReadonlyMap<number, unknown>,
    ) => new Map<number, unknown>([...(kept ?? []), ...(own ?? [])])
    const judged = judgeSheet(sheet.questions, sheet.places, {
      given: {
        order: merged(sheet.given.order, incoming.order),
        places: sheet.places.map((_, at) => merged(sheet.given.places[at], incoming.places[at])),
      },
      before: sheet.given,
    })
    await write(tx, sheet, { judged, userId: null })
    return { judged, ids: sheet.places.map(place => place.id) }
  })
}

type Judged = {
  judged: JudgedSheet<QuestionRow>
  userId: number | null
  /** The questions whose answers were taken back by name. */
  takenBack?: ReadonlySet<number>
}

/** Writes what changed; a question that these answers hide loses its own. */
async function write(tx: Tx, sheet: OrderSheet, change: Judged) {
  const { orderId, places, given } = sheet
  const { judged } = change
  const before = judgedSheet(sheet)
  const refused = ({ problems }: JudgedSheet['order']) =>
    problems.flatMap(({ question, why }) => (why === 'invalid' ? question : []))
  const ofPlaces = places.flatMap(({ id, order_id }, at) =>
    changesOf(sheet, change, {
      given: given.places[at],
      shown: before.places[at]?.shown,
      kept: judged.places[at]?.kept,
      refused: [judged.order, judged.places[at] ?? judged.order].flatMap(refused),
      of: { order_id, attendee_id: id },
    }),
  )
  const ofOrder =
    orderId === null
      ? []
      : changesOf(sheet, change, {
          given: given.order,
          shown: before.order.shown,
          kept: judged.order.kept,
          refused: refused(judged.order),
          of: { order_id: orderId, attendee_id: null },
        })
  await writeAnswers(tx, [...ofOrder, ...ofPlaces])
  await tellDoor(tx, { attendeeIds: ofPlaces.flatMap(({ attendee_id: id }) => id ?? []) })
  if (orderId === null) return
  const sheets = await readSheets(tx, [orderId])
  const now = sheets.get(orderId)
  if (now) await updateMissing(tx, orderId, missingIn(now))
}

type Part = {
  given: Answers | undefined
  /** The questions that were shown with what was given until now. */
  shown: readonly QuestionRow[] | undefined
  kept: Answers | undefined
  /** The questions whose answers, as they were sent, do not fit. */
  refused: readonly number[]
  of: { order_id: number | null; attendee_id: number | null }
}

const none: Answers = new Map()

/** Answers that are added, are others now, or are gone. */
function changesOf(
  { questions }: OrderSheet,
  { userId, takenBack }: Judged,
  { given = none, shown = [], kept = none, refused, of }: Part,
): AnswerDraft[] {
  // What is asked no more keeps its answer: it closed, or what it depends on did, or it is of other tickets now.
  const isOver = ({ id }: QuestionRow) => !shown.some(one => one.id === id)
  // What was sent and does not fit leaves the former answer, and with it what depends on it.
  const isRefused = ({ id, show_if: condition }: QuestionRow) =>
    refused.includes(id) || (condition !== null && refused.includes(condition.question))
  return questions.flatMap((question): AnswerDraft[] => {
    const { id, version } = question
    const [was, becomes] = [given.get(id), kept.get(id)].map(one => JSON.stringify(one))
    if (was === becomes) return []
    const stays = isOver(question) || isRefused(question)
    if (becomes === undefined && stays && !takenBack?.has(id)) return []
    return [{ question_id: id, ...of, value: becomes ?? null, version, user_id: userId }]
  })
}

/** Phones of the door take up what these attendees, or those of these orders, are asked and the door is shown. */
async function tellDoor(
  tx: Tx,
  whose: { attendeeIds: number[] } | { orderIds: readonly number[] },
) {
  const ids = await shownAtDoor(tx, whose)
  await recordAll(
    tx,
    ids.map(attendee_id => ({
      name: 'attendee.changed' as const,
      payload: { attendee_id, transferred: false },
    })),
  )
}

const ordersAtOnce = 200

/** Counts anew what marked orders of an event lack, after its questions changed. */
export async function recountMissing(db: Db, eventId: number): Promise<void> {
  for (let after = 0; ; ) {
    const ids = await markedOrders(db, eventId, { after, limit: ordersAtOnce })
    await transaction(db, async tx => {
      for (const [id, sheet] of await readSheets(tx, ids)) {
        await updateMissing(tx, id, missingIn(sheet))
      }
    })
    if (ids.length < ordersAtOnce) return
    after = ids.at(-1) ?? after
  }
}

/**
 * Binds the answers of orders that were just completed, and marks those whose required answers are missing. Returns the ones that
 * were not marked before: their buyers are asked by mail, once (contract.md 40.5).
 */
export async function markUnanswered(tx: Tx, orderIds: readonly number[]): Promise<number[]> {
  await bindAnswers(tx, orderIds)
  await tellDoor(tx, { orderIds })
  const group = await ordersAsked(tx, orderIds)
  if (group.length === 0) return []
  const marked: number[] = []
  for (const [id, sheet] of await readSheets(tx, group)) {
    const missing = missingIn(sheet)
    if (missing > 0 && (await markMissing(tx, id, missing))) marked.push(id)
  }
  return marked
}
