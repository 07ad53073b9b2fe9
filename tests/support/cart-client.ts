import { sql } from 'kysely'
import type { TestRequest, TestApp } from './start-app.ts'

type Row = Record<string, unknown>

/** Cart requests that many tests need. */
export function cartClient(app: Pick<TestApp, 'tickets' | 'db'>) {
  return {
    post: (tickets: readonly Row[] | null, extras: Row = {}, sent: TestRequest = {}) =>
      app.tickets('POST', '/cart', { body: { provider: 'tc', tickets, ...extras }, ...sent }),
    get: (cart_hash: string) => app.tickets('GET', '/cart', { query: { cart_hash } }),
    /** Ticket id → quantity. */
    quantities: (json: { tickets: { ticket_id: number; quantity: number }[] }) =>
      Object.fromEntries(json.tickets.map(row => [row.ticket_id, row.quantity])),
    stockOf: async (ticketId: number) => {
      const { rows } = await sql<{ held: number; sold: number }>`
        select held, sold from pools where id = (select pool_id from tickets where id = ${ticketId})
      `.execute(app.db)
      return rows[0]
    },
    /** Moves the end of the cart's holds to this many seconds from now; without a number into the past. */
    age: (cartSecret: string, seconds = -1) =>
      sql`
        with aged as (
          update carts set expires_at = clock_timestamp() + make_interval(secs => ${seconds})
          where token_hash = sha256(${cartSecret}::bytea) returning id, expires_at
        ), coupon as (
          update coupon_holds h set expires_at = aged.expires_at from aged where h.cart_id = aged.id
        )
        update holds h set expires_at = aged.expires_at from aged
        where h.cart_id = aged.id and h.state = 'open'
      `.execute(app.db),
  }
}
