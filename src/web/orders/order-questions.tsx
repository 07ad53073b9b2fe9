import { askedOfOrder, askedOfPlace, problemsIn } from '../../core/questions/rules.ts'
import { judgedSheet, type OrderSheet } from '../../shop/questions/order-sheet.ts'
import { FormProblems } from '../kit/form.tsx'
import { Button } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'
import { QuestionFields } from '../questions/question-fields.tsx'
import { fieldPlace, sentSheet } from '../questions/sent-sheet.ts'
import { numbered } from './own-sheet.ts'
import { formAddress, Proof } from './order-form.tsx'
import type { OrderPageProps } from './order-props.ts'

type Props = OrderPageProps & { sheet: OrderSheet }

/** The questions of an order, with what was answered, to answer or change until the event begins. */
export function OrderQuestions(props: OrderPageProps) {
  const { sheet, may } = props
  if (!sheet || !may.answer) return null
  return <QuestionForm {...props} sheet={sheet} />
}

function QuestionForm(props: Props) {
  const { sheet, answerDraft } = props
  const { site, words } = useView()
  const { t } = words
  const places = numbered(sheet)
  const missing = problemsIn(judgedSheet(sheet))
  const incoming = answerDraft && sentSheet(answerDraft.answers, sheet.questions, places)
  const problems = answerDraft?.problems ?? []
  const fields = (at: number | undefined) => {
    const place = at === undefined ? undefined : places[at]
    const [kept, own] =
      at === undefined
        ? [sheet.given.order, incoming?.order]
        : [sheet.given.places[at], incoming?.places[at]]
    return (
      <QuestionFields
        group={place ? askedOfPlace(sheet.questions, place) : askedOfOrder(sheet.questions, places)}
        questions={sheet.questions}
        values={new Map<number, unknown>([...(kept ?? []), ...(own ?? [])])}
        place={place && fieldPlace(place)}
        problems={problems}
      />
    )
  }
  return (
    <section class="card pad stack noprint" aria-labelledby="answers-title" id="answers">
      <h2 id="answers-title">{t('answers.title')}</h2>
      <p>{missing > 0 ? t('answers.text', { count: missing }) : t('answers.all')}</p>
      <FormProblems problems={problems} />
      <form
        method="post"
        action={formAddress(site.base, 'answers', props)}
        class="stack"
        novalidate
      >
        <Proof page={props} />
        {fields(undefined)}
        {places.map((place, at) =>
          askedOfPlace(sheet.questions, place).length === 0 ? null : (
            <fieldset key={place.id} class="guest">
              <legend>{t('checkout.guest', { number: at + 1, ticket: place.name })}</legend>
              {fields(at)}
            </fieldset>
          ),
        )}
        <Button main>{t('answers.save')}</Button>
      </form>
    </section>
  )
}
