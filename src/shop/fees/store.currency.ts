import { sql } from 'kysely'
import type { Conversion } from '../../core/conversion.ts'
import type { Db, Tx } from '../../platform/db/database.ts'

/** Flat fees of another currency than this. */
export async function countForeignFees(db: Db, currency: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from fees where kind = 'flat' and currency <> ${currency}
  `.execute(db)
  return rows[0]?.count ?? 0
}

/** Gives flat fees of one currency in another; how many, and the ids of those that would become nothing by it. */
export async function convertFees(
  tx: Tx,
  { from, to, factor }: Conversion,
): Promise<{ converted: number; free: number[] }> {
  const { rows } = await sql<{ id: number; free: boolean }>`
    with before as (
      select id, amount from fees where kind = 'flat' and currency = ${from}
      order by id for no key update
    )
    update fees set currency = ${to}, amount = round(before.amount * ${factor}::numeric)
    from before where before.id = fees.id
    returning fees.id, before.amount > 0 and fees.amount = 0 as free
  `.execute(tx)
  return { converted: rows.length, free: rows.filter(row => row.free).map(({ id }) => id) }
}

/** Flat fees written before amounts carried their currency are of this one. */
export async function adoptFees(db: Db, currency: string) {
  await sql`
    update fees set currency = ${currency} where kind = 'flat' and currency is null
  `.execute(db)
}
