import { callerNow } from '../../../access/callers/caller-now.ts'
import { AppError } from '../../../core/errors.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { selectFees } from '../../../shop/fees/select-fees.ts'
import { changeAsPlanned } from '../../../ticketing/tickets/change-planned.ts'
import type { Deps } from '../../deps.ts'
import type { ItemWork } from '../record/kinds.ts'
import type { Ending } from '../record/rules.ts'
import { endItem } from '../record/store.ts'
import type { TicketDetail } from './rules.ts'

const done: Ending = { state: 'done', because: null }

/** What a refusal means for the item. */
const endings: Readonly<Record<string, Ending>> = {
  forbidden: { state: 'pause', because: 'rights' },
  'plan-is-stale': { state: 'skipped', because: 'ticket_changed' },
  'ticket-not-found': { state: 'skipped', because: 'ticket_changed' },
  'ticket-capacity-below-sold': { state: 'failed', because: 'below_sold' },
  rest_invalid_param: { state: 'failed', because: 'ticket_refused' },
  'sale-is-busy': { state: 'again', because: 'busy' },
}

/** Changes one ticket as planned; the item ends in the same transaction. */
export async function changePlannedTicket(deps: Deps, work: ItemWork): Promise<Ending> {
  const { changes, before } = work.detail as TicketDetail
  const to = (wanted: string) => changes.find(({ member }) => member === wanted)?.to
  const [price, capacity, most] = [to('price'), to('capacity'), to('max_per_order')]
  try {
    const caller = await transaction(deps.db, tx => callerNow(tx, work.caller))
    await changeAsPlanned({ deps, caller, additions: { selectFees } }, work.subjectId, {
      fields: {
        ...(price !== undefined && { price }),
        ...(capacity !== undefined && { capacity: Number(capacity) }),
        ...(most !== undefined && { max_per_order: Number(most) }),
      },
      before,
      alongside: async tx => {
        await endItem(tx, work, { state: 'done', because: null })
      },
    })
    return done
  } catch (error) {
    const ending = error instanceof AppError ? endings[error.code] : undefined
    if (!ending) throw error
    return ending
  }
}
