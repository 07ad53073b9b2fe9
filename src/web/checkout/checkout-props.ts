import type { PricedCart } from '../../shop/cart/load-cart.ts'
import type { Problem } from '../kit/form.tsx'
import type { Buyer, SentName } from './sent-basket.ts'

/** Ways to pay a basket, as buyers choose them. */
export type PayWay = 'card' | 'wallet'

export type CheckoutProps = {
  priced: PricedCart
  /** What forms about this cart carry (proof.ts). */
  proof: string
  buyer: Buyer
  /** Names as they were sent; those of the cart otherwise. */
  names?: ReadonlyMap<number, readonly SentName[]> | undefined
  coupon?: string
  problems?: readonly Problem[]
  /** Why the basket could not be ordered or changed. */
  refusal?: string | undefined
  /** What was done with the last form. */
  done?: string | undefined
  ways: readonly PayWay[]
  way?: PayWay | undefined
  isSandbox: boolean
  terms: { url: string } | undefined
  termsAccepted?: boolean
  now: Date
}
