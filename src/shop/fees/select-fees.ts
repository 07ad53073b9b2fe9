import { fail } from '../../core/errors.ts'
import type { Tx } from '../../platform/db/database.ts'
import { lockTicket, replaceSelection } from './store.ts'

/**
 * Sets the selected fees of a ticket, in the transaction that saves it. Ids that cannot be selected are
 * skipped; returns the selected ones.
 */
export function selectFees(tx: Tx, ticketId: number, feeIds: readonly number[]): Promise<number[]> {
  return replaceSelection(tx, ticketId, feeIds.filter(isId))
}

/**
 * Sets the selected fees that a client named. One id that cannot be selected fails the request, and nothing
 * changes.
 */
export async function demandFees(tx: Tx, ticketId: number, feeIds: readonly number[]) {
  if (!(await lockTicket(tx, ticketId))) {
    fail('tickets_commerce_update_fees_for_ticket_error', { message: 'The ticket does not exist.' })
  }
  const selected = new Set(await selectFees(tx, ticketId, feeIds))
  const unknown = [...new Set(feeIds)].filter(id => !selected.has(id))
  if (unknown.length === 0) return
  fail('tickets_commerce_update_fees_for_ticket_error', {
    message: `The following fees are not selectable: ${unknown.join(', ')}`,
  })
}

const isId = (id: number) => Number.isSafeInteger(id) && id > 0
