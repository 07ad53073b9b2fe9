import type { Locale } from '../../core/locale.ts'
import type { PaymentState } from '../../shop/payments/gateway.ts'
import { Button, ButtonLink } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'
import type { PlainKey } from '../../core/words/catalogue.ts'

/** What PayPal's script is started with. */
export type WalletScript = {
  /** The address of the script: PayPal has one for real money and one for its sandbox. */
  address: string
  clientId: string
  /** The address of our wallet route for this payment, which reads its state again. */
  recheck: string
}

type WalletProps = {
  payment: PaymentState
  proof: string
  shown: string
  total: number
  currency: string
  wallet?: WalletScript | undefined
  decline?: PlainKey | undefined
}

/** Whether the buyer still has to agree at the wallet: not yet, or again because what was chosen there was declined. */
export const leadsToWallet = ({ kind, approveUrl }: PaymentState, decline?: PlainKey): boolean =>
  approveUrl !== undefined && (kind !== 'approved' || decline !== undefined)

/**
 * The form that takes the money which the buyer agreed to, with the ways to agree. The link leads to the wallet's page
 * and back, without a script. The wallet's own button is inserted above it by islands/wallet.island.ts, and opens the
 * wallet in a window.
 */
export function WalletPayment(props: WalletProps) {
  const { payment, proof, shown, total, currency, wallet, decline } = props
  const { site, words } = useView()
  const { t } = words
  const isApproved = payment.kind === 'approved'
  const leads = leadsToWallet(payment, decline)
  const script = leads &&
    wallet && {
      'data-script': wallet.address,
      'data-client': wallet.clientId,
      'data-recheck': wallet.recheck,
      'data-payment': payment.reference,
      'data-currency': currency,
      'data-locale': walletLocales[words.language as Locale] ?? walletLocales.en,
      'data-instead': t('pay.toWalletInstead'),
      'data-working': t('pay.working'),
      'data-failed': t('pay.walletFailed'),
      'data-closed': t('pay.walletClosed'),
    }
  return (
    <form
      class="card pad stack"
      method="post"
      action={`${site.base}/checkout/pay`}
      id="wallet-payment"
      {...script}
    >
      <h2>{t('pay.wallet')}</h2>
      <p class="soft">{t('pay.walletText')}</p>
      <input type="hidden" name="proof" value={proof} />
      <input type="hidden" name="total" value={total} />
      <input type="hidden" name="shown" value={shown} />
      {isApproved && (
        <Button main wide name="do" value="capture">
          {t('pay.now')}
        </Button>
      )}
      <p class="problem" role="alert" data-problem />
      <p class="soft" role="status" data-progress />
      {leads && (
        <ButtonLink main={!isApproved} wide href={payment.approveUrl ?? ''} rel="noreferrer">
          {t('pay.toWallet')}
        </ButtonLink>
      )}
    </form>
  )
}

/** The wallet's names of our languages. */
const walletLocales: Readonly<Record<Locale, string>> = {
  en: 'en-US',
  de: 'de-DE',
  nb: 'no-NO',
  fr: 'fr-FR',
  es: 'es-ES',
}
