/** What orders add to carts. Orders stand to the right of carts, so namespaces.ts passes this in. */
export type ShopAdditions = {
  /**
   * Fails with `tickets_apply_coupon_error` when the open order of a cart is paid, or its payment is being processed.
   * Called with no transaction open.
   */
  demandUnpaid(cartId: number): Promise<void>
  /** Sets a new amount on the open payment of a cart, if it has one. Called with no transaction open. */
  reprice(cartId: number): Promise<void>
}
