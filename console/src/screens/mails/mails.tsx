import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import type { ListMessagesResponse, Message } from '@marquee-events/client'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type MailsShown, mailsQuery } from '../../interface/mail-queries.ts'
import { marquee } from '../../interface/marquee.ts'
import { useWrite } from '../../interface/writes.ts'
import { Problem, useFields } from '../../pieces/form.tsx'
import { Card, Empty, Failed, Head, Waiting } from '../../pieces/page.tsx'
import { type Column, Records } from '../../pieces/records.tsx'
import { SearchField } from '../../pieces/search-field.tsx'
import { instantWords } from '../../pieces/words.ts'
import { State } from '../events/event-state.tsx'
import { mailKind, mailStates } from './mail-words.ts'
import { MoveMail } from './move-mail.tsx'

const route = getRouteApi('/mails')

const columns: readonly Column<Message>[] = [
  {
    head: 'To',
    cell: ({ recipient, subject }) => (
      <>
        <span className="strong">{recipient || 'erased'}</span>
        {subject !== '' && <div className="soft small">{subject}</div>}
      </>
    ),
  },
  {
    head: 'About',
    cell: ({ kind, order_id }) => (
      <span className="small">
        {mailKind(kind)}
        {order_id !== null && (
          <span style={{ display: 'block' }}>
            <Link to="/orders/$order" params={{ order: order_id }}>
              order {order_id}
            </Link>
          </span>
        )}
      </span>
    ),
  },
  {
    head: 'When',
    cell: ({ sent_at, created_at }) => (
      <span className="small">{instantWords(sent_at ?? created_at)}</span>
    ),
  },
  {
    head: 'State',
    cell: ({ state, error, response }) => {
      const [word, tone] = mailStates[state]
      return (
        <>
          <State colour={tone}>{word}</State>
          {tone !== 'good' && <div className="small soft">{error ?? response}</div>}
        </>
      )
    },
  },
  { head: 'Change', right: true, cell: mail => <MoveMail mail={mail} /> },
]

const shows = [
  { value: '', label: 'All' },
  { value: 'failed', label: 'Failed' },
  { value: 'bounced', label: 'Came back' },
  { value: 'suppressed', label: 'Not sent: came back before' },
  { value: 'withheld', label: 'Held back' },
  { value: 'queued', label: 'Waiting' },
  { value: 'sent', label: 'Sent' },
  { value: 'captured', label: 'Kept: no mail server' },
  { value: 'withdrawn', label: 'Withdrawn' },
]

const isAddress = (typed: string) => typed === '' || /^\S+@\S+\.\S+$/.test(typed)

/** The mails that left, wait, or came back. */
export function Mails() {
  const shown: MailsShown = route.useSearch()
  const navigate = route.useNavigate()
  const list = useQuery(mailsQuery(shown))
  const show = (next: MailsShown) => {
    const { before: _, ...kept } = { ...shown, ...next }
    void navigate({
      search: Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== '')),
    })
  }
  const hasPages = shown.before !== undefined || list.data?.more === true
  const isNarrowed = Object.keys(shown).length > 0
  return (
    <>
      <Head title="Mails" />
      <Group mb="md" align="end">
        <SearchField
          value={shown.recipient ?? ''}
          label="To the address"
          placeholder="The whole address"
          onSearch={typed => isAddress(typed) && show({ recipient: typed })}
        />
        <NativeSelect
          label="Show"
          value={shown.state ?? ''}
          data={shows}
          onChange={({ currentTarget: { value } }) =>
            show({ state: value as NonNullable<MailsShown['state']> })
          }
        />
      </Group>
      {list.isPending && <Waiting />}
      {list.isError && <Failed error={list.error} again={() => void list.refetch()} />}
      {list.data?.messages.length === 0 && (
        <Empty title={isNarrowed ? 'No mail is like that' : 'No mail was sent yet'} />
      )}
      {list.data && list.data.messages.length > 0 && (
        <Records
          label="Mails"
          columns={columns}
          rows={list.data.messages}
          keyOf={({ id }) => id}
          aged={list.isPlaceholderData}
          foot={hasPages ? <Pages shown={shown} list={list.data} /> : undefined}
        />
      )}
      <div style={{ marginTop: 14 }}>
        <TestMail />
      </div>
    </>
  )
}

/** The way to older mails, and back to the newest. */
function Pages({ shown, list }: { shown: MailsShown; list: ListMessagesResponse }) {
  const { before, ...kept } = shown
  const oldest = list.messages.at(-1)?.id
  return (
    <Group gap="md">
      {before !== undefined && (
        <Link to="/mails" search={kept}>
          The newest
        </Link>
      )}
      {list.more && (
        <Link to="/mails" search={{ ...kept, before: String(oldest) }}>
          Older
        </Link>
      )}
    </Group>
  )
}

function TestMail() {
  const form = useFields({ to: '' }, ({ to }) => send.mutateAsync(to))
  const send = useWrite({
    write: (to: string) => marquee.sendTestMessage({ to }),
    changes: ['mails'],
    done: 'The test is on its way.',
  })
  return (
    <Card title="Does it arrive?">
      <form onSubmit={form.submit}>
        <Problem problems={form.problems} />
        <Group align="end">
          <TextInput label="Send a test to" type="email" {...form.text('to')} />
          <Button type="submit" variant="default" loading={form.isSending}>
            Send the test
          </Button>
        </Group>
      </form>
    </Card>
  )
}
