import { sql } from 'kysely'
import type { Conversion, Converted } from '../../core/conversion.ts'
import { largestAmountMinor } from '../../core/money.ts'
import type { Db, Tx } from '../../platform/db/database.ts'

/** The number of tickets with prices in another currency than this. */
export async function countForeignTickets(db: Db, currency: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from tickets
    where currency <> ${currency} and (price_minor > 0 or sale_price_minor > 0)
  `.execute(db)
  return rows[0]?.count ?? 0
}

/** Locks the events that have tickets of a currency, and returns their ids. */
export async function lockEventsPricedIn(tx: Tx, currency: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from events
    where id = any(array(select event_id from tickets where currency = ${currency}))
    order by id for no key update
  `.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Converts every price of one currency, halves rounded up. Returns how many tickets changed, and the ids of
 * those that would become free or too expensive. A price beyond the largest amount is cut to just above it, because
 * the column could not hold it.
 */
export async function convertPrices(tx: Tx, { from, to, factor }: Conversion): Promise<Converted> {
  const beyond = largestAmountMinor + 1
  const { rows } = await sql<{ id: number; free: boolean; too_large: boolean }>`
    with before as (
      select id, price_minor as price, sale_price_minor as sale from tickets where currency = ${from}
    )
    update tickets set currency = ${to}, updated_at = clock_timestamp(),
      price_minor = least(round(before.price * ${factor}::numeric), ${beyond}),
      -- least() would skip the null of a ticket without a sale price.
      sale_price_minor = case when before.sale is not null
        then least(round(before.sale * ${factor}::numeric), ${beyond}) end
    from before where before.id = tickets.id
    returning tickets.id, (before.price > 0 and tickets.price_minor = 0)
      or coalesce(before.sale > 0 and tickets.sale_price_minor = 0, false) as free,
      greatest(tickets.price_minor, tickets.sale_price_minor) >= ${beyond} as too_large
  `.execute(tx)
  return {
    converted: rows.length,
    free: rows.filter(row => row.free).map(({ id }) => id),
    tooLarge: rows.filter(row => row.too_large).map(({ id }) => id),
  }
}

/** Gives this currency to event prices stored before amounts had a currency. */
export async function adoptEventPrices(db: Db, currency: string) {
  await sql`
    update events set ticket_prices_currency = ${currency}
    where ticket_prices_currency is null and ticketed <> '{}'
  `.execute(db)
}
