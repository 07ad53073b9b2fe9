import type { Db } from '../platform/db/database.ts'
import { auditOrders } from '../shop/orders/record/audit.ts'
import { auditAttendance } from '../ticketing/attendees/lookup.ts'
import { auditStock } from '../ticketing/inventory/lookup.ts'
import { AuditFailed } from './command-refused.ts'

/** `marquee audit`: recounts all sums and counters, and fails with a list of all differences. */
export async function reportAudit(db: Db) {
  const books = {
    stock: await auditStock(db),
    attendance: await auditAttendance(db),
    orders: await auditOrders(db),
  }
  const differences = Object.entries(books).flatMap(([book, rows]) =>
    rows.map(row => `${book}: ${JSON.stringify(row)}`),
  )
  if (differences.length > 0) throw new AuditFailed(differences)
  console.log('Stock, attendance and orders are in order.')
}
