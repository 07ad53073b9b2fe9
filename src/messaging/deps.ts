import type { Following } from '../platform/facts/follow.ts'
import type { Pace } from '../platform/pace/pace.ts'
import type { Mailer } from '../platform/smtp/mailer.ts'
import type { Deps as ShopDeps } from '../shop/deps.ts'
import type { TicketPrinter } from './tickets/print-tickets.ts'

/**
 * The dependencies of the shop, and those of messaging: the order of facts, the mail sender, and the printer of
 * tickets.
 */
export type Deps = ShopDeps & {
  readonly following: Following
  /** Holds back mails while the sale needs the processor. */
  readonly pace: Pace
  /** The mail server; undefined when none is set, and mails are kept in the database instead. */
  readonly mailer: Mailer | undefined
  readonly printer: TicketPrinter
}
