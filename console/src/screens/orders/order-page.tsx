import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { orderQuery } from '../../interface/queries.ts'
import { Head } from '../../pieces/page.tsx'
import { OrderState } from './order-state.tsx'
import { OrderView } from './order-view.tsx'

const route = getRouteApi('/orders/$order')

export function OrderPage() {
  const { order: id } = route.useParams()
  const { data: order } = useSuspenseQuery(orderQuery(id))
  return (
    <>
      <Head title={order.purchaser.name || `Order ${id}`} above={`Order ${id}`}>
        <OrderState status={order.status} refunded={order.refunded} total={order.total} />
      </Head>
      <div className="panel" style={{ maxWidth: 760 }}>
        <OrderView id={id} />
      </div>
    </>
  )
}
