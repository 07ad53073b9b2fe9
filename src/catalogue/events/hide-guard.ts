import { fail } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { CatalogueAdditions } from '../additions.ts'
import type { EventRow } from './lookup.ts'
import { isHiddenBy } from './rules.ts'

export type HideRequest = {
  /** The locked event; undefined for a new one. */
  before: EventRow | undefined
  /** The new status. */
  status: string
  force: boolean
  ticketsOut: CatalogueAdditions['ticketsOut'] | undefined
}

/**
 * Fails with 409 `event-has-orders` when the change would hide an event that has not ended from people with
 * tickets, unless it is forced (contract.md 5.18).
 */
export async function demandNoTickets(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { before, status, force, ticketsOut }: HideRequest,
) {
  if (
    !before ||
    !ticketsOut ||
    force ||
    before.ends_at <= clock.now() ||
    !isHiddenBy(before.status, status)
  )
    return
  const { tickets, orders } = await ticketsOut(tx, before.id)
  if (tickets === 0) return
  const valid = tickets === 1 ? '1 valid ticket' : `${tickets} valid tickets`
  const of = orders === 1 ? '1 order' : `${orders} orders`
  fail('event-has-orders', {
    message:
      `The event has not ended and has ${valid} of ${of}. To call it off and keep its page, send ` +
      'happening=cancelled; to hide it all the same, send force=true.',
    data: { details: { tickets, orders } },
  })
}
