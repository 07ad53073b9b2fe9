import { sql } from 'kysely'
import type { Conversion, Converted } from '../../core/conversion.ts'
import { largestAmountMinor } from '../../core/money.ts'
import type { Db, Tx } from '../../platform/db/database.ts'

/** The tables with flat amounts: rows of kind `flat` have an `amount` in minor units of their `currency`. */
export type FlatAmounts = 'coupons' | 'fees'

/** The number of flat coupons or fees in another currency than this. */
export async function countForeignAmounts(
  db: Db,
  table: FlatAmounts,
  currency: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where kind = 'flat' and currency <> ${currency}
  `.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Converts the flat coupons or fees of one currency, halves rounded up. Returns how many changed, and the ids of those
 * that would become zero or too large. An amount beyond the largest is cut to just above it, as prices are.
 */
export async function convertFlatAmounts(
  tx: Tx,
  table: FlatAmounts,
  { from, to, factor }: Conversion,
): Promise<Converted> {
  const beyond = largestAmountMinor + 1
  const { rows } = await sql<{ id: number; free: boolean; too_large: boolean }>`
    with before as (
      select id, amount from ${sql.table(table)} where kind = 'flat' and currency = ${from}
      order by id for no key update
    )
    update ${sql.table(table)} as after set currency = ${to},
      amount = least(round(before.amount * ${factor}::numeric), ${beyond})
    from before where before.id = after.id
    returning after.id, before.amount > 0 and after.amount = 0 as free,
      after.amount >= ${beyond} as too_large
  `.execute(tx)
  return {
    converted: rows.length,
    free: rows.filter(row => row.free).map(({ id }) => id),
    tooLarge: rows.filter(row => row.too_large).map(({ id }) => id),
  }
}

/** Gives this currency to flat coupons or fees stored before amounts had a currency. */
export async function adoptFlatAmounts(db: Db, table: FlatAmounts, currency: string) {
  await sql`
    update ${sql.table(table)} set currency = ${currency} where kind = 'flat' and currency is null
  `.execute(db)
}
