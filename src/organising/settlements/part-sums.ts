import { formatDecimal } from '../../core/money.ts'
import type { Tx } from '../../platform/db/database.ts'
import { readTail } from '../../shop/books/read-tail.ts'
import type { Deps } from '../deps.ts'
import { type Sum, sumByBucket } from '../reports/lookup.ts'
import { kindsOf } from '../reports/rules.ts'

/** Sales, fees and returns by ticket, up to a moment. */
export async function ticketSums(
  deps: Pick<Deps, 'clock'> & { db: Tx },
  event: number,
  until: Date,
) {
  const starts = new Date(0)
  const buckets = [{ from: '', to: '', starts, ends: until }]
  const filter = { within: 'all', event, kinds: ['sale', 'fee', 'return'] } as const
  const tail = await readTail(deps)
  const sums = await sumByBucket(deps.db, { report: 'tickets', tail, buckets, filter })
  return (currency: string, simulated: boolean) => {
    const own = sums.filter(sum => sum.currency === currency && sum.simulated === simulated)
    const keys = [...new Set(own.map(({ key }) => key))].toSorted()
    // What belongs to no ticket comes last.
    const ordered = [...keys.filter(key => key !== '0'), ...keys.filter(key => key === '0')]
    return ordered.map(key => {
      const of = own.filter(sum => sum.key === key)
      const amount = (kind: Sum['kind']) =>
        formatDecimal({ minor: of.find(sum => sum.kind === kind)?.minor ?? 0, currency })
      const name = of.find(sum => sum.name !== '')?.name ?? 'Without a ticket'
      return { name, sales: amount('sale'), fees: amount('fee'), returns: amount('return') }
    })
  }
}

/** What was charged by tax rate, up to a moment; nothing of an event that was sold without rates. */
export async function taxSums(deps: Pick<Deps, 'clock'> & { db: Tx }, event: number, until: Date) {
  const buckets = [{ from: '', to: '', starts: new Date(0), ends: until }]
  const filter = { within: 'all', event, kinds: kindsOf['charged'] } as const
  const tail = await readTail(deps)
  const sums = await sumByBucket(deps.db, { report: 'tax', tail, buckets, filter })
  return (currency: string, simulated: boolean) => {
    const own = sums.filter(sum => sum.currency === currency && sum.simulated === simulated)
    const rates = [...new Set(own.map(({ key }) => key))].toSorted()
    return rates.map(key => {
      const of = own.filter(sum => sum.key === key)
      const amount = (what: 'minor' | 'net' | 'tax') =>
        formatDecimal({ minor: of.reduce((all, sum) => all + sum[what], 0), currency })
      const [code = ''] = key.split('-')
      const rate = of[0]?.name ?? ''
      return { rate, code, gross: amount('minor'), net: amount('net'), tax: amount('tax') }
    })
  }
}
