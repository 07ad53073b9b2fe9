import type { PaymentState } from '../../shop/payments/gateway.ts'
import type { OrderRow } from '../../shop/orders/record/lookup.ts'
import type { Page } from '../kit/page.ts'
import { Button, ButtonLink, Lines, Notice, Steps } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'
import type { MessageKey } from '../words/catalogue.ts'
import type { Words } from '../words/speak.ts'

export type PaymentProps = {
  order: OrderRow
  payment: PaymentState
  proof: string
  /** The card processor's publishable key. */
  publishableKey: string
  /** Whether there is another way to pay. */
  hasOtherWay: boolean
  refusal?: string | undefined
  /** The reason for the last decline. */
  decline?: MessageKey | undefined
}

/** The last step of a paid order: paying at the processor, at the wallet, or in the sandbox. */
export function paymentPage(props: PaymentProps, { t }: Words, status = 200): Page {
  return {
    title: t('pay.title'),
    status,
    islands: ['pay'],
    // Banks and wallets open windows from the processor's fields and report back to this window.
    headers: {
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'permissions-policy': 'payment=(self "https://js.stripe.com"), camera=()',
      'referrer-policy': 'strict-origin-when-cross-origin',
    },
    body: <Payment {...props} />,
  }
}

function Payment(props: PaymentProps) {
  const { order, refusal, decline, hasOtherWay } = props
  const { site, words } = useView()
  const { t, money } = words
  const { total_minor: minor, currency } = order
  return (
    <div class="pay stack">
      <h1>{t('pay.title')}</h1>
      <Steps
        label={t('checkout.steps')}
        names={[t('checkout.stepTickets'), t('checkout.stepDetails'), t('checkout.stepPayment')]}
        at={2}
      />
      {(refusal ?? decline) && (
        <Notice tone="bad" title={refusal ?? t('pay.declined')} isNew>
          {decline && <p>{t(decline)}</p>}
          <p>{t('pay.nothingCharged')}</p>
        </Notice>
      )}
      <section class="card pad">
        <Lines
          lines={[
            { name: t('pay.order', { id: order.id }), amount: '' },
            { name: t('pay.for'), amount: order.purchaser_email },
            { name: t('checkout.total'), amount: money({ minor, currency }), tone: 'total' },
          ]}
        />
      </section>
      <How {...props} />
      <p>
        <a href={`${site.base}/checkout`}>{t(hasOtherWay ? 'pay.otherWay' : 'pay.back')}</a>
      </p>
    </div>
  )
}

function How(props: PaymentProps) {
  const { order, payment } = props
  const { t } = useView().words
  if (order.gateway === 'sandbox') return <SandboxPayment {...props} />
  if (order.gateway === 'card') return <CardPayment {...props} />
  if (payment.kind === 'approved') return <Capture {...props} />
  return payment.approveUrl === undefined ? (
    <Notice tone="bad" title={t('refusal.providerAway')} />
  ) : (
    <section class="card pad stack">
      <h2>{t('pay.wallet')}</h2>
      <p class="soft">{t('pay.walletText')}</p>
      <ButtonLink main wide href={payment.approveUrl} rel="noreferrer">
        {t('pay.toWallet')}
      </ButtonLink>
    </section>
  )
}

/** Payments that the buyer approved at the wallet without returning from it. */
function Capture({ proof, payment, decline }: PaymentProps) {
  const { site, words } = useView()
  const { approveUrl } = payment
  return (
    <form class="card pad stack" method="post" action={`${site.base}/checkout/pay`}>
      <input type="hidden" name="proof" value={proof} />
      <Button main wide name="do" value="capture">
        {words.t('pay.now')}
      </Button>
      {decline && approveUrl !== undefined && (
        <ButtonLink wide href={approveUrl} rel="noreferrer">
          {words.t('pay.toWallet')}
        </ButtonLink>
      )}
    </form>
  )
}

const outcomes = ['succeed', 'decline', 'action', 'delay'] as const

/**
 * The sandbox: the page says plainly that no money is taken, and the buyer chooses the outcome of the simulated card.
 */
function SandboxPayment({ proof }: PaymentProps) {
  const { site, words } = useView()
  const { t } = words
  return (
    <form class="card pad stack" method="post" action={`${site.base}/checkout/pay`}>
      <Notice tone="warn" title={t('buy.sandbox')}>
        <p>{t('pay.sandboxText')}</p>
      </Notice>
      <input type="hidden" name="proof" value={proof} />
      {outcomes.map(outcome => (
        <Button key={outcome} wide main={outcome === 'succeed'} name="do" value={outcome}>
          {t(`pay.${outcome}`)}
        </Button>
      ))}
    </form>
  )
}

/** The processor's own fields, inserted by a script (islands/pay.island.ts). The card's number never reaches us. */
function CardPayment({ payment, publishableKey }: PaymentProps) {
  const { site, words } = useView()
  const { t } = words
  return (
    <form
      class="card pad stack"
      id="card-payment"
      data-key={publishableKey}
      data-secret={payment.clientSecret?.reveal() ?? ''}
      data-return={`${site.root}/checkout/return`}
      data-language={words.language}
      data-working={t('pay.working')}
      data-failed={t('pay.failed')}
      data-blocked={t('pay.blocked')}
    >
      <h2>{t('pay.card')}</h2>
      <p class="soft small">{t('pay.cardText')}</p>
      <noscript>
        <Notice tone="warn" title={t('pay.needsScript')}>
          <p>{t('pay.needsScriptText')}</p>
        </Notice>
      </noscript>
      <p class="soft" role="status" data-loading hidden>
        {t('pay.loading')}
      </p>
      <div id="payment-element" />
      <p class="problem" role="alert" data-problem />
      <Button main wide disabled>
        {t('pay.now')}
      </Button>
    </form>
  )
}
