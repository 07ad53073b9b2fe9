import type { ParamProblem } from '../../core/errors.ts'
import { valueOf } from '../../core/questions/values.ts'
import type { Deps } from '../deps.ts'
import {
  type CartSheet,
  type QuestionedCart,
  readCartSheet,
  saveCartAnswers,
} from './cart-answers.ts'
import { findQuestions } from './store.ts'

/** An answer as clients send it with a cart. */
export type CartAnswer = {
  readonly question: number
  readonly ticket_id?: number | undefined
  readonly place?: number | undefined
  readonly value?: string | readonly string[] | null | undefined
}

/** What is wrong with answers, by parameter, whatever the cart has: unknown questions, and what does not answer one. */
export async function answerProblems(
  { db }: Pick<Deps, 'db'>,
  answers: readonly CartAnswer[],
): Promise<Record<string, ParamProblem>> {
  const ids = [...new Set(answers.map(({ question }) => question))]
  const questions = new Map((await findQuestions(db, ids)).map(row => [row.id, row]))
  const problems = answers.flatMap((answer, at): [string, ParamProblem][] => {
    const question = questions.get(answer.question)
    if (!question || question.closed) {
      return [[`answers[${at}].question`, { message: `There is no question ${answer.question}.` }]]
    }
    if (question.asked_of === 'attendee' && answer.ticket_id === undefined) {
      return [[`answers[${at}].ticket_id`, { message: 'Each attendee is asked: name the ticket.' }]]
    }
    return valueOf(question, answer.value, undefined) === 'invalid'
      ? [[`answers[${at}].value`, { message: `This does not answer question ${question.id}.` }]]
      : []
  })
  return Object.fromEntries(problems)
}

/** Keeps answers with a cart; those to what its tickets are not asked are dropped. */
export async function answerCart(
  deps: Pick<Deps, 'db'>,
  cart: QuestionedCart,
  answers: readonly CartAnswer[],
): Promise<void> {
  if (answers.length === 0) return
  const sheet = await readCartSheet(deps.db, cart)
  await saveCartAnswers(deps, sheet, {
    order: sentFor(answers, undefined),
    places: sheet.places.map(place => sentFor(answers, place)),
  })
}

const sentFor = (answers: readonly CartAnswer[], place: CartSheet['places'][number] | undefined) =>
  new Map(
    answers.flatMap(
      ({ question, ticket_id: ticket, place: index = 0, value }): [number, unknown][] =>
        ticket === place?.ticket_id && (place === undefined || index === place.index)
          ? [[question, value]]
          : [],
    ),
  )
