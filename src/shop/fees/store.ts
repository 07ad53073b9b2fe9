import { type Insertable, sql, type Updateable } from 'kysely'
import type { Database, Db, Tx } from '../../platform/db/database.ts'
import { queryText } from '../../platform/db/query-text.ts'
import type { Piece } from '../../platform/db/together.ts'

const feeColumns = [
  'id',
  'slug',
  'display_name',
  'status',
  'kind',
  'amount',
  'currency',
  'applies_to',
  'starts_at',
  'ends_at',
  'created_at',
] as const

export type FeeRow = NonNullable<Awaited<ReturnType<typeof findFeeRow>>>

const listedMax = 100

/** Fees with one of these statuses, the first by id. */
export function listFees(db: Db, statuses: readonly FeeRow['status'][]): Promise<FeeRow[]> {
  return db
    .selectFrom('fees')
    .select(feeColumns)
    .where('status', 'in', statuses)
    .orderBy('id')
    .limit(listedMax)
    .execute()
}

/** Fees of every status, those that can be selected for a ticket and the automatic ones, and what tickets selected. */
export const feePieces = (
  ticketIds: readonly number[],
): { fees: Piece<FeeRow>; selected: Piece<{ ticket_id: number; fee_id: number }> } => ({
  fees: { query: allFees },
  selected: {
    query: sql`
      select ticket_id, fee_id from ticket_fees where ticket_id = any(${ticketIds}::bigint[])
      order by ticket_id, fee_id`,
  },
})

const allFees = queryText(db => db.selectFrom('fees').select(feeColumns).orderBy('id'))

export function findFeeRow(db: Db, id: number) {
  return db.selectFrom('fees').select(feeColumns).where('id', '=', id).executeTakeFirst()
}

export function lockFeeRow(tx: Tx, id: number) {
  return tx
    .selectFrom('fees')
    .select(feeColumns)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export function insertFee(db: Db, row: Insertable<Database['fees']>) {
  return db.insertInto('fees').values(row).returning(feeColumns).executeTakeFirstOrThrow()
}

export function updateFee(tx: Tx, id: number, row: Updateable<Database['fees']>) {
  return tx
    .updateTable('fees')
    .set(row)
    .where('id', '=', id)
    .returning(feeColumns)
    .executeTakeFirst()
}

export async function deleteFee(db: Db, id: number): Promise<boolean> {
  const gone = await db.deleteFrom('fees').where('id', '=', id).executeTakeFirst()
  return gone.numDeletedRows > 0n
}

/** Makes these the selected fees of a ticket. Fees that cannot be selected are skipped; returns the selected ones. */
export async function replaceSelection(tx: Tx, ticketId: number, feeIds: readonly number[]) {
  await tx.deleteFrom('ticket_fees').where('ticket_id', '=', ticketId).execute()
  const { rows } = await sql<{ fee_id: number }>`
    insert into ticket_fees (ticket_id, fee_id)
    select ${ticketId}::bigint, id from fees
    where id = any(${feeIds}::bigint[]) and applies_to = 'per' order by id
    returning fee_id
  `.execute(tx)
  return rows.map(({ fee_id }) => fee_id)
}

/** The ticket, locked so that two selections for it do not mix; false when there is none. */
export async function lockTicket(tx: Tx, ticketId: number): Promise<boolean> {
  const { rows } = await sql`
    select id from tickets where id = ${ticketId} for no key update
  `.execute(tx)
  return rows.length > 0
}

/** Selects for tickets the fees that are selected for others. */
export async function copySelections(
  tx: Tx,
  tickets: readonly { readonly from: number; readonly id: number }[],
): Promise<void> {
  await sql`
    insert into ticket_fees (ticket_id, fee_id)
    select copies.id, s.fee_id
    from unnest(${tickets.map(({ from }) => from)}::bigint[], ${tickets.map(({ id }) => id)}::bigint[])
      as copies (source, id)
    join ticket_fees s on s.ticket_id = copies.source
  `.execute(tx)
}
