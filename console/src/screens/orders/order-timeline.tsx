import { Button, Textarea } from '@mantine/core'
import type { OrderDetail } from '@marquee-events/client'
import { marquee } from '../../interface/marquee.ts'
import { useRights } from '../../interface/rights.ts'
import { say, useEnded } from '../../interface/writes.ts'
import { Problem, useFields } from '../../pieces/form.tsx'
import { instantWords, moneyWords } from '../../pieces/words.ts'

type Moment = { at: string; what: string; more: string; tone: string }

const became: Readonly<Record<string, string>> = {
  created: 'Ordered',
  pending: 'Payment begun',
  'action-req': 'The buyer must confirm the payment',
  approved: 'Payment approved',
  completed: 'Completed',
  denied: 'Payment denied',
  'not-completed': 'Not completed',
  voided: 'Given up',
  refunded: 'Everything given back',
  reversed: 'Taken back by the bank',
}

/** What became of an order, the newest first: its states, its notes and its refunds in one line of time. */
function momentsOf(order: OrderDetail): Moment[] {
  const states = order.history.map(({ at, from, to, cause, note }) => {
    const isNote = from === to
    return {
      at,
      what: isNote ? (cause === 'note' ? 'Note' : 'Noted') : (became[to] ?? to),
      more: note ?? '',
      tone: to === 'completed' && !isNote ? 'good' : 'plain',
    }
  })
  const refunds = order.refunds.map(({ at, amount, state, reason }) => ({
    at,
    what: `${refundWords[state] ?? state} ${moneyWords(amount, order.currency)}`.trim(),
    more: reason,
    tone: 'warn',
  }))
  return [...states, ...refunds].toSorted((one, other) => other.at.localeCompare(one.at))
}

/** No more than is known: the provider took it over, which is not the buyer's account. */
const refundWords: Readonly<Record<string, string>> = {
  reserved: 'A refund waits to be sent:',
  sent: 'A refund is with the provider:',
  done: 'The provider accepted the refund of',
  failed: 'A refund failed:',
}

export function OrderTimeline({ order }: { order: OrderDetail }) {
  const { may, mayAnywhere } = useRights()
  const mayWrite =
    order.post_id === null ? mayAnywhere('orders.write') : may('orders.write', order.post_id)
  return (
    <>
      <h2>What became of it</h2>
      <ol className="line" style={{ marginTop: 8 }} reversed>
        {momentsOf(order).map((moment, index) => (
          <li key={`${moment.at} ${index}`} data-tone={moment.tone}>
            <span className="strong">{moment.what}</span>{' '}
            <span className="soft small">{instantWords(moment.at)}</span>
            {moment.more !== '' && <div className="breaks small">{moment.more}</div>}
          </li>
        ))}
      </ol>
      {mayWrite && <Note id={order.id} />}
    </>
  )
}

function Note({ id }: { id: number }) {
  const ended = useEnded()
  const form = useFields({ note: '' }, async ({ note }) => {
    await marquee.createOrderNote({ id, note })
    await ended(['orders'])
    form.change({ note: '' })
    form.settled()
    say('Noted.')
  })
  return (
    <form onSubmit={form.submit}>
      <Problem problems={form.problems} />
      <Textarea
        label="Note for colleagues"
        description="The buyer does not see it."
        {...form.text('note')}
        minRows={2}
      />
      <Button
        type="submit"
        variant="default"
        mt="xs"
        loading={form.isSending}
        disabled={form.values.note.trim() === ''}
      >
        Add the note
      </Button>
    </form>
  )
}
