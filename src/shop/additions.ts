/** What orders, which come after carts, add to carts; app.ts brings them together. */
export type ShopAdditions = {
  /** Sets a new amount on the open payment of a cart, if it has one. Called with no transaction open. */
  reprice(cartId: number): Promise<void>
}
