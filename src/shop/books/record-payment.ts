import type { Tx } from '../../platform/db/database.ts'
import { insertPayment, type NewPayment } from './store.payments.ts'

export type { NewPayment }

/** Records what was paid of an order without a provider, in the transaction that completes the order (contract.md 32.1). */
export const recordPayment = (tx: Tx, payment: NewPayment): Promise<void> =>
  insertPayment(tx, payment)
