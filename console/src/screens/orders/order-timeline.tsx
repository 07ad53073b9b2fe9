import { Button, Textarea } from '@mantine/core'
import type { OrderPage } from '@marquee-events/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { marquee } from '../../interface/marquee.ts'
import { timelineQuery } from '../../interface/queries.ts'
import { useRights } from '../../interface/rights.ts'
import { say, useEnded } from '../../interface/writes.ts'
import { Problem, useFields } from '../../pieces/form.tsx'
import { Failed, Waiting } from '../../pieces/page.tsx'
import { instantWords } from '../../pieces/words.ts'
import { momentsOf } from './timeline-words.ts'

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
        {momentsOf(items, order).map(({ key, what, at, more, tone }) => (
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
