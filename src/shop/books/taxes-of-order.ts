import type { Db } from '../../platform/db/database.ts'
import type { TaxSum } from '../taxes/tax-sums.ts'
import { withPayment } from './causes.ts'
import { isOwed } from './entry-kinds.ts'
import { type Entry, entriesOfOrder } from './entries-of-order.ts'
import { readRecords } from './lookup.ts'

/**
 * The taxes that the charge of an order contains now, after everything that was given back, by rate from the highest; none for
 * an order that was sold without rates (contract.md 43.4).
 */
export async function taxesOfOrder(db: Db, orderId: number): Promise<TaxSum[]> {
  const [record] = await readRecords(db, [orderId])
  if (!record) return []
  const names = new Map(
    [...record.lines, ...record.moves].map(line => [
      keyOf(line.tax_bp, line.tax_code),
      line.tax_name,
    ]),
  )
  return sumTaxes(entriesOfOrder(withPayment(record)), names)
}

const keyOf = (bp: number | null, code: string | null) => `${bp} ${code}`

function sumTaxes(entries: readonly Entry[], names: ReadonlyMap<string, string | null>): TaxSum[] {
  const sums = new Map<string, TaxSum>()
  for (const { kind, amountMinor, netMinor, taxMinor, taxBp: bp, taxCode: code } of entries) {
    if (!isOwed(kind) || bp === null || code === null) continue
    const key = keyOf(bp, code)
    const nothing = {
      name: names.get(key) ?? '',
      code,
      bp,
      grossMinor: 0,
      netMinor: 0,
      taxMinor: 0,
    }
    const before = sums.get(key) ?? nothing
    sums.set(key, {
      ...before,
      grossMinor: before.grossMinor + amountMinor,
      netMinor: before.netMinor + (netMinor ?? 0),
      taxMinor: before.taxMinor + (taxMinor ?? 0),
    })
  }
  return [...sums.values()].toSorted((one, other) => other.bp - one.bp)
}
