import type { Email } from 'postal-mime'
import type { Words } from '../../core/words/speak.ts'
import type { MessageRow } from '../../messaging/outbox/lookup.ts'
import { Card, Empty, Table } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'

type Around = { base: string; words: Words }

/** The newest mails, each with a link to it. */
export function OutboxPage({
  messages,
  base,
  words,
}: Around & { messages: readonly MessageRow[] }) {
  const { site } = useView()
  const { t, moment } = words
  const columns = (
    ['outbox.subject', 'outbox.to', 'outbox.kind', 'outbox.state', 'outbox.when'] as const
  ).map(key => ({ name: t(key) }))
  const rows = messages.map(message => [
    <a key="mail" href={`${base}/outbox/${message.id}`}>
      {nameOf(message, words)}
    </a>,
    shownAddress(message.recipient),
    message.kind,
    message.error ? `${message.state}: ${message.error}` : message.state,
    <time key="when" datetime={message.created_at.toISOString()}>
      {moment(message.created_at, site.zone, 'full')}
    </time>,
  ])
  return (
    <div class="stack">
      <h1>{t('outbox.title')}</h1>
      {rows.length === 0 ? (
        <Empty title={t('outbox.none')} />
      ) : (
        <Table caption={t('outbox.newest', { count: rows.length })} columns={columns} rows={rows} />
      )}
      <p class="soft small">
        {t('outbox.withdrawn')} <code>marquee mail list --state withdrawn</code>
      </p>
    </div>
  )
}

/** One mail as it looks, as text, and with its files. */
export function MailPage({
  message,
  parts,
  base,
  words,
}: Around & { message: MessageRow; parts: Email | undefined }) {
  const { t } = words
  const { id, kind, state, error, response } = message
  const why = error ?? response
  return (
    <div class="stack">
      <p>
        <a href={`${base}/outbox`}>{t('outbox.all')}</a>
      </p>
      <h1>{nameOf(message, words)}</h1>
      <p class="soft">
        {[kind, shownAddress(message.recipient), why ? `${state} (${why})` : state]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {parts ? (
        <>
          <iframe class="letter" src={`${base}/outbox/${id}/html`} title={t('outbox.looks')} />
          {parts.attachments.length > 0 && <h2>{t('outbox.files')}</h2>}
          <ul>
            {parts.attachments.map(({ filename, mimeType }, number) => (
              <li key={number}>
                <a href={`${base}/outbox/${id}/files/${number}`}>{filename}</a> ({mimeType})
              </li>
            ))}
          </ul>
          <h2>{t('outbox.asText')}</h2>
          <Card>
            <pre class="letter-text">{parts.text ?? ''}</pre>
          </Card>
        </>
      ) : (
        <p>{t('outbox.notKept')}</p>
      )}
    </div>
  )
}

const nameOf = ({ subject, id }: MessageRow, { t }: Words) => subject || t('outbox.mail', { id })

const shownAddress = (recipient: string) => (recipient.startsWith('erased:') ? '' : recipient)
