import type { Deps } from '../deps.ts'
import { listUnbooked, lookFrom } from './lookup.ts'
import { bookTurn, lateMinutes } from './write-books.ts'

/** Orders that a reader of the books has booked first: five turns of the writer. */
const turnsMost = 5

/**
 * Books what the writer has not come to yet, as far as a reader may wait for it, and returns up to when the books are
 * whole: everything that happened before that moment has its entries (contract.md 32.5).
 */
export async function bookTail({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Date> {
  const now = clock.now()
  let after = await lookFrom(db, lateMinutes)
  for (let turn = 0; turn < turnsMost; turn += 1) {
    const { last } = await bookTurn(db, after)
    if (last === undefined) return now
    after = last
  }
  const [next] = await listUnbooked(db, { after, limit: 1 })
  return next === undefined || next.updated_at > now ? now : next.updated_at
}
