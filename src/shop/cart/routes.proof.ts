import type { RequestInfo } from '../../platform/http/request/request.ts'
import { secretHash, sentCartSecrets } from './cart-secret.ts'
import type { CartFinder } from './lookup.ts'

/**
 * Names the cart whose secret the request has, as the owner of idempotency keys. The cart must exist:
 * otherwise strangers who make up the same secret would share stored responses (contract.md 10.2).
 */
export function provenCart(findCart: CartFinder) {
  return async ({ cookies }: Pick<RequestInfo, 'cookies'>, body: unknown) => {
    const { cart_hash: cartSecret } = body as { cart_hash?: unknown }
    const hashes = sentCartSecrets(cookies, typeof cartSecret === 'string' ? cartSecret : undefined)
    const named = hashes.length > 0 ? await findCart(hashes) : undefined
    return named && `cart:${secretHash(named.cartSecret).toString('base64url')}`
  }
}
