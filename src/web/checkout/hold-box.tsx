import type { PricedCart } from '../../shop/cart/load-cart.ts'
import { extensionsMax, mayExtend } from '../../shop/cart/rules.ts'
import { Button, Notice } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'
import { inZone } from '../kit/when-at-event.ts'
import type { CheckoutProps } from './checkout-props.ts'

/** The time until which places are held, and a button that extends it; or a notice that it has passed. */
export function Hold({ priced, now }: CheckoutProps) {
  const { t } = useView().words
  const { cart } = priced
  const { expires_at: until, hold_extensions: extended } = cart
  if (until === null) return null
  if (cart.expired) {
    return (
      <Notice tone="warn" title={t('hold.over')}>
        <p>{t('hold.overText')}</p>
        <p>
          <Button small name="do" value="again">
            {t('hold.again')}
          </Button>
        </p>
      </Notice>
    )
  }
  const minutes = Math.max(0, Math.floor((until.getTime() - now.getTime()) / 60_000))
  const canExtend = mayExtend(cart)
  return (
    <>
      <div
        class="card hold row wraps between"
        data-hold={until.toISOString()}
        data-now={now.toISOString()}
        data-left={t('hold.left', { time: '{time}' })}
        data-soon={t(canExtend ? 'hold.soon' : 'hold.soonLast')}
        data-over={t('hold.over')}
      >
        <p class="num">
          <strong>
            <HeldUntil priced={priced} />
          </strong>{' '}
          <span class="soft small" data-minutes>
            {t('hold.minutes', { count: minutes })}
          </span>{' '}
          <ClockPill priced={priced} />
        </p>
        {canExtend && (
          <div class="row wraps" data-extend>
            <Button small name="do" value="extend">
              {t('hold.extend')}
            </Button>
            <span class="hint">{t('hold.extendTimes', { count: extensionsMax - extended })}</span>
          </div>
        )}
        <p class="wide-row" role="alert" data-warning />
        <Again />
      </div>
      <Ending canExtend={canExtend} />
    </>
  )
}

/** The time that is left, which the script counts down; nothing without one. */
export function ClockPill({ priced: { cart } }: { priced: PricedCart }) {
  return cart.expires_at === null || cart.expired ? null : (
    <span class="pill plain num" data-clock hidden />
  )
}

/** The time that is left to pay. It cannot be extended any more, and leads back to the order when it is over. */
export function PayHold({ priced, now }: { priced: PricedCart; now: Date }) {
  const { site, words } = useView()
  const { t } = words
  const { expires_at: until, expired } = priced.cart
  if (until === null || expired) return null
  return (
    <>
      <div
        class="card hold"
        data-hold={until.toISOString()}
        data-now={now.toISOString()}
        data-left={t('hold.left', { time: '{time}' })}
        data-soon={t('hold.soonPay')}
        data-over={t('hold.over')}
      >
        <p class="num">
          <strong>
            <HeldUntil priced={priced} />
          </strong>{' '}
          <ClockPill priced={priced} />
        </p>
        <p class="wide-row" role="alert" data-warning />
      </div>
      <dialog class="card ending" aria-labelledby="ending-text" data-ending>
        <div class="pad stack">
          <p class="title" id="ending-text">
            {t('hold.soonPay')}
          </p>
          <div class="row wraps">
            <a class="btn" href={`${site.base}/checkout`} data-again hidden>
              {t('pay.back')}
            </a>
            <button class="btn" type="button" data-close>
              {t('hold.close')}
            </button>
          </div>
        </div>
      </dialog>
    </>
  )
}

/**
 * Until when the places of a basket are held: a clock time at the event, which a script (islands/hold-timer.island.ts) turns
 * into the buyer's own.
 */
export function HeldUntil({ priced }: { priced: PricedCart }) {
  const { words } = useView()
  const { expires_at: until } = priced.cart
  if (until === null) return null
  const zone = zoneOf(priced)
  const time = inZone(words.moment(until, zone, 'time'), zone, words)
  return (
    <span data-held={words.t('hold.until', { time: '{time}' })}>
      {words.t('hold.until', { time })}
    </span>
  )
}

/** The dialog that the script opens a minute before the end. What was entered is sent with its buttons. */
function Ending({ canExtend }: { canExtend: boolean }) {
  const { t } = useView().words
  return (
    <dialog class="card ending" aria-labelledby="ending-text" data-ending>
      <div class="pad stack">
        <p class="title" id="ending-text">
          {t(canExtend ? 'hold.soon' : 'hold.soonLast')}
        </p>
        <div class="row wraps">
          {canExtend && (
            <span data-extend>
              <Button main name="do" value="extend">
                {t('hold.extend')}
              </Button>
            </span>
          )}
          <Again />
          <button class="btn" type="button" data-close>
            {t('hold.close')}
          </button>
        </div>
      </div>
    </dialog>
  )
}

/** The button that holds the places again, which the script shows when the time is over. */
function Again() {
  const { t } = useView().words
  return (
    <span data-again hidden>
      <Button small name="do" value="again">
        {t('hold.again')}
      </Button>
    </span>
  )
}

/** Times of a basket are in the zone of its first event. */
const zoneOf = ({ tickets }: PricedCart) => [...tickets.values()][0]?.timezone ?? 'UTC'
