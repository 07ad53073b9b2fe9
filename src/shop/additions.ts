/** What orders add to carts. Orders stand to the right of carts, so app.ts passes this in. */
export type ShopAdditions = {
  /** Sets a new amount on the open payment of a cart, if it has one. Called with no transaction open. */
  reprice(cartId: number): Promise<void>
}
