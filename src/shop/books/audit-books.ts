import { formatDecimal } from '../../core/money.ts'
import type { Db } from '../../platform/db/database.ts'
import { type BookedRecord, readBooked } from './lookup.ts'
import { type Entry, entriesOfOrder } from './entries-of-order.ts'

const atOnce = 500

/**
 * Makes the entries of every order anew and compares them with the books, one sentence for each difference. An order that
 * has changed since it was booked is left to the writer. May run during a sale: an order is read at one moment.
 */
export async function auditBooks(db: Db): Promise<string[]> {
  const differences: string[] = []
  for (let after = 0; ; ) {
    const orders = await readBooked(db, { after, limit: atOnce })
    const last = orders.at(-1)
    if (last === undefined) return differences
    differences.push(...orders.filter(({ is_booked: isBooked }) => isBooked).flatMap(differencesOf))
    after = last.id
  }
}

/** What the books of an order have and should not have, and the other way round. */
export function differencesOf(order: BookedRecord): string[] {
  const made = byCause(entriesOfOrder(order))
  const there = byCause(order.entries)
  const sentences = [...new Set([...made.keys(), ...there.keys()])].flatMap(cause => {
    const [right, wrong] = [made.get(cause), there.get(cause)]
    if (right && !wrong) return [`${worded(right)} is not in the books.`]
    if (!right && wrong)
      return [`The books have ${worded(wrong)}, which nothing in the order causes.`]
    if (!right || !wrong || isSame(right, wrong)) return []
    return [`The books have ${worded(wrong)}, and the order says ${worded(right)}.`]
  })
  return sentences.map(sentence => `Order ${order.id}: ${sentence}`)
}

const byCause = (entries: readonly Entry[]) =>
  new Map(entries.map(entry => [`${entry.causeKind} ${entry.causeId} ${entry.n}`, entry]))

const worded = (entry: Entry) => {
  const { kind, amountMinor: minor, currency, eventId, causeKind, causeId, taxMinor } = entry
  const at = eventId === null ? '' : ` of event ${eventId}`
  const amount = formatDecimal({ minor, currency })
  const tax =
    taxMinor === null ? '' : ` with a tax of ${formatDecimal({ minor: taxMinor, currency })}`
  return `a ${kind} of ${amount} ${currency}${tax}${at} (${causeKind} ${causeId})`
}

const compared = [
  'at',
  'eventId',
  'lineId',
  'kind',
  'method',
  'amountMinor',
  'currency',
  'netMinor',
  'taxMinor',
  'taxBp',
  'taxCode',
] as const

const isSame = (one: Entry, other: Entry) => compared.every(name => one[name] === other[name])
