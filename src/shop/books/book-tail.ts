import type { Deps } from '../deps.ts'
import { listUnbooked, lookFrom } from './lookup.ts'
import { bookTurn, lateMinutes } from './write-books.ts'

/** The most orders that a reader of the books has booked first: about as many writes as one sale in a rush. */
export const bookedByReaderMost = 50

/**
 * Books what the writer has not come to yet, as far as a reader may wait for it, and returns up to when the books are
 * whole: everything that happened before that moment has its entries (contract.md 32.5).
 */
export async function bookTail({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Date> {
  const now = clock.now()
  const after = await lookFrom(db, lateMinutes)
  const { last } = await bookTurn(db, after, bookedByReaderMost)
  if (last === undefined) return now
  // From where it began: orders of one transaction changed at one moment, of which a turn may have booked a part.
  const [next] = await listUnbooked(db, { after, limit: 1 })
  return next === undefined || next.updated_at > now ? now : next.updated_at
}
