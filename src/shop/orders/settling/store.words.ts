import type { Tx } from '../../../platform/db/database.ts'

export type NewWords = {
  orderId: number
  /** Null where places end and no money is given back. */
  refundId: number | null
  words: string
  userId: number | null
}

/** Keeps what staff write to the buyer with what is given back. */
export async function insertWords(
  tx: Tx,
  { orderId, refundId, words, userId }: NewWords,
): Promise<number> {
  const { id } = await tx
    .insertInto('buyer_words')
    .values({ order_id: orderId, refund_id: refundId, words, user_id: userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
