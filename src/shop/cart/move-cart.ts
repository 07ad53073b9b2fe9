import type { Deps } from '../deps.ts'
import { secretHash } from './cart-secret.ts'
import type { FoundCart } from './lookup.ts'
import { renameCart } from './store.ts'

/**
 * Moves a cart to a secret of the browser that opened its link, because whoever made the link has the former one
 * (contract.md 26.1). Nothing happens when a simultaneous form moved it already. Returns the cart under its new secret;
 * undefined when it was ordered, or went to another browser.
 */
export async function moveCart(
  { db, findCart }: Pick<Deps, 'db' | 'findCart'>,
  cartFound: FoundCart,
  cartSecret: string,
): Promise<FoundCart | undefined> {
  await renameCart(db, { from: secretHash(cartFound.cartSecret), to: secretHash(cartSecret) })
  return findCart([cartSecret])
}
