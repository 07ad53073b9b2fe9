import { offeredBy, type RefundChoice } from '../../organising/runs/choices/rules.ts'
import type { OpenChoice } from '../../organising/runs/choices/lookup.ts'
import { Button } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'
import { formAddress, Proof } from './order-form.tsx'
import type { OrderPageProps } from './order-props.ts'

/** What the buyer may choose of the money of an event that does not take place as planned; a form without a script. */
export function ChooseRefund(page: OrderPageProps) {
  return (
    <>
      {page.choices.map(choice => (
        <OneChoice key={`${choice.run_id}.${choice.n}`} page={page} choice={choice} />
      ))}
    </>
  )
}

function OneChoice({ page, choice }: { page: OrderPageProps; choice: OpenChoice }) {
  const { site, words } = useView()
  const { t, money, moment } = words
  const { event } = page.events.find(({ event: { id } }) => id === choice.event_id) ?? {}
  const amount = money({ minor: choice.amount_minor, currency: page.order.currency })
  const until = moment(choice.until_at, event?.timezone ?? site.zone, 'full')
  const item = `${choice.run_id}.${choice.n}`
  const titleId = `choice-${item}`
  return (
    <section class="card pad stack noprint" id="choice" aria-labelledby={titleId}>
      <h2 id={titleId}>{t('choice.title')}</h2>
      <p>{t('choice.text', { event: event?.title ?? '', amount, until })}</p>
      <form method="post" action={formAddress(site.base, 'choice', page)} class="stack">
        <Proof page={page} />
        <input type="hidden" name="item" value={item} />
        {offeredBy({ mayKeep: choice.may_keep }).map(one => (
          <div key={one} class="check">
            <input type="radio" name="choice" id={`${titleId}-${one}`} value={one} required />
            <label for={`${titleId}-${one}`}>{choiceWords(one, t)}</label>
          </div>
        ))}
        <Button main>{t('choice.button')}</Button>
      </form>
    </section>
  )
}

function choiceWords(choice: RefundChoice, t: ReturnType<typeof useView>['words']['t']): string {
  if (choice === 'keep') return t('choice.keep')
  return t(choice === 'donate' ? 'choice.donate' : 'choice.refund')
}
