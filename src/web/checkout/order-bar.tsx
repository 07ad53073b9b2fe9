import type { PricedCart } from '../../shop/cart/load-cart.ts'
import { Button } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'
import { namedPlaces } from './attendee-fields.tsx'
import type { CheckoutProps } from './checkout-props.ts'
import { ClockPill } from './hold-box.tsx'

/**
 * The bar that stays at the bottom of the screen until the end of the form: the sum, the time that is left, what is still
 * missing, and the button. The script islands/live-basket.island.ts keeps it up to date while somebody types.
 */
export function OrderBar(props: CheckoutProps) {
  const { priced, ways } = props
  const { t, list } = useView().words
  const isFree = priced.totals.totalMinor === 0
  const missing = missingOf(props).map(key => t(key))
  const sentence = t('checkout.missing', { fields: '{fields}' })
  return (
    <div class="buy-bar stays row wraps noprint">
      <p class="small soft lacks" data-missing={sentence}>
        {missing.length > 0 && t('checkout.missing', { fields: list(missing) })}
      </p>
      <p class="row wraps grow">
        <strong class="num" role="status" data-live="sum">
          <CountAndSum priced={priced} />
        </strong>
        <ClockPill priced={priced} />
      </p>
      {(isFree || ways.length > 0) && (
        <Button main name="do" value="order">
          {t(isFree ? 'checkout.orderFree' : 'checkout.orderAndPay')}
        </Button>
      )}
    </div>
  )
}

/** How many tickets, and what they cost: `2 tickets · $50.00`. */
export function CountAndSum({ priced: { totals } }: { priced: PricedCart }) {
  const { t, money } = useView().words
  const { totalMinor: minor, currency } = totals
  const count = totals.lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const sum = minor === 0 ? t('price.free') : money({ minor, currency })
  return (
    <>{count === 1 ? t('buy.sumOne', { sum }) : t('buy.sumMore', { count: String(count), sum })}</>
  )
}

/** What has to be entered before the order, as far as the page knows. */
function missingOf({ priced, buyer, names, terms, termsAccepted }: CheckoutProps) {
  const places = namedPlaces(priced, names)
  const isUnnamed = places.some(
    ({ ticket, name }) =>
      ticket.attendeeNames === 'required' && (name.full_name === '' || name.email === ''),
  )
  return [
    ...(buyer.name === '' ? (['checkout.name'] as const) : []),
    ...(buyer.email === '' ? (['checkout.email'] as const) : []),
    ...(isUnnamed ? (['checkout.missingGuests'] as const) : []),
    ...(terms && !termsAccepted ? (['checkout.missingTerms'] as const) : []),
  ]
}
