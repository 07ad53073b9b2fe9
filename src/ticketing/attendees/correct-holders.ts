import type { Tx } from '../../platform/db/database.ts'
import { recordAll } from '../../platform/facts/record.ts'
import { newSecurityCode } from './register.ts'
import { searchTextOf } from './rules.ts'
import { lockHolders, writeHolders } from './store.holders.ts'

type Person = { name: string; email: string }
type Correction = {
  before: Person
  after: Person
  /** Whether somebody else may have the codes of the buyer's places. */
  renewsCodes?: boolean
}

const isAlike = (one: string, other: string) =>
  one.trim().toLowerCase() === other.trim().toLowerCase()

/**
 * Follows a correction of an order's purchaser on its places: all of them name the new purchaser. Those that are with the
 * buyer have the new address, and the new name where they had the old one. They keep their codes, because the person is the same,
 * unless somebody else may have them. The order is locked. Returns the places with new codes.
 */
export async function correctOwnHolders(
  tx: Tx,
  orderId: number,
  { before, after, renewsCodes = false }: Correction,
): Promise<{ id: number; generation: number }[]> {
  const holders = await lockHolders(tx, orderId)
  const corrected = holders.map(holder => {
    const isBuyers = !holder.passed_on && isAlike(holder.holder_email, before.email)
    const email = isBuyers ? after.email : holder.holder_email
    const name =
      isBuyers && isAlike(holder.holder_name, before.name) ? after.name : holder.holder_name
    const isRenewed = isBuyers && renewsCodes
    return {
      id: holder.id,
      generation: holder.generation + (isRenewed ? 1 : 0),
      security_code: isRenewed ? newSecurityCode() : null,
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
  return corrected.flatMap(({ id, generation, security_code }) =>
    security_code === null ? [] : [{ id, generation }],
  )
}
