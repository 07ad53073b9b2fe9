import { type Insertable, sql, type Updateable } from 'kysely'
import type { Database, Db, Tx } from '../../platform/db/database.ts'

const columns = ['id', 'name', 'code', 'bp', 'is_default', 'created_at'] as const

export type RateRow = NonNullable<Awaited<ReturnType<typeof findRate>>>

export const listRates = (db: Db) =>
  db.selectFrom('tax_rates').select(columns).orderBy('id').execute()

export function findRate(db: Db, id: number) {
  return db.selectFrom('tax_rates').select(columns).where('id', '=', id).executeTakeFirst()
}

/** All rates, behind the lock under which they are written: there is one default, and a bounded number of them. */
export async function lockRates(tx: Tx): Promise<RateRow[]> {
  await sql`lock table tax_rates in share row exclusive mode`.execute(tx)
  return tx.selectFrom('tax_rates').select(columns).orderBy('id').execute()
}

/** Behind `lockRates`. */
export async function clearDefault(tx: Tx): Promise<void> {
  await tx
    .updateTable('tax_rates')
    .set({ is_default: false })
    .where('is_default', '=', true)
    .execute()
}

export const insertRate = (tx: Tx, row: Insertable<Database['tax_rates']>) =>
  tx.insertInto('tax_rates').values(row).returning(columns).executeTakeFirstOrThrow()

export const updateRate = (tx: Tx, id: number, row: Updateable<Database['tax_rates']>) =>
  tx
    .updateTable('tax_rates')
    .set(row)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()

export async function deleteRate(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('tax_rates').where('id', '=', id).execute()
}

/** The rate that a ticket names itself; null for none. */
export async function rateOfTicket(db: Db, ticketId: number): Promise<number | null> {
  const row = await db
    .selectFrom('ticket_tax_rates')
    .select('rate_id')
    .where('ticket_id', '=', ticketId)
    .executeTakeFirst()
  return row?.rate_id ?? null
}

/** The rate that a fee names itself; null for none. */
export async function rateOfFee(db: Db, feeId: number): Promise<number | null> {
  const row = await db
    .selectFrom('fee_tax_rates')
    .select('rate_id')
    .where('fee_id', '=', feeId)
    .executeTakeFirst()
  return row?.rate_id ?? null
}

/** Behind `lockRates`, so that the rate is there. */
export async function saveRateOfTicket(tx: Tx, ticketId: number, rateId: number | null) {
  if (rateId === null) {
    await tx.deleteFrom('ticket_tax_rates').where('ticket_id', '=', ticketId).execute()
    return
  }
  await sql`
    insert into ticket_tax_rates (ticket_id, rate_id) values (${ticketId}, ${rateId})
    on conflict (ticket_id) do update set rate_id = excluded.rate_id
  `.execute(tx)
}

/** Behind `lockRates`, so that the rate is there. */
export async function saveRateOfFee(tx: Tx, feeId: number, rateId: number | null) {
  if (rateId === null) {
    await tx.deleteFrom('fee_tax_rates').where('fee_id', '=', feeId).execute()
    return
  }
  await sql`
    insert into fee_tax_rates (fee_id, rate_id) values (${feeId}, ${rateId})
    on conflict (fee_id) do update set rate_id = excluded.rate_id
  `.execute(tx)
}

/** Gives tickets the rates that others name. */
export async function copyRates(
  tx: Tx,
  tickets: readonly { readonly from: number; readonly id: number }[],
): Promise<void> {
  await sql`
    insert into ticket_tax_rates (ticket_id, rate_id)
    select copies.id, r.rate_id
    from unnest(${tickets.map(({ from }) => from)}::bigint[], ${tickets.map(({ id }) => id)}::bigint[])
      as copies (source, id)
    join ticket_tax_rates r on r.ticket_id = copies.source
  `.execute(tx)
}
