import type { OrderPageProps } from './order-props.ts'

/** The address of a form on the order page. The page that it returns can be reloaded in another language. */
export const formAddress = (base: string, what: string, { order, key }: OrderPageProps) =>
  `${base}/tickets-order/${what}?tc-order-id=${order.id}&key=${encodeURIComponent(key)}`

/** The proof that a form comes from the page of this order. */
export const Proof = ({ page: { order, key } }: { page: OrderPageProps }) => (
  <>
    <input type="hidden" name="tc-order-id" value={order.id} />
    <input type="hidden" name="key" value={key} />
  </>
)
