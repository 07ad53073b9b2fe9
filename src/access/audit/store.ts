import { sql } from 'kysely'
import { holding } from './lookup.ts'
import type { Tx } from '../../platform/db/database.ts'

/**
 * Empties the personal values of entries that hold the address (small letters), of all entries about the same orders,
 * attendees and mails, and of entries about these records.
 */
export async function blankPersonal(
  tx: Tx,
  email: string,
  about: Readonly<Record<string, readonly number[]>>,
): Promise<number> {
  const holds = holding(email)
  const records = Object.entries(about).map(
    ([record, ids]) => sql`(record = ${record} and record_id = any(${[...ids]}::bigint[]))`,
  )
  records.push(ofTills(about['order']))
  const { numAffectedRows } = await sql`
    update audit_entries set personal = null
    where personal is not null and (${holds} or ${sql.join(records, sql` or `)}
      or (record in ('order', 'attendee', 'message') and (record, record_id) in (
        select record, record_id from audit_entries where personal is not null and ${holds})))
  `.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/**
 * The condition that an entry is of a till's move about one of these orders: a sale that was voided has a reason there, too. Only
 * words of moves change, when they are emptied.
 */
const ofTills = (orders: readonly number[] = []) => sql`(record = 'till' and part = 'moves'
  and (action = 'changed' or (after ->> 'order_id')::bigint = any(${[...orders]}::bigint[])))`

export async function blankPersonalOf(
  tx: Tx,
  about: Readonly<Record<string, readonly number[]>>,
): Promise<void> {
  for (const [record, ids] of Object.entries(about)) {
    await sql`
      update audit_entries set personal = null
      where personal is not null and record = ${record} and record_id = any(${[...ids]}::bigint[])
    `.execute(tx)
  }
  await sql`
    update audit_entries set personal = null
    where personal is not null and ${ofTills(about['order'])}
  `.execute(tx)
}
