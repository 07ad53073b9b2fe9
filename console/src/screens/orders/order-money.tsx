import type { OrderDetail } from '@marquee-events/client'
import { decimalOf } from '../../pieces/money-text.ts'
import { moneyWords } from '../../pieces/words.ts'

/** Decimal texts of one currency, added exactly: they have the same number of decimals. */
function difference(one: string, other: string): string {
  const decimals = (one.split('.')[1] ?? '').length
  const minor = (text: string) => Number(text.replace('.', ''))
  return decimalOf(minor(one) - minor(other), decimals)
}

/** What was charged, what went back, and what is left. Every sum is that of the lines above it. */
export function OrderMoney({ order }: { order: OrderDetail }) {
  const { total, paid, refunded, currency } = order
  if (total === undefined)
    return <p className="soft">Amounts are shown to those who may see money.</p>
  const words = (amount: string | undefined) => moneyWords(amount, currency)
  return (
    <>
      <h2>Money</h2>
      <div className="sums" style={{ marginTop: 8 }}>
        {order.items.map(line => (
          <Line
            key={line.id}
            name={
              line.quantity > 1
                ? `${line.quantity} × ${line.name} at ${words(line.price)}`
                : line.name
            }
            amount={words(line.sub_total)}
          />
        ))}
        <span className="sum">{paid === total ? 'Charged' : 'To pay'}</span>
        <span className="sum">{words(total)}</span>
        {refunded !== undefined && Number(refunded) !== 0 && (
          <>
            <span>Given back</span>
            <span>−{words(refunded)}</span>
            <span className="sum">Kept, and left to give back</span>
            <span className="sum">{words(difference(paid ?? total, refunded))}</span>
          </>
        )}
      </div>
    </>
  )
}

function Line({ name, amount }: { name: string; amount: string }) {
  return (
    <>
      <span>{name}</span>
      <span>{amount}</span>
    </>
  )
}
