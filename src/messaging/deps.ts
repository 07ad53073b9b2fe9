import type { Following } from '../platform/facts/follow.ts'
import type { Mailer } from '../platform/smtp/mailer.ts'
import type { Deps as ShopDeps } from '../shop/deps.ts'
import type { TicketPrinter } from './tickets/print-tickets.ts'

/** What the shop is given, the order of facts for what follows them, the way out for mails, and the printer of tickets. */
export type Deps = ShopDeps & {
  readonly following: Following
  /** The mail server; without one mails are kept in the database. */
  readonly mailer: Mailer | undefined
  readonly printer: TicketPrinter
}
