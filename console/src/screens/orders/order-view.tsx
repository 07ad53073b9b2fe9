import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { OrderPage } from '@marquee-events/client'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { marquee } from '../../interface/marquee.ts'
import { eventQuery, orderQuery } from '../../interface/queries.ts'
import { useRights } from '../../interface/rights.ts'
import { useWrite } from '../../interface/writes.ts'
import { Copy } from '../../pieces/copy.tsx'
import { Failed, Outside, Waiting } from '../../pieces/page.tsx'
import { instantWords, moneyWords, plain } from '../../pieces/words.ts'
import { CorrectPurchaser } from './correct-purchaser.tsx'
import { OrderAnswers } from '../questions/answers.tsx'
import { methodWords, OrderState } from './order-state.tsx'
import { OrderMoney } from './order-money.tsx'
import { OrderPlaces } from './order-places.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { SendAgain } from './send-again.tsx'

/** One order: who, what, money, places, and what became of it. The panel and the full page show the same. */
export function OrderView({ id, isPanel = false }: { id: number; isPanel?: boolean }) {
  const found = useQuery(orderQuery(id))
  if (found.isPending) return <Waiting />
  if (found.isError) return <Failed error={found.error} again={() => void found.refetch()} />
  const order = found.data
  return (
    <>
      {isPanel && (
        <div className="head" style={{ marginBottom: 10 }}>
          <h2 style={{ fontSize: '1.3rem' }}>{order.purchaser.name || 'No name'}</h2>
          <OrderState status={order.status} refunded={order.refunded} total={order.total} />
        </div>
      )}
      <Actions order={order} />
      <section>
        <Facts order={order} />
      </section>
      <section aria-label="Money">
        <OrderMoney order={order} />
      </section>
      <section aria-label="Places">
        <OrderPlaces order={order} />
      </section>
      <OrderAnswers order={order} />
      <section aria-label="History">
        <OrderTimeline order={order} />
      </section>
      <OtherOrders order={order} />
    </>
  )
}

const unpaid = new Set(['created', 'pending', 'action-req', 'approved'])

function Actions({ order }: { order: OrderPage }) {
  const { may, mayAnywhere } = useRights()
  const event = order.post_id ?? undefined
  const mayWrite = event === undefined ? mayAnywhere('orders.write') : may('orders.write', event)
  const [isSending, sending] = useDisclosure(false)
  const cancel = useWrite({
    write: () => marquee.cancelOrder({ id: order.id }),
    changes: ['orders', 'attendees', 'tickets', 'events'],
    done: 'Given up. Its places are free again.',
  })
  const [isRefunding, refunding] = useDisclosure(false)
  const [isCorrecting, correcting] = useDisclosure(false)
  const mayRefund = event === undefined ? mayAnywhere('orders.refund') : may('orders.refund', event)
  if (!mayWrite) return null
  return (
    <div className="acts" style={{ marginBottom: 14 }}>
      {mayRefund && order.status === 'completed' && (
        <Button onClick={refunding.open}>Refund</Button>
      )}
      {order.places.some(({ valid }) => valid) && (
        <Button variant="default" onClick={sending.open}>
          Send again
        </Button>
      )}
      {order.purchaser.email !== undefined && (
        <Button variant="default" onClick={correcting.open}>
          Change the buyer
        </Button>
      )}
      {unpaid.has(order.status) && (
        <Button
          variant="default"
          loading={cancel.isPending}
          onClick={() => cancel.mutate(undefined)}
        >
          Give up the order
        </Button>
      )}
      {isRefunding && <RefundDialog order={order} close={refunding.close} />}
      <SendAgain order={order} isOpen={isSending} close={sending.close} />
      {isCorrecting && <CorrectPurchaser order={order} close={correcting.close} />}
    </div>
  )
}

/** What else the buyer bought, as far as one may see it. */
function OtherOrders({ order: { other_orders: others = [] } }: { order: OrderPage }) {
  if (others.length === 0) return null
  return (
    <section aria-label="Other orders">
      <h2>Other orders of this buyer</h2>
      <ul className="lines">
        {others.map(({ id, created_at, total, currency, status }) => (
          <li key={id}>
            <Link to="/orders/$order" params={{ order: id }}>
              {id}
            </Link>
            <span className="soft small">{instantWords(created_at)}</span>
            <span>{moneyWords(total, currency)}</span>
            <OrderState status={status} refunded={undefined} total={total} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Facts({ order }: { order: OrderPage }) {
  const event = useQuery({ ...eventQuery(order.post_id ?? 0), enabled: order.post_id !== null })
  const { email } = order.purchaser
  return (
    <dl className="facts">
      <dt>Number</dt>
      <dd>
        {order.id} <Copy text={String(order.id)} what="the number" />
      </dd>
      {order.post_id !== null && (
        <>
          <dt>Event</dt>
          <dd>
            <Link to="/events/$event" params={{ event: order.post_id }}>
              {plain(event.data?.title ?? `Event ${order.post_id}`)}
            </Link>
          </dd>
        </>
      )}
      <dt>Bought</dt>
      <dd>{instantWords(order.created_at)}</dd>
      <dt>Paid</dt>
      <dd>
        {order.completed_at === null
          ? 'not yet'
          : `${instantWords(order.completed_at)}, ${methodWords[order.gateway]}`}
        {order.failed_reason !== null && <div>{order.failed_reason}</div>}
      </dd>
      {email !== undefined && email !== '' && (
        <>
          <dt>E-mail</dt>
          <dd>
            {email} <Copy text={email} what="the e-mail address" />
          </dd>
        </>
      )}
      {order.redirect_url !== undefined && (
        <>
          <dt>Page</dt>
          <dd>
            <Outside href={order.redirect_url}>What the buyer sees</Outside>
          </dd>
        </>
      )}
    </dl>
  )
}
