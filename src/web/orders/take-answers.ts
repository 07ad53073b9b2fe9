import type { Deps } from '../../messaging/deps.ts'
import { isPlainObject } from '../../platform/http/request/coerce.ts'
import { answerAsBuyer } from '../../shop/questions/answer-order.ts'
import type { Page, Redirect } from '../kit/page.ts'
import type { Visit } from '../kit/pages.ts'
import { answerProblems } from '../questions/answer-problems.ts'
import { fieldPlace, sentSheet } from '../questions/sent-sheet.ts'
import { linkedOrder, readOwnOrder } from './own-order.ts'
import { numbered, ownPart } from './own-sheet.ts'
import { shown, toPage, told, whatMayBeDone } from './show-own-order.ts'

/** Keeps what a buyer answers on the page of the order. What is valid is kept, also beside answers that are missing. */
export async function takeAnswers(deps: Deps, visit: Visit): Promise<Page | Redirect | undefined> {
  const linked = await linkedOrder(deps, visit)
  if (!linked) return undefined
  const { form, words } = visit
  const before = await readOwnOrder(deps, linked)
  const may = await whatMayBeDone(deps, visit, before)
  if (!may.answer) {
    return shown(deps, visit, { own: before, refusal: words.t('answers.tooLate'), status: 409 })
  }
  const answers = isPlainObject(form['answers']) ? form['answers'] : {}
  const { id } = linked.order
  const { judged, ids } = await answerAsBuyer(deps.db, id, whole => {
    const own = ownPart(whole, before.places)
    const places = numbered(own)
    const incoming = sentSheet(answers, own.questions, places)
    const at = new Map(places.map((place, index) => [place.id, incoming.places[index]]))
    return { order: incoming.order, places: whole.places.map(place => at.get(place.id)) }
  })
  const ownPlaces = numbered(before.sheet ?? { places: [] })
  const ofOwn = ownPlaces.flatMap(place => judged.places[ids.indexOf(place.id)] ?? [])
  const problems = answerProblems(
    { order: judged.order, places: ofOwn },
    ownPlaces.map(fieldPlace),
    { words, missing: true },
  )
  if (problems.length === 0) return told(toPage(deps, linked.order), 'answers', visit)
  const own = await readOwnOrder(deps, linked)
  return shown(deps, visit, { own, answerDraft: { answers, problems }, status: 422 })
}
