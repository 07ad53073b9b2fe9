import { sql } from 'kysely'
import type { Db, Tx } from '../../src/platform/db/database.ts'
import { transaction } from '../../src/platform/db/transaction.ts'
import { createPools } from '../../src/ticketing/inventory/create-pools.ts'
import { auditStock, readLastingHolds } from '../../src/ticketing/inventory/lookup.ts'
import type { StockPlan } from '../../src/ticketing/inventory/plan-capacity.ts'
import type { Unit } from '../../src/ticketing/inventory/rules.ts'
import { planSale, type SellRequest } from '../../src/ticketing/inventory/sell-holds.ts'

/** An event with only what stock needs. */
export async function anEvent(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into events (status, title, timezone, start_local, end_local, starts_at, ends_at)
    values ('publish', 'Opening night', 'UTC', '2031-06-01 19:00', '2031-06-01 23:00',
      '2031-06-01 19:00Z', '2031-06-01 23:00Z')
    returning id
  `.execute(db)
  return rows[0]!.id
}

export type StockedTicket = { id: number; poolId: number; eventId: number }

/** A ticket of the event with its pool; by default its own stock of `plan`. */
export async function aTicket(
  db: Db,
  eventId: number,
  plan: StockPlan | number,
): Promise<StockedTicket> {
  const full = typeof plan === 'number' ? ({ mode: 'own', capacity: plan } as const) : plan
  return transaction(db, async tx => {
    const poolId = await createPools(tx, eventId, full)
    const row = await tx
      .insertInto('tickets')
      .values({
        event_id: eventId,
        provider: 'tc',
        status: 'publish',
        name: `Ticket of ${full.mode}`,
        slug: 'ticket',
        currency: 'USD',
        price_minor: 0,
        mode: full.mode,
        pool_id: poolId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id: row.id, poolId, eventId }
  })
}

/** Sells the places that carts hold, without attendees. */
export async function sellHolds(tx: Tx, carts: readonly SellRequest[]) {
  const ids = carts.map(cart => (typeof cart === 'number' ? cart : cart.cartId))
  const { results, write } = await planSale(tx, carts, await readLastingHolds(tx, ids))
  await write()
  return results
}

/** Sells places and inserts the attendees that the audit counts. */
export async function sellTo(tx: Tx, carts: readonly SellRequest[]) {
  const results = await sellHolds(tx, carts)
  for (const result of results) if (result.kind === 'sold') await writeAttendees(tx, result.units)
  return results
}

/** The smallest attendee that occupies a place; one per place. */
export async function writeAttendees(tx: Tx, units: readonly Unit[]) {
  for (const { ticketId, poolId, quantity } of units) {
    await sql`
      insert into attendees (event_id, ticket_id, ticket_name, status, order_status, currency, pool_id,
        stock, security_code)
      select event_id, ${ticketId}, '', 'publish', 'completed', 'USD', id, 'taken', 'x'
      from pools, generate_series(1, ${quantity}::integer) where id = ${poolId}
    `.execute(tx)
  }
}

/** Fails when a counter differs from the rows it counts. */
export async function expectStockInOrder(db: Db) {
  const differences = await auditStock(db)
  if (differences.length > 0) throw new Error(`Stock differs: ${JSON.stringify(differences)}`)
}

/** Moves the end of the carts' open holds into the past. */
export async function letExpire(db: Db, cartIds: readonly number[]) {
  await sql`
    update holds set expires_at = clock_timestamp() - interval '1 millisecond'
    where cart_id = any(${cartIds}::bigint[]) and state = 'open'
  `.execute(db)
}

export async function poolCounts(db: Db, poolId: number) {
  return db
    .selectFrom('pools')
    .select(['capacity', 'held', 'sold'])
    .where('id', '=', poolId)
    .executeTakeFirstOrThrow()
}
