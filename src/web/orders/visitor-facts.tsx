import type { EventRow } from '../../catalogue/events/lookup.ts'
import { doorsWords } from '../catalogue/for-visitors.tsx'
import { ButtonLink } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'
import type { Words } from '../../core/words/speak.ts'

/** What guests want to know before they come, as far as somebody said it. */
export function visitorFacts(event: EventRow, words: Words) {
  const { t } = words
  return [
    { name: t('order.doors'), value: doorsWords(words, event) ?? '' },
    { name: t('event.age'), value: event.age_note },
    { name: t('event.access'), value: event.access_note, isLong: true },
  ].filter(({ value }) => value !== '')
}

/** The link to join online, for the holder of a valid ticket (contract.md 37.1). */
export function JoinLink({ url }: { url: string | undefined }) {
  const { t } = useView().words
  if (url === undefined) return null
  return (
    <p>
      <ButtonLink href={url} rel="noopener noreferrer">
        {t('event.join')}
      </ButtonLink>
    </p>
  )
}
