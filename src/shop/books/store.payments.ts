import type { Tx } from '../../platform/db/database.ts'

export type NewPayment = {
  orderId: number
  method: 'cash' | 'terminal' | 'bank'
  amountMinor: number
  currency: string
  at: Date
  /** What the terminal or the bank calls it; empty for none. */
  reference: string
  tillId: number | null
  userId: number | null
}

export async function insertPayment(tx: Tx, payment: NewPayment): Promise<void> {
  await tx
    .insertInto('payments')
    .values({
      order_id: payment.orderId,
      method: payment.method,
      amount_minor: payment.amountMinor,
      currency: payment.currency,
      at: payment.at,
      reference: payment.reference,
      till_id: payment.tillId,
      user_id: payment.userId,
    })
    .execute()
}
