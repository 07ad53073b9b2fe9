import { sql } from 'kysely'
import type { TestApp } from './start-app.ts'

type Buyer = { name: string; email: string; total: number; at: string; event: number }

/** One paid order of a place, as a sale leaves it. `code` is that of its ticket, as it is typed at a door. */
export async function plantBuyer(app: Pick<TestApp, 'db'>, buyer: Buyer) {
  const { name, email, total, at, event } = buyer
  const { rows } = await sql<{ id: number; code: string }>`
    with made as (
      insert into orders (event_id, gateway, gateway_order_id, status, currency, subtotal_minor, fees_minor, discount_minor,
        total_minor, paid_minor, purchaser_name, purchaser_email, stock, created_at)
      values (${event}, 'card', 'pi_3Qx' || md5(${email}), 'completed', 'USD', ${total}::bigint, 0, 0, ${total}::bigint, ${total}::bigint, ${name},
        ${email}, 'taken', ${at}) returning id),
    line as (
      insert into order_lines (order_id, ordinal, kind, ticket_id, event_id, name, quantity, unit_minor, regular_unit_minor, total_minor)
      select id, 0, 'ticket', ${event}::bigint, ${event}::bigint, 'Stalls', 1, ${total}::bigint, ${total}::bigint, ${total}::bigint from made)
    insert into attendees (event_id, ticket_id, ticket_name, order_id, status, order_status, holder_name, holder_email,
      purchaser_name, purchaser_email, currency, stock, security_code, search_text)
    select ${event}::bigint, 1, 'Stalls', id, 'publish', 'completed', 'Guest of ' || ${name}, '', ${name}, ${email}, 'USD', 'taken',
      'AbCdEf' || md5(${email}), search_form('Guest of ' || ${name}) || E'\n' from made
    returning order_id as id, id || '.' || security_code as code`.execute(app.db)
  const [made] = rows
  if (!made) throw new Error('The order was not planted.')
  return { ...made, name, email }
}
