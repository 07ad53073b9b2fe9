import { Button, Textarea } from '@mantine/core'
import type { OrderPage, TimelineItem } from '@marquee-events/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { marquee } from '../../interface/marquee.ts'
import { timelineQuery } from '../../interface/queries.ts'
import { useRights } from '../../interface/rights.ts'
import { say, useEnded } from '../../interface/writes.ts'
import { Problem, useFields } from '../../pieces/form.tsx'
import { Failed, Waiting } from '../../pieces/page.tsx'
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

/** No more than is known: the provider took it over, which is not the buyer's account. */
const refundWords: Readonly<Record<string, string>> = {
  reserved: 'A refund waits to be sent:',
  sent: 'A refund is with the provider:',
  done: 'The provider accepted the refund of',
  failed: 'A refund failed:',
}

/** A moment of an order in words, and how it looks. */
function momentOf(item: TimelineItem, currency: string): Moment {
  const { kind, what, text, at, amount, changed, by } = item
  const money = amount === undefined ? '' : ` ${moneyWords(amount, currency)}`
  const of: Readonly<Record<TimelineItem['kind'], readonly [what: string, tone: string]>> = {
    status: [became[what] ?? what, what === 'completed' ? 'good' : 'plain'],
    note: ['Note', 'plain'],
    refund: [`${refundWords[what] ?? what}${money}`, 'warn'],
    mail: [`Mail: ${what.replace(/[._]/g, ' ')}`, 'plain'],
    scan: [`At the door: ${what.replace(/_/g, ' ')}`, 'plain'],
    move: [`Moved to another ticket${money && `, worth${money}`}`, 'plain'],
    change: [`Changed: ${changed.join(', ').replace(/_/g, ' ') || what}`, 'plain'],
  }
  const [words, tone] = of[kind]
  return { at, what: words, more: [text ?? '', by ?? ''].filter(Boolean).join(' · '), tone }
}

export function OrderTimeline({ order }: { order: OrderPage }) {
  const { may, mayAnywhere } = useRights()
  const found = useInfiniteQuery(timelineQuery(order.id))
  const items = found.data?.pages.flatMap(page => page.items) ?? []
  const mayWrite =
    order.post_id === null ? mayAnywhere('orders.write') : may('orders.write', order.post_id)
  return (
    <>
      <h2>What became of it</h2>
      {found.isPending && <Waiting lines={3} />}
      {found.isError && <Failed error={found.error} again={() => void found.refetch()} />}
      <ol className="line" style={{ marginTop: 8 }} reversed>
        {items
          .map(item => ({ key: `${item.kind} ${item.id}`, ...momentOf(item, order.currency) }))
          .map(({ key, what, at, more, tone }) => (
            <li key={key} data-tone={tone}>
              <span className="strong">{what}</span>{' '}
              <span className="soft small">{instantWords(at)}</span>
              {more !== '' && <div className="breaks small">{more}</div>}
            </li>
          ))}
      </ol>
      {found.hasNextPage && (
        <Button
          variant="subtle"
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          Show older
        </Button>
      )}
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
