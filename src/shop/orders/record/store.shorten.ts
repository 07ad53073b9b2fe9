import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'

/** Takes places out of the line of a ticket of a locked order, with their fees; the sums of the order follow. */
export async function shortenLines(
  tx: Tx,
  orderId: number,
  { ticketId, places }: { ticketId: number; places: number },
): Promise<void> {
  await sql`
    update order_lines set quantity = quantity - ${places}, total_minor = unit_minor * (quantity - ${places})
    where order_id = ${orderId} and ticket_id = ${ticketId} and kind in ('ticket', 'fee')
  `.execute(tx)
  await sql`
    update orders set subtotal_minor = l.places, fees_minor = l.fees, total_minor = l.places + l.fees - discount_minor,
      updated_at = clock_timestamp()
    from (select coalesce(sum(total_minor) filter (where kind = 'ticket'), 0) as places,
        coalesce(sum(total_minor) filter (where kind = 'fee'), 0) as fees
      from order_lines where order_id = ${orderId}) l
    where id = ${orderId}
  `.execute(tx)
}
