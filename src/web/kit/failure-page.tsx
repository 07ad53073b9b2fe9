import type { Words } from '../../core/words/speak.ts'
import type { Page } from './page.ts'
import { ButtonLink, Empty } from './pieces.tsx'
import type { Site } from './site.ts'

/** The page of an address where there is nothing for this visitor. */
export function missingPage({ t }: Words, { base }: Site): Page {
  return {
    title: t('missing.title'),
    status: 404,
    body: (
      <Empty level={1} title={t('missing.title')} text={t('missing.text')}>
        <ButtonLink main href={`${base}/events/`}>
          {t('missing.way')}
        </ButtonLink>
      </Empty>
    ),
  }
}

/** The page after a failure: what the visitor can do, without details of the failure. */
export function failurePage(
  { t }: Words,
  { status, reference }: { status: number; reference: string },
): Page {
  const kind = kindOf(status)
  const title = t(titleOf[kind])
  return {
    title,
    status,
    body: (
      <Empty level={1} title={title} text={t(textOf[kind])}>
        {kind === 'broken' && <p class="soft small">{t('broken.reference', { id: reference })}</p>}
      </Empty>
    ),
  }
}

const titleOf = {
  busy: 'busy.title',
  refused: 'refused.title',
  away: 'away.title',
  down: 'down.title',
  broken: 'broken.title',
} as const

/** Only refusals say that nothing was changed: other failures may have come after a write. */
const textOf = {
  busy: 'busy.text',
  refused: 'refused.text',
  away: 'broken.text',
  down: 'broken.text',
  broken: 'broken.text',
} as const

function kindOf(status: number): keyof typeof textOf {
  if (status === 429) return 'busy'
  // Only payment providers are asked on the way to a page.
  if (status === 502) return 'away'
  if (status === 503) return 'down'
  return status < 500 ? 'refused' : 'broken'
}
