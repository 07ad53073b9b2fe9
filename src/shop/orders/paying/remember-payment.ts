import type { Deps } from '../../deps.ts'
import type { LaneKind } from '../../../ticketing/inventory/lanes.ts'
import type { OrderRow } from '../record/lookup.ts'
import { lockOrderRows } from '../record/store.ts'
import { type OpenedPayment, writeReferences } from './store.ts'

/**
 * Stores the reference of the payment that an attempt opened, unless the order has one, together with those of other
 * orders for the event. Returns the payment that the order has now; null when the attempt is over and another one has
 * no payment yet.
 */
export function rememberPayment(
  { lanes }: Pick<Deps, 'lanes'>,
  { id, attempt, event_id: eventId }: OrderRow,
  reference: string,
): Promise<string | null> {
  return lanes.run(eventId === null ? [] : [eventId], rememberKind, { id, attempt, reference })
}

const rememberKind: LaneKind<OpenedPayment, string | null> = {
  name: 'remember-payment',
  locksItself: 'always',
  settle: async (tx, opened) => {
    const ids = opened.map(({ id }) => id)
    const [, references] = await Promise.all([lockOrderRows(tx, ids), writeReferences(tx, opened)])
    return ids.map(id => references.get(id) ?? null)
  },
}
