import type { PricedCart } from '../../shop/cart/load-cart.ts'
import type { CartTicket } from '../../shop/cart/read-tickets.ts'
import type { PaymentState } from '../../shop/payments/gateway.ts'
import type { LineRow, OrderRow } from '../../shop/orders/record/lookup.ts'
import type { Page } from '../kit/page.ts'
import type { Provider } from '../kit/policy.ts'
import { Button, Lines, Notice, Steps } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'
import type { PlainKey } from '../../core/words/catalogue.ts'
import type { Words } from '../../core/words/speak.ts'
import { HeldUntil } from './hold-box.tsx'
import { eventsOf, startOf } from './start-of.ts'
import { leadsToWallet, WalletPayment, type WalletScript } from './wallet-payment.tsx'

export type PaymentProps = {
  order: OrderRow
  payment: PaymentState
  contents: OrderContents
  /** The basket of the order, whose places are held for a while. Another tab may have changed it since. */
  priced: PricedCart
  proof: string
  /** The tickets that the page shows, as its forms carry them. */
  shown: string
  /** The card processor's publishable key. */
  publishableKey: string
  /** What PayPal's script needs; without it the way to PayPal is a link. */
  wallet?: WalletScript | undefined
  /** Whether there is another way to pay. */
  hasOtherWay: boolean
  refusal?: string | undefined
  /** The reason for the last decline. */
  decline?: PlainKey | undefined
}

/** What is paid for: the ticket lines of the order, and their tickets. */
export type OrderContents = {
  lines: readonly LineRow[]
  tickets: ReadonlyMap<number, CartTicket>
}

/** The last step of a paid order: paying at the processor, at the wallet, or in the sandbox. */
export function paymentPage(props: PaymentProps, { t }: Words, status = 200): Page {
  const provider = providerOf(props)
  const payers = provider ? ` ${payersOf[provider].map(host => `"https://${host}"`).join(' ')}` : ''
  return {
    title: t('pay.title'),
    status,
    islands: [...(provider ? [islandOf[provider]] : []), 'basket'],
    provider,
    // Banks and wallets open windows from the provider's parts of this page and report back to this window.
    headers: {
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'permissions-policy': `payment=(self${payers}), camera=()`,
      'referrer-policy': 'strict-origin-when-cross-origin',
    },
    body: <Payment {...props} />,
  }
}

const islandOf = { stripe: 'pay', paypal: 'wallet' } as const
/** The hosts whose frames may open the browser's own payment sheet. */
const payersOf = {
  stripe: ['js.stripe.com'],
  paypal: ['www.paypal.com', 'www.sandbox.paypal.com'],
} as const

function providerOf({ order, payment, wallet, decline }: PaymentProps): Provider | undefined {
  if (order.gateway === 'card') return 'stripe'
  return wallet && leadsToWallet(payment, decline) ? 'paypal' : undefined
}

function Payment(props: PaymentProps) {
  const { order, contents, priced, refusal, decline, hasOtherWay } = props
  const isOver = priced.cart.expired
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
          <p>{t(isOver ? 'pay.nothingChargedOnly' : 'pay.nothingCharged')}</p>
        </Notice>
      )}
      {isOver && (
        <Notice tone="warn" title={t('hold.over')}>
          <p>{t('pay.overText')}</p>
        </Notice>
      )}
      <section class="card pad">
        <Lines
          lines={[
            ...contentsOf(contents).map(rows => ({ name: <EventRows rows={rows} />, amount: '' })),
            { name: t('pay.order', { id: order.id }), amount: '' },
            { name: t('pay.for'), amount: order.purchaser_email },
            { name: t('checkout.total'), amount: money({ minor, currency }), tone: 'total' },
          ]}
        />
        {!isOver && (
          <p class="hint">
            <HeldUntil priced={priced} />
          </p>
        )}
      </section>
      <How {...props} />
      <p>
        <a href={`${site.base}/checkout`}>{t(hasOtherWay ? 'pay.otherWay' : 'pay.back')}</a>
      </p>
    </div>
  )
}

type Row = { ticket: CartTicket; quantity: number }

/** What is paid for: the tickets of each event, the earliest event first. */
function contentsOf({ lines, tickets }: OrderContents): Row[][] {
  const rows = lines.flatMap(({ ticket_id, quantity, going }) => {
    const ticket = tickets.get(ticket_id ?? 0)
    return ticket && going !== false ? [{ ticket, quantity }] : []
  })
  return eventsOf(rows)
}

/** An event, when it begins, and its tickets with their quantities. */
function EventRows({ rows }: { rows: readonly Row[] }) {
  const { words } = useView()
  const [first] = rows
  if (!first) return null
  return (
    <>
      <strong>{first.ticket.eventTitle}</strong>
      <p class="small soft">{startOf(first.ticket, words)}</p>
      {rows.map(({ ticket, quantity }) => (
        <p key={ticket.id}>{`${quantity} × ${ticket.name}`}</p>
      ))}
    </>
  )
}

function How(props: PaymentProps) {
  const { order, payment } = props
  const { t } = useView().words
  if (order.gateway === 'sandbox') return <SandboxPayment {...props} />
  if (order.gateway === 'card') return <CardPayment {...props} />
  return payment.kind === 'approved' || payment.approveUrl !== undefined ? (
    <WalletPayment {...props} total={order.total_minor} currency={order.currency} />
  ) : (
    <Notice tone="bad" title={t('refusal.providerAway')} />
  )
}

const outcomes = [
  { outcome: 'succeed', name: 'pay.succeed' },
  { outcome: 'decline', name: 'pay.decline' },
  { outcome: 'action', name: 'pay.action' },
  { outcome: 'delay', name: 'pay.delay' },
] as const

/**
 * The sandbox: the page says plainly that no money is taken, and the buyer chooses the outcome of the simulated card.
 */
function SandboxPayment({ proof, shown, order }: PaymentProps) {
  const { site, words } = useView()
  const { t } = words
  return (
    <form class="card pad stack" method="post" action={`${site.base}/checkout/pay`}>
      <Notice tone="warn" title={t('buy.sandbox')}>
        <p>{t('pay.sandboxText')}</p>
      </Notice>
      <input type="hidden" name="proof" value={proof} />
      <input type="hidden" name="total" value={order.total_minor} />
      <input type="hidden" name="shown" value={shown} />
      {outcomes.map(({ outcome, name }) => (
        <Button key={outcome} wide main={outcome === 'succeed'} name="do" value={outcome}>
          {t(name)}
        </Button>
      ))}
    </form>
  )
}

/** The processor's own fields, inserted by a script (islands/pay.island.ts). The card's number never reaches us. */
function CardPayment({ order, payment, shown, publishableKey }: PaymentProps) {
  const { site, words } = useView()
  const { t } = words
  return (
    <form
      class="card pad stack"
      id="card-payment"
      data-key={publishableKey}
      data-total={`${order.id}:${order.total_minor}:${shown}`}
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
