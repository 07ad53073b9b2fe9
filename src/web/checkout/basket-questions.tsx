import { askedOfOrder, askedOfPlace } from '../../core/questions/rules.ts'
import type { CartSheet } from '../../shop/questions/cart-answers.ts'
import { judgedCart, readCartSheet, saveCartAnswers } from '../../shop/questions/cart-answers.ts'
import type { FoundCart } from '../../shop/cart/lookup.ts'
import type { Deps } from '../../shop/deps.ts'
import type { Words } from '../../core/words/speak.ts'
import type { Problem } from '../kit/form.tsx'
import { useView } from '../kit/view.ts'
import { answerProblems } from '../questions/answer-problems.ts'
import { QuestionFields } from '../questions/question-fields.tsx'
import { fieldPlace, sentSheet } from '../questions/sent-sheet.ts'
import type { CheckoutProps } from './checkout-props.ts'
import { nameAmong } from './start-of.ts'

type SentAnswers = Readonly<Record<string, unknown>>

/** Keeps the answers of the form with the basket as it is now, and returns what is wrong with them. */
export async function saveAnswers(
  deps: Deps,
  { cart }: FoundCart,
  { answers, words }: { answers: SentAnswers; words: Words },
): Promise<Problem[]> {
  const sheet = await readCartSheet(deps.db, cart)
  if (sheet.questions.length === 0) return []
  const incoming = sentSheet(answers, sheet.questions, sheet.places)
  const judged = await saveCartAnswers(deps, sheet, incoming)
  return answerProblems(judged, sheet.places.map(fieldPlace), { words, missing: false })
}

/** What is wrong with the answers of the form, where the basket is ordered. */
export async function answersLacking(
  { db }: Deps,
  { cart }: FoundCart,
  { answers, words }: { answers: SentAnswers; words: Words },
): Promise<Problem[]> {
  const sheet = await readCartSheet(db, cart)
  const judged = judgedCart(sheet, sentSheet(answers, sheet.questions, sheet.places))
  return answerProblems(judged, sheet.places.map(fieldPlace), { words, missing: true })
}

/** What the events ask: once for the order, and for each place that has questions. */
export function BasketQuestions(props: CheckoutProps) {
  const { sheet } = props
  const { t } = useView().words
  const places = placesAsked(sheet)
  const ofOrder = askedOfOrder(sheet.questions, sheet.places)
  if (ofOrder.length === 0 && places.length === 0) return null
  return (
    <fieldset class="card pad">
      <legend class="quiet">{t('question.title')}</legend>
      <h2 aria-hidden="true">{t('question.title')}</h2>
      <p class="soft small below">{t('question.text')}</p>
      <Fields {...props} group={ofOrder} at={undefined} />
      {places.map(({ group, at }, index) => (
        <OnePlace key={at} {...props} group={group} at={at} number={index + 1} />
      ))}
    </fieldset>
  )
}

const placesAsked = ({ questions, places }: CartSheet) =>
  places.flatMap((place, at) => {
    const group = askedOfPlace(questions, place)
    return group.length === 0 ? [] : [{ group, at }]
  })

type PartProps = CheckoutProps & { group: CartSheet['questions']; at: number | undefined }

function OnePlace({ number, ...props }: PartProps & { at: number; number: number }) {
  const { priced, sheet, at } = props
  const { words } = useView()
  const ticket = priced.tickets.get(sheet.places[at]?.ticket_id ?? 0)
  if (!ticket) return null
  return (
    <fieldset class="guest">
      <legend>
        {words.t('checkout.guest', { number, ticket: nameAmong(ticket, priced.tickets, words) })}
      </legend>
      <Fields {...props} />
    </fieldset>
  )
}

function Fields({ sheet, answers, problems, group, at }: PartProps) {
  const place = at === undefined ? undefined : sheet.places[at]
  const kept = at === undefined ? sheet.kept.order : sheet.kept.places[at]
  const incoming = answers && sentSheet(answers, sheet.questions, sheet.places)
  const own = at === undefined ? incoming?.order : incoming?.places[at]
  return (
    <QuestionFields
      group={group}
      questions={sheet.questions}
      values={new Map<number, unknown>([...(kept ?? []), ...(own ?? [])])}
      place={place && fieldPlace(place)}
      problems={problems}
    />
  )
}
