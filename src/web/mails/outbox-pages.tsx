import { type Caller, can } from '../../core/caller.ts'
import type { Words } from '../../core/words/speak.ts'
import type { Deps } from '../../messaging/deps.ts'
import { findCapture, findMessage, listMessages } from '../../messaging/outbox/lookup.ts'
import type { RequestInfo } from '../../platform/http/request/request.ts'
import type { Page, SentFile } from '../kit/page.ts'
import type { Pages, Visit } from '../kit/pages.ts'
import { ButtonLink, Empty } from '../kit/pieces.tsx'
import { letterOf, parsedMail } from './kept-mail.ts'
import { MailPage, OutboxPage } from './outbox-page.tsx'

type Recognise = (request: RequestInfo, writes: boolean) => Promise<Caller>
type OutboxAnswer = Page | SentFile | undefined

const listed = 100
const idPattern = '(^\\d{1,15}$)'

/** Mails may hold secrets, so no address is told where a reader of `/outbox` comes from. */
const untold = { 'referrer-policy': 'no-referrer' }

/** A mail has its own styles and pictures, and no rights in its frame. */
const lettersPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox allow-popups allow-top-navigation-by-user-activation"

/** `/outbox`, which shows mails to administrators (contract.md 19.1). They sign in by a browser's session or with the request. */
export function outboxPages(pages: Pages, deps: Deps, recognise: Recognise) {
  const show = (path: string, handle: (visit: Visit) => Promise<OutboxAnswer>) =>
    pages.show({
      path: `/outbox${path}`,
      kind: 'personal',
      handle: async visit => {
        const caller = await recognise(visit.request, false)
        const shown = can(caller, 'manage_site') ? await handle(visit) : refused(visit, caller)
        if (shown && 'content' in shown) return shown
        return { ...(shown ?? unknown(visit)), headers: untold }
      },
    })
  show('', visit => list(deps, visit))
  show(`/:id${idPattern}`, visit => mail(deps, visit))
  show(`/:id${idPattern}/html`, visit => letter(deps, visit))
  show(`/:id${idPattern}/files/:number(^\\d{1,3}$)`, visit => attachment(deps, visit))
}

const idOf = ({ params }: Visit) => Number(params['id'])

async function list({ db }: Deps, { words, site }: Visit): Promise<Page> {
  // After `marquee seed` hundreds of withdrawn mails would stand before the few that were made.
  const messages = await listMessages(db, { except: 'withdrawn' }, { limit: listed })
  const title = words.t('outbox.title')
  return { title, body: <OutboxPage messages={messages} base={site.base} words={words} /> }
}

async function mail({ db }: Deps, visit: Visit): Promise<Page | undefined> {
  const { words, site } = visit
  const message = await findMessage(db, idOf(visit))
  if (!message) return undefined
  const raw = await findCapture(db, message.id)
  const parts = raw && (await parsedMail(raw))
  return {
    title: words.t('outbox.title'),
    body: <MailPage message={message} parts={parts} base={site.base} words={words} />,
  }
}

async function letter({ db }: Deps, visit: Visit): Promise<SentFile | undefined> {
  const raw = await findCapture(db, idOf(visit))
  if (!raw) return undefined
  return {
    content: await letterOf(raw),
    headers: {
      ...untold,
      'content-type': 'text/html; charset=UTF-8',
      'content-security-policy': lettersPolicy,
    },
  }
}

/** A file of a kept mail, by its place among them. It is only ever downloaded: its type is what the mail says. */
async function attachment({ db }: Deps, visit: Visit): Promise<SentFile | undefined> {
  const raw = await findCapture(db, idOf(visit))
  const file = raw && (await parsedMail(raw)).attachments[Number(visit.params['number'])]
  if (typeof file?.content !== 'string') return undefined
  const name = encodeURIComponent(file.filename ?? 'file')
  return {
    content: Buffer.from(file.content, 'base64'),
    headers: {
      ...untold,
      'content-type': file.mimeType,
      'content-disposition': `attachment; filename*=UTF-8''${name}`,
    },
  }
}

function refused({ words: { t }, site }: Visit, { kind }: Caller): Page {
  return {
    title: t('outbox.title'),
    status: kind === 'anonymous' ? 401 : 403,
    body: (
      <Empty level={1} title={t('outbox.title')} text={t('outbox.refused')}>
        <ButtonLink main href={`${site.base}/sign-in?next=/outbox`}>
          {t('signIn.title')}
        </ButtonLink>
      </Empty>
    ),
  }
}

const unknown = ({ words: { t }, site }: { words: Words; site: Visit['site'] }): Page => ({
  title: t('outbox.title'),
  status: 404,
  body: (
    <Empty level={1} title={t('outbox.title')} text={t('outbox.unknown')}>
      <ButtonLink href={`${site.base}/outbox`}>{t('outbox.all')}</ButtonLink>
    </Empty>
  ),
})
