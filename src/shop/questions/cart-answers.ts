import { AppError } from '../../core/errors.ts'
import {
  type GivenSheet,
  judgeSheet,
  type JudgedSheet,
  problemsIn,
} from '../../core/questions/rules.ts'
import type { Answer } from '../../core/questions/values.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../deps.ts'
import type { QuestionRow } from './rules.ts'
import { listQuestions } from './store.ts'
import {
  bindAnswers,
  type CartAnswerDraft,
  type CartAnswerRow,
  listCartAnswers,
  ordersOfCarts,
  replaceCartAnswers,
} from './store.answers.ts'

/** The lines of a cart, as far as questions depend on them. */
export type QuestionedCart = {
  readonly id: number
  readonly lines: readonly {
    readonly ticket_id: number
    readonly event_id: number
    readonly quantity: number
    readonly going: boolean | null
  }[]
}

/** One place of a cart: `index` counts those with the same ticket, from 0. */
export type CartPlace = {
  readonly event_id: number
  readonly ticket_id: number
  readonly index: number
}

/** What a cart is asked, and what was answered so far. */
export type CartSheet = {
  readonly cartId: number
  readonly questions: readonly QuestionRow[]
  readonly places: readonly CartPlace[]
  readonly kept: GivenSheet<Answer>
}

/** The places of a cart that are asked: guests who do not come are asked nothing. */
export const placesOf = ({ lines }: QuestionedCart): CartPlace[] =>
  lines.flatMap(({ ticket_id, event_id, quantity, going }) =>
    going === false
      ? []
      : Array.from({ length: quantity }, (_, index) => ({ event_id, ticket_id, index })),
  )

/** The sheet of a cart: one statement where its events ask nothing, two otherwise. */
export async function readCartSheet(db: Db | Tx, cart: QuestionedCart): Promise<CartSheet> {
  const events = [...new Set(cart.lines.map(({ event_id: event }) => event))]
  const questions = (await listQuestions(db, events)).filter(({ closed }) => !closed)
  const places = placesOf(cart)
  const rows = questions.length === 0 ? [] : await listCartAnswers(db, cart.id)
  return { cartId: cart.id, questions, places, kept: keptIn(rows, places) }
}

function keptIn(rows: readonly CartAnswerRow[], places: readonly CartPlace[]): GivenSheet<Answer> {
  const at = (ticket: number, index: number) =>
    new Map(
      rows
        .filter(row => row.ticket_id === ticket && row.place === index)
        .map(({ question_id: id, value }): [number, Answer] => [id, value]),
    )
  return { order: at(0, 0), places: places.map(({ ticket_id, index }) => at(ticket_id, index)) }
}

/** Judges answers that were sent for a cart; those that were not sent stay. */
export const judgedCart = (
  { questions, places, kept }: CartSheet,
  incoming?: GivenSheet<unknown>,
): JudgedSheet<QuestionRow> =>
  judgeSheet(questions, places, {
    given: incoming
      ? {
          order: new Map<number, unknown>([...kept.order, ...incoming.order]),
          places: places.map(
            (_, at) =>
              new Map<number, unknown>([
                ...(kept.places[at] ?? []),
                ...(incoming.places[at] ?? []),
              ]),
          ),
        }
      : kept,
    before: kept,
  })

/** Keeps with the cart what is valid in the answers that were sent, and returns what was judged (contract.md 40.4). */
export async function saveCartAnswers(
  { db }: Pick<Deps, 'db'>,
  sheet: CartSheet,
  incoming: GivenSheet<unknown>,
): Promise<JudgedSheet<QuestionRow>> {
  const judged = judgedCart(sheet, incoming)
  if (sheet.questions.length === 0) return judged
  const versions = new Map(sheet.questions.map(({ id, version }) => [id, version]))
  const draft = (answers: ReadonlyMap<number, Answer>, ticket: number, place: number) =>
    [...answers].map(
      ([question, value]): CartAnswerDraft => ({
        question_id: question,
        ticket_id: ticket,
        place,
        value: JSON.stringify(value),
        version: versions.get(question) ?? 1,
      }),
    )
  const drafts = [
    ...draft(judged.order.kept, 0, 0),
    ...sheet.places.flatMap(({ ticket_id: ticket, index }, at) =>
      draft(judged.places[at]?.kept ?? new Map(), ticket, index),
    ),
  ]
  await transaction(db, tx => replaceCartAnswers(tx, sheet.cartId, drafts))
  return judged
}

/**
 * Refuses the order of a cart whose client sends answers, and left out some that are wanted. The cart of a client that sends none is
 * ordered without them; its buyer is asked by mail (contract.md 40.5). Fails with `answers-missing`.
 */
export async function demandAnswers(
  { db }: Pick<Deps, 'db'>,
  cart: QuestionedCart & { readonly answered: boolean },
): Promise<void> {
  if (!cart.answered) return
  const sheet = await readCartSheet(db, cart)
  const judged = judgedCart(sheet)
  if (problemsIn(judged) === 0) return
  const ofOrder = judged.order.problems.map(({ question }) => ({ question }))
  const ofPlaces = judged.places.flatMap(({ problems }, at) =>
    problems.map(({ question }) => ({
      question,
      ticket_id: sheet.places[at]?.ticket_id,
      place: sheet.places[at]?.index,
    })),
  )
  throw new AppError('answers-missing', { data: { missing: [...ofOrder, ...ofPlaces] } })
}

/** Gives the answers of carts that are about to be deleted to the orders that they became. */
export async function bindAnswersOfCarts(tx: Tx, cartIds: readonly number[]): Promise<void> {
  await bindAnswers(tx, await ordersOfCarts(tx, cartIds))
}
