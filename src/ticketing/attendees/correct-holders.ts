import type { Tx } from '../../platform/db/database.ts'
import { recordAll } from '../../platform/facts/record.ts'
import { searchTextOf } from './rules.ts'
import { lockHolders, writeHolders } from './store.holders.ts'

type Person = { name: string; email: string }

const isAlike = (one: string, other: string) =>
  one.trim().toLowerCase() === other.trim().toLowerCase()

/**
 * Follows a correction of an order's purchaser on its places: all of them name the new purchaser. Those that are with the
 * buyer have the new address, and the new name where they had the old one. Nobody gets another code, because the person
 * is the same. The order is locked.
 */
export async function correctOwnHolders(
  tx: Tx,
  orderId: number,
  { before, after }: { before: Person; after: Person },
): Promise<void> {
  const holders = await lockHolders(tx, orderId)
  const corrected = holders.map(holder => {
    const isBuyers = !holder.passed_on && isAlike(holder.holder_email, before.email)
    const email = isBuyers ? after.email : holder.holder_email
    const name =
      isBuyers && isAlike(holder.holder_name, before.name) ? after.name : holder.holder_name
    return {
      id: holder.id,
      generation: holder.generation,
      isChanged: email !== holder.holder_email || name !== holder.holder_name,
      holder_name: name,
      holder_email: email,
      purchaser_name: after.name,
      purchaser_email: after.email,
      search_text: searchTextOf({ name, email }),
    }
  })
  await writeHolders(tx, corrected)
  const changed = corrected.filter(({ isChanged }) => isChanged)
  await recordAll(
    tx,
    changed.map(({ id, generation }) => ({
      name: 'attendee.changed' as const,
      payload: { attendee_id: id, transferred: false, generation },
    })),
  )
}
