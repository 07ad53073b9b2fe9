import type { Deps } from '../../messaging/deps.ts'
import { endMails, messageToEnd } from '../../messaging/outbox/end-mails.ts'
import type { Page } from '../kit/page.ts'
import type { Pages, Visit } from '../kit/pages.ts'
import { Button, Empty, Notice } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'

const path = '/mail/unsubscribe/:id'

/**
 * The page on which recipients unsubscribe from reminders. Opening it changes nothing, so link scanners unsubscribe
 * nobody; the one-click request of a mail program does (RFC 8058).
 */
export function unsubscribePages(pages: Pages, deps: Deps) {
  const messageOf = ({ params }: Visit) => messageToEnd(deps, params['id'] ?? '')
  pages.show({
    path,
    kind: 'personal',
    handle: async visit => pageOf(visit, (await messageOf(visit)) ? 'open' : 'unknown'),
  })
  pages.take({
    path,
    kind: 'personal',
    handle: async visit => {
      const message = await messageOf(visit)
      if (message) await endMails(deps, message)
      return pageOf(visit, message ? 'done' : 'unknown')
    },
  })
}

type State = 'open' | 'done' | 'unknown'

function pageOf({ words: { t } }: Visit, state: State): Page {
  return {
    title: t(state === 'unknown' ? 'reminders.unknown' : 'reminders.title'),
    body: <Reminders state={state} />,
    ...(state === 'unknown' && { status: 404 }),
    // The address says who the recipient is to the service.
    headers: { 'referrer-policy': 'no-referrer' },
  }
}

function Reminders({ state }: { state: State }) {
  const { t } = useView().words
  if (state === 'unknown') {
    return <Empty title={t('reminders.unknown')} text={t('reminders.unknownText')} level={1} />
  }
  return (
    <div class="narrow stack">
      <h1>{t('reminders.title')}</h1>
      {state === 'done' ? (
        <Notice tone="good" title={t('reminders.done')} isNew>
          <p>{t('reminders.kept')}</p>
        </Notice>
      ) : (
        <form class="card pad stack" method="post" aria-label={t('reminders.title')}>
          <p>{t('reminders.text')}</p>
          <p class="soft">{t('reminders.kept')}</p>
          <Button main wide>
            {t('reminders.button')}
          </Button>
        </form>
      )}
    </div>
  )
}
