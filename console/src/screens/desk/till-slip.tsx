import type { Till, TillMove } from '@marquee-events/client'
import { instantWords, moneyWords } from '../../pieces/words.ts'
import { site } from '../../site.ts'

const kinds: Readonly<Record<TillMove['kind'], string>> = {
  float: 'Opening',
  sale: 'Cash sales',
  refund: 'Voids',
  paid_in: 'Paid in',
  paid_out: 'Paid out',
  drop: 'Drops',
  correction: 'Corrections',
}

/** The kinds of a slip, also those of which there were none: who reads it need not wonder. */
const always = ['float', 'sale', 'refund', 'paid_in', 'paid_out', 'drop'] as const

/** What a closed till shows on paper, with lines for both signatures. */
export function TillSlip({ till }: { till: Till }) {
  const { currency, difference, counts } = till
  const money = (amount: string | null) =>
    amount === null ? 'not counted' : moneyWords(amount, currency)
  const sumOf = (kind: TillMove['kind'], method: 'cash' | 'terminal') =>
    till.sums?.find(sum => sum.kind === kind && sum.method === method)?.amount ?? '0'
  const corrections = till.sums?.some(({ kind }) => kind === 'correction')
  const hasTerminal = till.sums?.some(({ method }) => method === 'terminal')
  const rows: readonly (readonly [string, string, boolean?])[] = [
    ...always.map(kind => [kinds[kind], money(sumOf(kind, 'cash'))] as const),
    ...(corrections ? [[kinds.correction, money(sumOf('correction', 'cash'))] as const] : []),
    ['Expected', money(till.expected), true],
    ['Counted', money(till.counted), true],
    ...(difference === null ? [] : [['Difference', signed(difference, currency), true] as const]),
  ]
  const atTerminal = String(Number(sumOf('sale', 'terminal')) + Number(sumOf('refund', 'terminal')))
  return (
    <div className="slip">
      <p>
        <b>{site.name}</b>
      </p>
      <p>
        Cash list no. {till.number}, {till.name}
        <br />
        {instantWords(till.opened_at)}, {till.opened_by ?? 'somebody'}
        <br />
        {instantWords(till.closed_at)}, {till.closed_by ?? 'somebody'}
      </p>
      <table>
        <tbody>
          {rows.map(([label, amount, isSum]) => (
            <tr key={label} className={isSum ? 'sum' : ''}>
              <td>{label}</td>
              <td>{amount}</td>
            </tr>
          ))}
          {(hasTerminal || till.terminal !== null) && (
            <>
              <tr>
                <td>Terminal, as sold</td>
                <td>{money(atTerminal)}</td>
              </tr>
              <tr>
                <td>Terminal, its own slip</td>
                <td>{till.terminal === null ? 'not compared' : money(till.terminal)}</td>
              </tr>
            </>
          )}
        </tbody>
      </table>
      {counts !== null && (
        <p className="small">
          {Object.entries(counts)
            .filter(([, many]) => many > 0)
            .toSorted(([a], [b]) => Number(b) - Number(a))
            .map(([value, many]) => `${many} × ${money(value)}`)
            .join(', ')}
        </p>
      )}
      {till.note !== '' && <p className="breaks">{till.note}</p>}
      <p className="signed small">Handed over by {till.opened_by ?? ''}</p>
      <p className="signed small">Taken over by {till.handed_to}</p>
    </div>
  )
}

const signed = (difference: string, currency: string) =>
  `${Number(difference) > 0 ? '+' : ''}${moneyWords(difference, currency)}`
