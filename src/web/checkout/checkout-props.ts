import type { PricedCart } from '../../shop/cart/load-cart.ts'
import type { CartSheet } from '../../shop/questions/cart-answers.ts'
import type { Problem } from '../kit/form.tsx'
import type { Buyer, PayWay, SentName } from './sent-basket.ts'

export type CheckoutProps = {
  priced: PricedCart
  /** The proof in forms about this cart (own-browser.ts). */
  proof: string
  buyer: Buyer
  /** Names as they were sent; otherwise those stored with the cart. */
  names?: ReadonlyMap<number, readonly SentName[]> | undefined
  /** What the basket is asked, with the answers kept so far. */
  sheet: CartSheet
  /** Answers as they were sent. */
  answers?: Readonly<Record<string, unknown>>
  coupon?: string
  problems?: readonly Problem[]
  /** Why the basket could not be ordered or changed. */
  refusal?: string | undefined
  /** The result of the last form. */
  done?: string | undefined
  ways: readonly PayWay[]
  way?: PayWay | undefined
  isSandbox: boolean
  terms: { url: string } | undefined
  termsAccepted?: boolean
  now: Date
}
