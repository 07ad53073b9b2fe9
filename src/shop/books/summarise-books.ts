import { isInReach, type Reach } from '../../core/caller.ts'
import type { Deps } from '../deps.ts'
import { sumEntries } from './lookup.sums.ts'
import type { Entry } from './entries-of-order.ts'
import { type Group, groupsOf, sumOfEntry } from './add-up.ts'
import { readTail } from './read-tail.ts'

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
  const { asOf, isLong, orderIds: without, entries } = await readTail({ db, clock })
  const until = isLong ? least(request.until, asOf) : request.until
  const booked = await sumEntries(db, { ...request, until, without })
  const counted = entries.filter(entry => passes(entry, { ...request, until }))
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
