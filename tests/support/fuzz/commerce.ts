import type fc from 'fast-check'
import type { Parts } from './recipes.ts'
import type { World } from './world.ts'

type Pick = <T>(rows: readonly T[], make: (row: T) => Parts) => fc.Arbitrary<Parts>

/** Payments, with the secrets of their carts, under each name of their provider. */
export function commerceRecipes(world: World, pick: Pick): Record<string, fc.Arbitrary<Parts>> {
  const all: Record<string, fc.Arbitrary<Parts>> = {}
  for (const segment of ['cardprocessor', 'stripe']) {
    all[`/commerce/${segment}/order`] = pick(world.carts, cart_hash => ({ body: { cart_hash } }))
    all[`/commerce/${segment}/order/:order_id`] = pick(
      world.cardOrders,
      ({ payment_intent_id, cart_hash, client_secret }) => ({
        params: { order_id: payment_intent_id },
        body: { cart_hash, client_secret },
      }),
    )
  }
  for (const segment of ['cardprocessor', 'stripe']) {
    all[`DELETE /commerce/${segment}/order/:order_id`] = pick(
      world.givenUp.card,
      ({ payment_intent_id, cart_hash }) => ({
        params: { order_id: payment_intent_id },
        body: { cart_hash },
      }),
    )
  }
  for (const segment of ['wallet', 'paypal']) {
    all[`DELETE /commerce/${segment}/order/:order_id`] = pick(
      world.givenUp.wallet,
      ({ id, cart_hash }) => ({ params: { order_id: id }, body: { cart_hash } }),
    )
    all[`/commerce/${segment}/order`] = pick(world.carts, cart_hash => ({ body: { cart_hash } }))
    all[`/commerce/${segment}/order/:order_id`] = pick(world.walletOrders, ({ id, cart_hash }) => ({
      params: { order_id: id },
      body: { cart_hash },
    }))
  }
  return all
}
