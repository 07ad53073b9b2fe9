import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import { containing } from '../../../platform/db/like.ts'
import { isRemark } from './lookup.ts'

export async function blankPurchasers(tx: Tx, email: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update orders set purchaser_name = '', purchaser_email = ''
    where lower(purchaser_email) = ${email}
  `.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Names of attendees are stored by position, so an erased one is replaced by null. */
export async function blankLineNames(tx: Tx, email: string): Promise<void> {
  await sql`
    update order_lines set names = (
      select jsonb_agg(case when lower(person ->> 'email') = ${email} then null else person end order by at)
      from jsonb_array_elements(names) with ordinality as named (person, at))
    where exists (
      select from jsonb_array_elements(names) as n (person) where lower(person ->> 'email') = ${email})
  `.execute(tx)
}

/** Carts store names like lines do, until the carts are deleted. */
export async function blankCartNames(tx: Tx, email: string): Promise<void> {
  await sql`
    update carts set lines = (
      select jsonb_agg(
        case when jsonb_typeof(line -> 'names') = 'array' then jsonb_set(line, '{names}', coalesce((
          select jsonb_agg(case when lower(person ->> 'email') = ${email} then null else person end order by at)
          from jsonb_array_elements(line -> 'names') with ordinality as named (person, at)), '[]'))
        else line end order by place)
      from jsonb_array_elements(lines) with ordinality as listed (line, place))
    where lower(lines::text) like ${containing(JSON.stringify(email))}
  `.execute(tx)
}

/**
 * Empties what staff wrote about these orders. The reason of a refund that is not sent yet stays: the provider refuses
 * a repeated request with another reason.
 */
export async function blankRemarks(tx: Tx, orderIds: readonly number[]): Promise<void> {
  const these = sql`order_id = any(${[...orderIds]}::bigint[])`
  await sql`update order_moves set note = null where ${these} and ${isRemark()}`.execute(tx)
  await sql`
    update refunds set reason = '' where ${these} and reason <> '' and state <> 'reserved'
  `.execute(tx)
  await sql`update place_moves set reason = '' where ${these} and reason <> ''`.execute(tx)
  await sql`update buyer_words set words = '' where ${these} and words <> ''`.execute(tx)
  // The kind of a comp stays, for its sums.
  await sql`
    update comps set reason = split_part(reason, ':', 1) where ${these} and reason like '%:%'
  `.execute(tx)
  await sql`update till_moves set reason = '' where ${these} and reason <> ''`.execute(tx)
}

/** Empties what was written of moves of tills, of no order too, where it has this address (small letters). */
export async function blankTillWords(tx: Tx, email: string): Promise<void> {
  for (const column of ['reason', 'witness'] as const) {
    const text = sql.ref(column)
    await sql`
      update till_moves set ${text} = '' where position(${email} in lower(${text})) > 0
    `.execute(tx)
  }
}

/** Empties purchasers and the names in the lines of these orders. */
export async function blankPeopleOf(tx: Tx, orderIds: readonly number[]): Promise<void> {
  const ids = [...orderIds]
  await sql`
    update orders set purchaser_name = '', purchaser_email = '' where id = any(${ids}::bigint[])
  `.execute(tx)
  await sql`
    update order_lines set names = '[]' where order_id = any(${ids}::bigint[]) and names <> '[]'
  `.execute(tx)
}
