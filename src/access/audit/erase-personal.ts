import type { Tx } from '../../platform/db/database.ts'
import { blankPersonal, blankPersonalOf } from './store.ts'

/**
 * Empties what audit entries keep of a person: entries that hold the address (small letters), and those about these
 * records, e.g. `{ order: [80], attendee: [91] }`. The entries themselves stay. Returns how many it emptied.
 */
export const erasePersonalValues = (
  tx: Tx,
  email: string,
  about: Readonly<Record<string, readonly number[]>>,
): Promise<number> => blankPersonal(tx, email, about)

/** Empties what audit entries keep of the people of these records, e.g. `{ order: [80] }`, and of sales of tills about these orders. */
export const erasePersonalOf = (
  tx: Tx,
  about: Readonly<Record<string, readonly number[]>>,
): Promise<void> => blankPersonalOf(tx, about)
