import type { EventRow } from '../../catalogue/events/lookup.ts'
import type { Page } from '../kit/page.ts'
import { Notice } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'
import { whenOf } from '../kit/when-at-event.ts'
import type { Words } from '../../core/words/speak.ts'
import { type ChoiceProps, TicketChoice } from './ticket-choice.tsx'

type ChoiceAgain = { event: EventRow; choice: ChoiceProps; status: number }

/** The choice of tickets on a page of its own, shown when a chosen ticket was not available. */
export function choicePage({ t }: Words, { event, choice, status }: ChoiceAgain): Page {
  return {
    title: t('checkout.titleWithProblems', {
      title: t('buy.choiceTitle', { event: event.title }),
    }),
    status,
    islands: ['stepper'],
    body: <Choice event={event} choice={choice} />,
  }
}

function Choice({ event, choice }: Pick<ChoiceAgain, 'event' | 'choice'>) {
  const { site, words } = useView()
  const href = event.slug === '' ? `/?p=${event.id}` : `/event/${encodeURIComponent(event.slug)}/`
  return (
    <div class="stack narrow">
      <div>
        <h1>{event.title}</h1>
        <p class="soft">{whenOf(event, words)}</p>
      </div>
      {choice.offers.length === 0 && <Notice tone="bad" title={words.t('refusal.gone')} isNew />}
      <TicketChoice {...choice} />
      <p>
        <a href={site.base + href}>{words.t('buy.backToEvent')}</a>
      </p>
    </div>
  )
}
