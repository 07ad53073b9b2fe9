import { isInReach, type Reach } from '../../core/caller.ts'
import type { Deps } from '../deps.ts'
import { sumEntries } from './lookup.sums.ts'
import { listUnbooked, lookFrom, readRecords } from './lookup.ts'
import { withPayment } from './causes.ts'
import { type Entry, entriesOfOrder } from './entries-of-order.ts'
import { type Group, groupsOf, sumOfEntry } from './add-up.ts'
import { lateMinutes } from './write-books.ts'

/** Orders that are counted though they are not booked yet. Beyond them the summary ends at an earlier moment. */
const tailMost = 5000
const readAtOnce = 500

export type SummaryRequest = {
  /** The events whose money the caller sees. */
  within: Reach
  eventId?: number | undefined
  from?: Date | undefined
  until?: Date | undefined
  byEvent: boolean
}

/** `asOf`: everything that happened before it is counted. */
export type Summary = { asOf: Date; groups: Group[] }

/**
 * The books added up: the entries there are, and those of orders that are not booked yet, made by the same rules. An
 * order counts once, with all its entries as they are at one moment (contract.md 32.3).
 */
export async function summariseBooks(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  request: SummaryRequest,
): Promise<Summary> {
  const now = clock.now()
  const after = await lookFrom(db, lateMinutes)
  const unbooked = await listUnbooked(db, { after, limit: tailMost + 1 })
  const tail = unbooked.slice(0, tailMost)
  const isLong = unbooked.length > tail.length
  const asOf = isLong ? (tail.at(-1)?.updated_at ?? now) : now
  const until = isLong ? least(request.until, asOf) : request.until
  const ids = tail.map(({ id }) => id)
  const booked = await sumEntries(db, { ...request, until, without: ids })
  const added: Entry[] = []
  for (let at = 0; at < ids.length; at += readAtOnce) {
    const records = await readRecords(db, ids.slice(at, at + readAtOnce))
    added.push(...records.map(withPayment).flatMap(entriesOfOrder))
  }
  const counted = added.filter(entry => passes(entry, { ...request, until }))
  return { asOf, groups: groupsOf([...booked, ...counted.map(sumOfEntry)], request) }
}

const least = (one: Date | undefined, other: Date) => (one && one < other ? one : other)

function passes(entry: Entry, { within, eventId, from, until }: SummaryRequest): boolean {
  const ms = entry.at / 1000
  return (
    isInReach(within, entry.eventId) &&
    (eventId === undefined || entry.eventId === eventId) &&
    (from === undefined || ms >= from.getTime()) &&
    (until === undefined || ms < until.getTime())
  )
}
