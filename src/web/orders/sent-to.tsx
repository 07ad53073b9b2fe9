import type { BuyersMail } from '../../messaging/outbox/lookup.to-buyer.ts'
import { likelyAddress } from '../checkout/likely-address.ts'
import { Field, FormProblems, problemOf } from '../kit/form.tsx'
import { Button } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'
import type { MessageKey } from '../../core/words/catalogue.ts'
import { formAddress, Proof } from './order-form.tsx'
import type { OrderPageProps } from './order-props.ts'

/**
 * Where the tickets were mailed, or why they were not; with the buttons that send them again and correct the address. Nothing
 * about orders of which nothing was ever mailed, such as those that were moved in.
 */
export function SentTo(page: OrderPageProps) {
  const { site, words } = useView()
  const { t } = words
  const { order, mails, may, addressDraft } = page
  const key = mails.toBuyer && sentence(mails.toBuyer)
  if (order.status !== 'completed' || key === undefined) return null
  const email = order.purchaser_email
  const isSendable = may.sendAgain && key !== 'sent.kept'
  const meant = may.correctAddress ? likelyAddress(email) : undefined
  return (
    <section class="card pad stack noprint" aria-label={t('sent.label')}>
      <p>
        <strong>{t(key, { email })}</strong>
      </p>
      {meant && <p class="problem">{t('sent.suggest', { email: meant })}</p>}
      {!isFine(key) && <p class="soft small">{t('sent.allHere')}</p>}
      {(isSendable || may.correctAddress) && (
        <div class="row wraps sent">
          {isSendable && (
            <form method="post" action={formAddress(site.base, 'resend', page)}>
              <Proof page={page} />
              <Button small>{t('sent.again')}</Button>
            </form>
          )}
          {may.correctAddress && (
            <details open={meant !== undefined || addressDraft !== undefined} class="grow">
              <summary>{t('sent.change')}</summary>
              <AddressForm page={page} meant={meant} />
            </details>
          )}
        </div>
      )}
    </section>
  )
}

const sentences = {
  queued: 'sent.onWay',
  sending: 'sent.onWay',
  sent: 'sent.sent',
  captured: 'sent.kept',
  failed: 'sent.failed',
  bounced: 'sent.failed',
  suppressed: 'sent.failed',
  // A notice of its own says why (mail-notices.tsx).
  withheld: undefined,
  withdrawn: undefined,
} as const satisfies Record<BuyersMail['state'], MessageKey | undefined>

const sentence = ({ state, attempts }: BuyersMail) =>
  state === 'queued' && attempts > 0 ? 'sent.trying' : sentences[state]

const isFine = (key: MessageKey) => key === 'sent.sent'

/** The form that corrects the buyer's address. */
function AddressForm({ page, meant }: { page: OrderPageProps; meant: string | undefined }) {
  const { site, words } = useView()
  const { t } = words
  const { order, addressDraft: draft } = page
  const problems = draft?.problems ?? []
  return (
    <form method="post" action={formAddress(site.base, 'address', page)} class="stack" novalidate>
      <FormProblems problems={problems} />
      <Proof page={page} />
      <p class="hint">{t('sent.changeText', { email: order.purchaser_email })}</p>
      <Field
        name="email"
        label={t('checkout.email')}
        type="email"
        value={draft?.email ?? meant ?? ''}
        maxlength={254}
        autocomplete="email"
        problem={problemOf(problems, 'email')}
        required
      />
      <Button small>{t('sent.changeButton')}</Button>
    </form>
  )
}
