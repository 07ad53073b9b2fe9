import { ButtonLink } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'
import type { Offer } from './offers.ts'

/**
 * A bar at the bottom of the screen with the lowest price and the way to the choice of tickets. On wide and high screens a
 * short choice stays in sight by itself. With a script (islands/choice.island.ts) the bar shows the sum, and goes away
 * while the choice's own button is in sight.
 */
export function BuyBar({ offers, isShort }: { offers: readonly Offer[]; isShort: boolean }) {
  const { t, roundMoney } = useView().words
  const open = offers.filter(({ state }) => state.kind === 'open')
  const [cheapest] = [...open].sort((one, other) => one.wholeMinor - other.wholeMinor)
  if (!cheapest) return null
  const { wholeMinor: minor, currency } = cheapest
  const isOnlyPrice = open.every(({ wholeMinor }) => wholeMinor === minor)
  const price = minor === 0 ? t('price.free') : roundMoney({ minor, currency })
  return (
    <div class={isShort ? 'buy-bar row short noprint' : 'buy-bar row noprint'} data-bar>
      <strong class="num" data-sum>
        {isOnlyPrice ? price : t('price.from', { price })}
      </strong>
      <ButtonLink main href="#tickets">
        {t('buy.choose')}
      </ButtonLink>
    </div>
  )
}
