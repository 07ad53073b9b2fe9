import { Button, Notice } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'
import { formAddress, Proof } from './order-form.tsx'
import type { OrderPageProps } from './order-props.ts'

/** What was not mailed about an order, and the form with which its buyer sends what waits (contract.md 19.12). */
export function MailNotices(props: OrderPageProps) {
  const { site, words } = useView()
  const { t } = words
  const { isBuyerUntold, waiting } = props.mails
  return (
    <>
      {isBuyerUntold && (
        <Notice tone="warn" title={t('mails.unsent')}>
          <p>{t('mails.unsentText')}</p>
        </Notice>
      )}
      {waiting > 0 && (
        <Notice tone="warn" title={t('mails.waiting', { count: waiting })}>
          <p>{t('mails.waitingText')}</p>
          <form method="post" action={formAddress(site.base, 'send', props)} class="noprint">
            <Proof page={props} />
            <Button>{t('mails.send')}</Button>
          </form>
        </Notice>
      )}
    </>
  )
}
