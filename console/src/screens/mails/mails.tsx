import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import type { Message } from '@marquee-events/client'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { marquee } from '../../interface/marquee.ts'
import { type MailState, mailsQuery } from '../../interface/queries.ts'
import { useWrite } from '../../interface/writes.ts'
import { Problem, useFields } from '../../pieces/form.tsx'
import { Card, Empty, Failed, Head, Waiting } from '../../pieces/page.tsx'
import { type Column, Records } from '../../pieces/records.tsx'
import { instantWords } from '../../pieces/words.ts'
import { State } from '../events/event-state.tsx'
import { mailKind, mailStates } from './mail-words.ts'

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
  { head: 'Again', right: true, cell: mail => <Again mail={mail} /> },
]

function Again({ mail }: { mail: Message }) {
  const again = useWrite({
    write: () => marquee.retryMessage({ id: mail.id }),
    changes: ['mails'],
    done: 'It waits to be sent again.',
  })
  if (mail.state !== 'failed' && mail.state !== 'bounced') return null
  return (
    <Button
      variant="subtle"
      loading={again.isPending}
      aria-label={`Send the mail to ${mail.recipient} again`}
      onClick={() => again.mutate(undefined)}
    >
      Send again
    </Button>
  )
}

const shows = [
  { value: '', label: 'All' },
  { value: 'failed', label: 'Failed' },
  { value: 'bounced', label: 'Came back' },
  { value: 'queued', label: 'Waiting' },
  { value: 'sent', label: 'Sent' },
  { value: 'captured', label: 'Kept' },
]

/** The mails that left, wait, or came back. */
export function Mails() {
  const { state } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useQuery(mailsQuery(state as MailState | undefined))
  return (
    <>
      <Head title="Mails" />
      <Group mb="md" align="end">
        <NativeSelect
          label="Show"
          value={state ?? ''}
          data={shows}
          onChange={({ currentTarget: { value } }) =>
            void navigate({ search: value === '' ? {} : { state: value } })
          }
        />
      </Group>
      {list.isPending && <Waiting />}
      {list.isError && <Failed error={list.error} again={() => void list.refetch()} />}
      {list.data?.messages.length === 0 && (
        <Empty title={state === undefined ? 'No mail was sent yet' : 'No mail is like that'} />
      )}
      {list.data && list.data.messages.length > 0 && (
        <Records
          label="Mails"
          columns={columns}
          rows={list.data.messages}
          keyOf={({ id }) => id}
          aged={list.isPlaceholderData}
          foot={list.data.more ? 'The newest 50' : undefined}
        />
      )}
      <div style={{ marginTop: 14 }}>
        <TestMail />
      </div>
    </>
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
