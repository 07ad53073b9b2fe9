import type { Page } from '../kit/page.ts'
import { ButtonLink, Empty, Notice } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'
import type { Words } from '../../core/words/speak.ts'
import { findPath } from '../kit/find-address.ts'

type EndedProps = {
  ended: 'passed on' | 'given back'
  /** When the code ended. */
  at: Date
  done?: string | undefined
}

/** The page of a code that was a ticket's once: what became of it, without a word about who holds the ticket now. */
export function endedTicketPage(props: EndedProps, { t }: Words): Page {
  return {
    title: t(keysOf(props).title),
    status: 410,
    headers: { 'referrer-policy': 'no-referrer' },
    body: <Ended {...props} />,
  }
}

const keysOf = ({ ended }: Pick<EndedProps, 'ended'>) =>
  ended === 'passed on'
    ? ({ title: 'passed.title', text: 'passed.oldLink' } as const)
    : ({ title: 'returned.title', text: 'returned.oldLink' } as const)

function Ended(props: EndedProps) {
  const { site, words } = useView()
  const { t, moment } = words
  const { title, text } = keysOf(props)
  return (
    <div class="stack">
      {props.done && <Notice tone="good" title={props.done} isNew />}
      <Empty level={1} title={t(title)} text={t(text, { day: moment(props.at, site.zone, 'day') })}>
        <ButtonLink main href={`${site.base}${findPath}`}>
          {t('find.title')}
        </ButtonLink>
      </Empty>
    </div>
  )
}
