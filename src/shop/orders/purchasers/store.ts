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
