import type { PricedCart } from '../../shop/cart/load-cart.ts'
import type { CartTicket } from '../../shop/cart/read-tickets.ts'
import type { PaymentState } from '../../shop/payments/gateway.ts'
import type { LineRow, OrderRow } from '../../shop/orders/record/lookup.ts'
import type { Page } from '../kit/page.ts'
import type { Provider } from '../kit/policy.ts'
import { Button, Notice, Steps } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'
import type { PlainKey } from '../../core/words/catalogue.ts'
import type { Words } from '../../core/words/speak.ts'
import { OrderSums } from './order-sums.tsx'
import { ClockPill, PayHold } from './hold-box.tsx'
import { likelyAddress } from './likely-address.ts'
import { eventsOf, startOf } from './start-of.ts'
import { leadsToWallet, WalletPayment, type WalletScript } from './wallet-payment.tsx'

export type PaymentProps = {
  order: OrderRow
  payment: PaymentState
  contents: OrderContents
  /** The basket of the order, whose places are held for a while. Another tab may have changed it since. */
  priced: PricedCart
  now: Date
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
  /** Whether the simulated bank asks for a confirmation. */
  confirms: boolean
  /** The reason for the last decline. */
  decline?: PlainKey | undefined
}

/** What is paid for: the ticket lines of the order, all its lines, and their tickets. */
export type OrderContents = {
  lines: readonly LineRow[]
  all: readonly LineRow[]
  tickets: ReadonlyMap<number, CartTicket>
}

/** The last step of a paid order: paying at the processor, at the wallet, or in the sandbox. */
export function paymentPage(props: PaymentProps, { t }: Words, status = 200): Page {
  const provider = providerOf(props)
  const payers = provider ? ` ${payersOf[provider].map(host => `"https://${host}"`).join(' ')}` : ''
  return {
    title: t('pay.title'),
    status,
    islands: [...(provider ? [islandOf[provider]] : []), 'basket', 'hold-timer'],
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
  const { order, contents, priced, now, refusal, decline, hasOtherWay } = props
  const isOver = priced.cart.expired
  const { site, words } = useView()
  const { t } = words
  const events = contentsOf(contents)
  const meant = likelyAddress(order.purchaser_email)
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
      <PayHold priced={priced} now={now} />
      <div class="pay-columns">
        <div class="stack">
          <How {...props} />
          <p>
            <a href={`${site.base}/checkout`}>{t(hasOtherWay ? 'pay.otherWay' : 'pay.back')}</a>
          </p>
        </div>
        <section class="card pad stack" aria-label={t('pay.order', { id: order.id })}>
          {/* Of several events each line names its own. */}
          {events.length === 1 && <EventHead rows={events[0] ?? []} />}
          <OrderSums order={order} lines={contents.all} events={events.flatMap(eventOf)} />
          <p class="soft small">
            {t('pay.order', { id: order.id })} · {t('pay.for')}{' '}
            <bdi class="address">{order.purchaser_email}</bdi>
          </p>
          {meant && (
            <p class="problem">
              {t('sent.suggest', { email: meant })}{' '}
              <a href={`${site.base}/checkout`}>{t('checkout.change')}</a>
            </p>
          )}
        </section>
      </div>
      <PayBar {...props} />
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

/** The event of these rows, as sums name it. */
const eventOf = ([first]: readonly Row[]) =>
  first
    ? [
        {
          event: {
            id: first.ticket.eventId,
            title: first.ticket.eventTitle,
            starts_at: first.ticket.eventStartsAt,
            all_day: first.ticket.eventAllDay,
            timezone: first.ticket.timezone,
          },
        },
      ]
    : []

/** An event, and when it begins. */
function EventHead({ rows }: { rows: readonly Row[] }) {
  const { words } = useView()
  const [first] = rows
  if (!first) return null
  return (
    <div>
      <strong>{first.ticket.eventTitle}</strong>
      <p class="small soft">{startOf(first.ticket, words)}</p>
    </div>
  )
}

const sandboxForm = 'sandbox-payment'
const cardForm = 'card-payment'

/**
 * The bar at the bottom of the screen: what is paid, the time that is left, and the button, which belongs to the form. A wallet has its
 * own button in its form, above everything else.
 */
function PayBar({ order, priced, confirms }: PaymentProps) {
  const { t, money } = useView().words
  const { gateway, total_minor: minor, currency } = order
  if (gateway !== 'sandbox' && gateway !== 'card') return null
  return (
    <div class="buy-bar row noprint">
      <p class="row wraps grow">
        <strong class="num">{money({ minor, currency })}</strong>
        <ClockPill priced={priced} />
      </p>
      {gateway === 'sandbox' ? (
        <Button main form={sandboxForm} name="do" value="succeed">
          {t(confirms ? 'pay.confirm' : 'pay.succeed')}
        </Button>
      ) : (
        <Button main form={cardForm} disabled>
          {t('pay.now')}
        </Button>
      )}
    </div>
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
  { outcome: 'decline', name: 'pay.decline' },
  { outcome: 'action', name: 'pay.action' },
  { outcome: 'delay', name: 'pay.delay' },
] as const

/**
 * The sandbox: the page says plainly that no money is taken, and the buyer chooses the outcome of the simulated card.
 */
function SandboxPayment({ proof, shown, order, confirms }: PaymentProps) {
  const { site, words } = useView()
  const { t } = words
  return (
    <form
      class="card pad stack"
      id={sandboxForm}
      method="post"
      action={`${site.base}/checkout/pay`}
    >
      {confirms ? (
        <Notice tone="warn" title={t('pay.confirmTitle')} isNew>
          <p>{t('pay.confirmText')}</p>
        </Notice>
      ) : (
        <Notice tone="warn" title={t('buy.sandbox')}>
          <p>{t('pay.sandboxText')}</p>
        </Notice>
      )}
      <input type="hidden" name="proof" value={proof} />
      <input type="hidden" name="total" value={order.total_minor} />
      <input type="hidden" name="shown" value={shown} />
      {confirms ? (
        <Button wide name="do" value="decline">
          {t('pay.refuse')}
        </Button>
      ) : (
        outcomes.map(({ outcome, name }) => (
          <Button key={outcome} wide name="do" value={outcome}>
            {t(name)}
          </Button>
        ))
      )}
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
      id={cardForm}
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
    </form>
  )
}
