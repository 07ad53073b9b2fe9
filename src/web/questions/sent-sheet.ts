import { type AskedPlace, sentAnswers } from '../../core/questions/fields.ts'
import {
  askedOfOrder,
  askedOfPlace,
  type AskedQuestion,
  type GivenSheet,
  type QuestionedPlace,
} from '../../core/questions/rules.ts'

/** The answers of a form, for an order and each of its places; questions without a field were not answered anew. */
export const sentSheet = (
  members: Readonly<Record<string, unknown>>,
  questions: readonly AskedQuestion[],
  places: readonly (QuestionedPlace & { readonly index: number })[],
): GivenSheet<unknown> => ({
  order: sentAnswers(members, askedOfOrder(questions, places)),
  places: places.map(place =>
    sentAnswers(members, askedOfPlace(questions, place), fieldPlace(place)),
  ),
})

export const fieldPlace = ({
  ticket_id: ticket,
  index,
}: QuestionedPlace & { readonly index: number }): AskedPlace => ({ ticket, index })
