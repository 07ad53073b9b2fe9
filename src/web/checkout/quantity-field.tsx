import { formatDecimal, type Money } from '../../core/money.ts'
import { useView } from '../kit/view.ts'

type QuantityProps = {
  id: string
  name: string
  /** What there is a quantity of. */
  of: string
  /** Below it there is only none. */
  least: number
  most: number
  value: number | undefined
  isBad?: boolean
  describedBy?: string | undefined
  /** The price of one, fees included, from which a script makes the sum. */
  price?: Money
}

/**
 * A quantity as a number field, which needs no script. With one it has a button on each side (islands/stepper.island.ts).
 * The field comes first in the source, so that readers meet the quantity before the buttons that change it.
 */
export function Quantity(props: QuantityProps) {
  const { id, name, of, least, most, value, isBad, describedBy, price } = props
  const { t } = useView().words
  return (
    <span class="stepper" data-stepper data-least={least}>
      <input
        class="quantity num"
        type="number"
        inputmode="numeric"
        id={id}
        name={name}
        min={0}
        max={most}
        value={value}
        placeholder="0"
        aria-invalid={isBad ? 'true' : undefined}
        aria-describedby={describedBy}
        data-price={price && formatDecimal(price)}
        data-currency={price?.currency}
      />
      <button type="button" class="btn s" data-step="-1" hidden>
        <span class="quiet">{t('buy.fewer', { name: of })}</span>
        <span aria-hidden="true">−</span>
      </button>
      <button type="button" class="btn s" data-step="1" hidden>
        <span class="quiet">{t('buy.more', { name: of })}</span>
        <span aria-hidden="true">+</span>
      </button>
      <span class="quiet" role="status" />
    </span>
  )
}
