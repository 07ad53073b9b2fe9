import type { OrderPageProps } from './order-props.ts'

/** Where a form of this page goes; a page that comes back from there can be loaded again in another language. */
export const formAddress = (base: string, what: string, { order, key }: OrderPageProps) =>
  `${base}/tickets-order/${what}?tc-order-id=${order.id}&key=${encodeURIComponent(key)}`

/** What shows that a form comes from the page of this order. */
export const Proof = ({ page: { order, key } }: { page: OrderPageProps }) => (
  <>
    <input type="hidden" name="tc-order-id" value={order.id} />
    <input type="hidden" name="key" value={key} />
  </>
)
