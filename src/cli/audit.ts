import type { Config } from '../config/config.ts'
import type { Deps } from '../messaging/deps.ts'
import type { Db } from '../platform/db/database.ts'
import { auditBooks } from '../shop/books/audit-books.ts'
import { auditProviders } from '../shop/books/audit-providers.ts'
import { writeBooks } from '../shop/books/write-books.ts'
import { auditOrders } from '../shop/orders/record/audit.ts'
import { auditAttendance } from '../ticketing/attendees/lookup.ts'
import { auditStock } from '../ticketing/inventory/lookup.ts'
import { AuditFailed, CommandRefused } from './command-refused.ts'
import type { Say } from './control-socket.ts'
import { unlessRunning } from './here-or-running.ts'
import { withService } from './with-service.ts'

/** `marquee audit`: recounts all sums and counters, and fails with a list of all differences. */
export async function reportAudit(db: Db) {
  const books = {
    stock: await auditStock(db),
    attendance: await auditAttendance(db),
    orders: await auditOrders(db),
  }
  const differences = [
    ...Object.entries(books).flatMap(([book, rows]) =>
      rows.map(row => `${book}: ${JSON.stringify(row)}`),
    ),
    ...(await auditBooks(db)),
  ]
  if (differences.length > 0) throw new AuditFailed(differences)
  console.log('Stock, attendance, orders and books are in order.')
}

/** `marquee audit --providers`, in this process or in the service that has the embedded database open. */
export function auditProvidersHereOrRunning(config: Config, text: string, say: Say) {
  const days = Number(text)
  if (!/^\d{1,4}$/.test(text) || days < 1) throw new CommandRefused('--days must be 1 to 9999.')
  return unlessRunning(config, { do: 'audit-providers', days }, () =>
    withService(config, deps => auditProvidersNow(deps, days, say), { logLevel: config.logLevel }),
  )
}

/** Books what is not booked yet, asks the providers, and fails with a list of all differences. */
export async function auditProvidersNow(deps: Deps, days: number, say: Say) {
  await writeBooks(deps.db, deps.pace)
  const { payments, listed, differences } = await auditProviders(deps, { days })
  if (differences.length > 0) throw new AuditFailed(differences)
  say(`Books, orders and providers agree about ${payments} payments of the last ${days} days.`)
  for (const { provider, payments: looked } of listed) {
    say(`The ${provider} provider lists ${looked} payments; none is of this site without an order.`)
  }
}
