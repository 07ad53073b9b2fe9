import { formatDecimal } from '../../core/money.ts'
import type { EntryKind } from './entry-kinds.ts'
import type { Group } from './add-up.ts'
import type { Summary } from './summarise-books.ts'

export const summaryView = ({ asOf, groups }: Summary) => ({
  as_of: asOf.toISOString(),
  groups: groups.map(groupView),
})

function groupView({ eventId, currency, isSimulated, kinds, methods, entries }: Group) {
  const show = (minor: number) => formatDecimal({ minor, currency })
  const sumOf = (of: ReadonlyMap<EntryKind, number>, ...names: EntryKind[]) =>
    names.reduce((sum, name) => sum + (of.get(name) ?? 0), 0)
  const charged = sumOf(kinds, 'sale', 'fee', 'discount', 'rounding', 'return')
  const paid = sumOf(kinds, 'payment', 'refund', 'dispute')
  return {
    event: eventId,
    currency,
    simulated: isSimulated,
    sales: show(sumOf(kinds, 'sale')),
    fees: show(sumOf(kinds, 'fee')),
    discounts: show(sumOf(kinds, 'discount')),
    rounding: show(sumOf(kinds, 'rounding')),
    returns: show(sumOf(kinds, 'return')),
    charged: show(charged),
    payments: show(sumOf(kinds, 'payment')),
    refunds: show(sumOf(kinds, 'refund')),
    disputes: show(sumOf(kinds, 'dispute')),
    paid: show(paid),
    open: show(charged - paid),
    methods: [...methods]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([method, of]) => ({
        method,
        payments: show(sumOf(of, 'payment')),
        refunds: show(sumOf(of, 'refund')),
        disputes: show(sumOf(of, 'dispute')),
      })),
    entries,
  }
}
