import { Checkbox, problemOf } from '../kit/form.tsx'
import { Notice } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'
import type { CheckoutProps } from './checkout-props.ts'

/** The way of paying and the terms. The order button is in the bar (order-bar.tsx). */
export function Confirmation(props: CheckoutProps) {
  const { priced, ways, way, terms, termsAccepted, problems, isSandbox } = props
  const { t, money } = useView().words
  const { totalMinor, currency } = priced.totals
  const isFree = totalMinor === 0
  if (!isFree && ways.length === 0) return <Notice tone="bad" title={t('refusal.noPayments')} />
  return (
    <section class="stack" aria-label={t('checkout.confirm')}>
      {!isFree && ways.length > 1 && !isSandbox && <Ways ways={ways} way={way} />}
      {terms && (
        <Checkbox
          name="terms"
          label={t('checkout.terms')}
          checked={termsAccepted === true}
          problem={problemOf(problems, 'terms')}
          required
        >
          {t('checkout.terms')}{' '}
          <a href={terms.url} target="_blank" rel="noopener">
            {t('checkout.termsRead')}
          </a>
        </Checkbox>
      )}
      <p class="hint" data-live="next">
        {isFree
          ? t('checkout.freeText')
          : t('checkout.paidText', { amount: money({ minor: totalMinor, currency }) })}
      </p>
    </section>
  )
}

function Ways({ ways, way }: Pick<CheckoutProps, 'ways' | 'way'>) {
  const { t } = useView().words
  return (
    <fieldset class="card pad">
      <legend class="quiet">{t('checkout.way')}</legend>
      <h2 aria-hidden="true">{t('checkout.way')}</h2>
      {ways.map((name, at) => (
        <div key={name} class="check">
          <input
            type="radio"
            name="way"
            value={name}
            id={`way-${name}`}
            checked={way === undefined ? at === 0 : way === name}
          />
          <label for={`way-${name}`}>
            {t(name === 'card' ? 'checkout.byCard' : 'checkout.byWallet')}
          </label>
        </div>
      ))}
    </fieldset>
  )
}
