import type { Tx } from '../../src/platform/db/database.ts'
import * as carts from '../../src/shop/cart/store.ts'
import * as paying from '../../src/shop/orders/paying/store.ts'
import * as orders from '../../src/shop/orders/record/store.ts'
import * as payments from '../../src/shop/payments/sandbox/store.ts'
import { type Case, fresh, order, writing } from './locking-kinds.ts'
import { plant } from './planting.ts'

const savingSandboxPayment: Case = {
  kind: 'writes',
  arrange: async db => {
    const reference = `sandbox-${fresh()}`
    await plant(db, 'sandbox_payments', { reference, state: '{}', version: 1 })
    const run = async (tx: Tx) => {
      const save = { reference, state: {}, version: 2, replaces: 1, unless_ended: false }
      await payments.replaceSandboxPayments(tx, [save])
      return undefined
    }
    return { table: 'sandbox_payments', ids: [reference], column: 'reference', run }
  },
}

/** What a paid order writes on its way. */
export const paymentCases: Readonly<Record<string, Case>> = {
  'shop/orders/record/store.ts#writeMoves': writing('orders', order, (tx, ids) =>
    orders.writeMoves(
      tx,
      ids.map(order_id => ({
        order_id,
        from_status: 'created',
        to_status: 'completed',
        cause: 'a test',
        note: null,
        is_final: true,
        stock: 'taken',
        paid_minor: 0,
        coupon_use: 'none',
      })),
    ),
  ),
  'shop/orders/paying/store.ts#writeReferences': writing('orders', order, (tx, ids) =>
    paying.writeReferences(
      tx,
      ids.map(id => ({ id, attempt: 1, reference: `reference-${id}` })),
    ),
  ),
  'shop/cart/store.ts#markPaying': writing(
    'carts',
    () => ({}),
    (tx, ids) => {
      const expires_at = new Date()
      return carts.markPaying(
        tx,
        ids.map(id => ({ id, expires_at, again: true })),
      )
    },
  ),
  'shop/payments/sandbox/store.ts#replaceSandboxPayments': savingSandboxPayment,
}
