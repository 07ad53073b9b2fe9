import type { PricedCart } from '../../shop/cart/load-cart.ts'
import { extensionsMax, mayExtend } from '../../shop/cart/rules.ts'
import { Button, Notice } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'
import type { CheckoutProps } from './checkout-props.ts'

/** The time until which places are held, and a button that extends it; or a notice that it has passed. */
export function Hold({ priced, now }: CheckoutProps) {
  const { t, moment } = useView().words
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
  const zone = zoneOf(priced)
  const minutes = Math.max(0, Math.floor((until.getTime() - now.getTime()) / 60_000))
  const left = extensionsMax - extended
  return (
    <div
      class="card hold row wraps between"
      data-hold={until.toISOString()}
      data-now={now.toISOString()}
      data-left={t('hold.left', { time: '{time}' })}
      data-soon={t('hold.soon')}
      data-over={t('hold.over')}
    >
      <p class="num">
        <strong>
          {t('hold.until', {
            time: t('time.zone', { time: moment(until, zone, 'time'), zone }),
          })}
        </strong>{' '}
        <span class="soft small" data-minutes>
          {t('hold.minutes', { count: minutes })}
        </span>{' '}
        <span class="pill plain num" data-clock hidden />
      </p>
      {mayExtend(cart) && (
        <div class="row wraps">
          <Button small name="do" value="extend">
            {t('hold.extend')}
          </Button>
          <span class="hint">{t('hold.extendTimes', { count: left })}</span>
        </div>
      )}
      <p class="wide-row" role="alert" data-warning />
    </div>
  )
}

/** Times of a basket are in the zone of its first event. */
const zoneOf = ({ tickets }: PricedCart) => [...tickets.values()][0]?.timezone ?? 'UTC'
