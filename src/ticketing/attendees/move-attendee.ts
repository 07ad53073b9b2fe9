import { AppError } from '../../core/errors.ts'
import type { Tx } from '../../platform/db/database.ts'
import { returnUnits } from '../inventory/return-units.ts'
import { takeUnits } from '../inventory/take-units.ts'
import type { SaleTicket } from '../tickets/lookup.ts'
import { priceNow } from '../tickets/rules.ts'
import type { EditableAttendee } from './store.ts'

/** The pools in which an attendee's place is counted. */
export type AttendeeStock = Pick<EditableAttendee, 'stock' | 'pool_id' | 'shared_pool_id'>

const no = (message: string) => new AppError('attendee-move-not-allowed', { message })

/** Why an attendee cannot move to this ticket, whatever it costs: it must be of the same event and kind. */
export function wrongTarget(
  before: EditableAttendee,
  target: SaleTicket | undefined,
): AppError | undefined {
  if (!target) return no('There is no ticket with this ticket_id.')
  if (before.status !== 'publish') return no('The attendee is no longer valid.')
  if (target.eventId !== before.event_id) return no('The ticket belongs to another event.')
  return target.provider === before.provider
    ? undefined
    : no('A sold ticket and an answer to an invitation cannot be exchanged for each other.')
}

/**
 * Why an attendee cannot move to this ticket, apart from stock, where no money moves: a bought place cannot move to a
 * dearer ticket (contract.md 7.10).
 */
export function moveProblem(
  before: EditableAttendee,
  target: SaleTicket | undefined,
  now: Date,
): AppError | undefined {
  const problem = wrongTarget(before, target)
  if (problem || !target) return problem
  const isBought = before.order_id !== null
  const costs = priceNow(target, now)
  if (isBought && costs > 0 && target.currency !== before.currency) {
    return no('The ticket is sold in another currency.')
  }
  return isBought && costs > before.paid_minor
    ? no(
        'The ticket costs more than was paid for this place. Sell the new ticket and refund the old one.',
      )
    : undefined
}

/**
 * Exchanges the attendee's place for one of another ticket, or for none when `occupies` is false. Returns
 * undefined, with nothing changed, when the other ticket is sold out. The own place is returned first,
 * because both tickets may share one full pool.
 */
export async function movePlace(
  tx: Tx,
  { stock, pool_id, shared_pool_id }: AttendeeStock,
  { ticketId, occupies }: { ticketId: number; occupies: boolean },
): Promise<AttendeeStock | undefined> {
  const own = { poolId: pool_id ?? 0, sharedPoolId: shared_pool_id }
  const hadPlace = stock === 'taken' && pool_id !== null
  if (hadPlace) await returnUnits(tx, [{ ...own, quantity: 1 }])
  if (!occupies) return { stock: hadPlace ? 'returned' : stock, pool_id, shared_pool_id }
  const taken = await takeUnits(tx, [{ ticketId, quantity: 1 }])
  const unit = taken.kind === 'sold' ? taken.units[0] : undefined
  if (unit) return { stock: 'taken', pool_id: unit.poolId, shared_pool_id: unit.sharedPoolId }
  // The stock is locked, so nobody else can take the returned place.
  if (hadPlace) await returnUnits(tx, [{ ...own, quantity: -1 }])
  return undefined
}
