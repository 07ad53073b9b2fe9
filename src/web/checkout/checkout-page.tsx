import { formatDecimal } from '../../core/money.ts'
import { ticketsNow } from '../../shop/orders/record/shown-tickets.ts'
import { Field, FormProblems, problemOf } from '../kit/form.tsx'
import type { Page } from '../kit/page.ts'
import { ButtonLink, Empty, Notice, Steps } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'
import type { Words } from '../../core/words/speak.ts'
import { Attendees } from './attendee-fields.tsx'
import { BasketQuestions } from './basket-questions.tsx'
import { Basket } from './basket-card.tsx'
import type { CheckoutProps } from './checkout-props.ts'
import { Confirmation } from './confirmation.tsx'
import { Hold } from './hold-box.tsx'
import { CountAndSum, OrderBar } from './order-bar.tsx'
import { shownText } from './shown-text.ts'

/**
 * Basket and details on one page: the held places and until when, the buyer, the attendees, and the order button.
 */
export function checkoutPage(props: CheckoutProps, words: Words, status = 200): Page {
  const { t } = words
  const failed = props.refusal !== undefined || (props.problems?.length ?? 0) > 0
  const title = t('checkout.title')
  return {
    title: failed ? t('checkout.titleWithProblems', { title }) : title,
    status,
    islands: ['hold-timer', 'stepper', 'live-basket', ...asksOf(props)],
    keeps: { form: 'checkout', address: '/checkout' },
    body: <Checkout {...props} />,
  }
}

const asksOf = ({ sheet }: CheckoutProps) =>
  sheet.questions.length > 0 ? (['questions'] as const) : []

/** The page of an empty basket. `why` says how it became empty, when a form was refused. */
export function noBasketPage(
  { t }: Words,
  base: string,
  why: { text: string; status: number } = { text: t('checkout.emptyText'), status: 200 },
): Page {
  return {
    title: t('checkout.empty'),
    status: why.status,
    islands: ['basket'],
    body: (
      <Empty level={1} title={t('checkout.empty')} text={why.text}>
        <ButtonLink main href={`${base}/events/`}>
          {t('missing.way')}
        </ButtonLink>
        <span data-no-basket hidden />
      </Empty>
    ),
  }
}

function Checkout(props: CheckoutProps) {
  const { priced, proof, problems = [], refusal, done } = props
  const { site, words } = useView()
  const { t } = words
  const { totals } = priced
  const isFree = totals.totalMinor === 0
  const steps = [t('checkout.stepTickets'), t('checkout.stepDetails')]
  return (
    <form
      class="checkout stack"
      id="checkout"
      method="post"
      action={`${site.base}/checkout`}
      data-way={isFree ? 'free' : 'paid'}
      novalidate
    >
      <h1>{t('checkout.title')}</h1>
      <Steps
        label={t('checkout.steps')}
        names={isFree ? steps : [...steps, t('checkout.stepPayment')]}
        at={1}
      />
      <input type="hidden" name="proof" value={proof} />
      <input
        type="hidden"
        name="expected_total"
        value={formatDecimal({ minor: totals.totalMinor, currency: totals.currency })}
      />
      <input type="hidden" name="shown" value={shownText(ticketsNow(priced))} />
      {/* The button that the Enter key presses. A total that was not shown is never ordered (contract.md 26.5). */}
      <button class="quiet" type="submit" name="do" value="order" tabIndex={-1} aria-hidden="true">
        {t(isFree ? 'checkout.orderFree' : 'checkout.orderAndPay')}
      </button>
      <div class="stack" data-live="refusal">
        {refusal && <Notice tone="bad" title={refusal} isNew />}
        <FormProblems problems={problems} />
      </div>
      {!refusal && problems.length === 0 && done && <Notice tone="good" title={done} isNew />}
      {props.isSandbox && !isFree && (
        <Notice tone="warn" title={t('buy.sandbox')}>
          <p>{t('checkout.sandboxText')}</p>
        </Notice>
      )}
      <Hold {...props} />
      <div class="columns">
        <div class="stack">
          <InShort {...props} />
          <Purchaser {...props} />
          <div data-live="names">
            <Attendees {...props} />
          </div>
          <div data-live="answers">
            <BasketQuestions {...props} />
          </div>
          <Confirmation {...props} />
        </div>
        <Basket {...props} />
      </div>
      <OrderBar {...props} />
    </form>
  )
}

/** The basket in one line, on a phone, where it stands below the details. */
function InShort({ priced }: CheckoutProps) {
  const { t } = useView().words
  return (
    <p class="card in-short row between num">
      <strong data-live="short">
        <CountAndSum priced={priced} />
      </strong>
      <a href="#basket">{t('checkout.change')}</a>
    </p>
  )
}

function Purchaser({ buyer, problems }: CheckoutProps) {
  const { t } = useView().words
  return (
    <fieldset class="card pad">
      <legend class="quiet">{t('checkout.who')}</legend>
      <h2 aria-hidden="true">{t('checkout.who')}</h2>
      <p class="soft small below">{t('checkout.whoText')}</p>
      <Field
        name="name"
        label={t('checkout.name')}
        value={buyer.name}
        autocomplete="name"
        maxlength={200}
        problem={problemOf(problems, 'name')}
        required
      />
      <Field
        name="email"
        label={t('checkout.email')}
        type="email"
        value={buyer.email}
        autocomplete="email"
        maxlength={254}
        problem={problemOf(problems, 'email')}
        required
      />
    </fieldset>
  )
}
