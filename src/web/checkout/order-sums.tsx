import {
  feesTogether,
  lineInWords,
  type ToldLine,
} from '../../shop/orders/record/lines-in-words.ts'
import type { LineRow, OrderRow } from '../../shop/orders/record/lookup.ts'
import { type Line, Lines } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'
import type { Words } from '../../core/words/speak.ts'
import type { EventRow } from '../../catalogue/events/lookup.ts'
import { whenOf } from '../kit/when-at-event.ts'

/** What an order cost, line by line, and what of it was given back. */
export function OrderSums({
  order,
  lines,
  events,
}: {
  order: OrderRow
  lines: readonly LineRow[]
  events: readonly EventOfSum[]
}) {
  const { words } = useView()
  const { t, money } = words
  const amount = (minor: number) => money({ minor, currency: order.currency })
  const { total_minor: total, refunded_minor: back, paid_minor: paid } = order
  const shown: Line[] = feesTogether(lines).map(
    line =>
      ({
        name: lineInWords(line, t) + backOf(line, t) + amongEvents(line, events, words),
        amount: line.total_minor === 0 ? t('price.free') : amount(line.total_minor),
        tone: line.kind === 'coupon' ? 'good' : undefined,
      }) as Line,
  )
  const given: Line[] =
    back > 0
      ? [
          { name: t('order.givenBack'), amount: amount(-back) },
          { name: t('order.kept'), amount: amount(paid - back) },
        ]
      : []
  return (
    <Lines
      lines={[
        ...shown,
        {
          name: t('checkout.total'),
          amount: total === 0 ? t('price.free') : amount(total),
          tone: 'total',
        },
        ...given,
      ]}
    />
  )
}

type EventOfSum = {
  readonly event: Pick<EventRow, 'id' | 'title' | 'starts_at' | 'all_day' | 'timezone'>
}

/** In an order over several events, the event of a line and when that begins. */
function amongEvents({ event_id: id }: ToldLine, events: readonly EventOfSum[], words: Words) {
  const event = events.length > 1 ? events.find(one => one.event.id === id)?.event : undefined
  return event ? ` · ${event.title} · ${whenOf(event, words)}` : ''
}

function backOf({ refunded_quantity: back, quantity }: ToldLine, t: Words['t']): string {
  if (back === 0) return ''
  return ` (${back >= quantity ? t('order.allBack') : t('order.someBack', { count: back })})`
}
