import type { OrderPage } from '@marquee-events/client'
import { moneyWords } from '../../pieces/words.ts'

const isSome = (decimal: string) => Number(decimal) !== 0

/** What was charged, what went back, and what is left. Every sum is that of the lines above it. */
export function OrderMoney({ order }: { order: OrderPage }) {
  const { money, currency } = order
  if (money === undefined)
    return <p className="soft">Amounts are shown to those who may see money.</p>
  const words = (amount: string | undefined) => moneyWords(amount, currency)
  // A moved place has a line of its own behind all others; the sum is that of the lines that were charged.
  const movedPlaces = order.items.reduce((all, { moved_quantity: one = 0 }) => all + one, 0)
  const [charged, moved] = [
    order.items.slice(0, order.items.length - movedPlaces),
    order.items.slice(order.items.length - movedPlaces),
  ]
  return (
    <>
      <h2>Money</h2>
      <div className="sums" style={{ marginTop: 8 }}>
        {charged.map(line => (
          <Line
            key={line.id}
            name={
              line.quantity > 1
                ? `${line.quantity} × ${line.name} at ${words(line.price)}`
                : line.name
            }
            amount={words(line.sub_total).replace('-', '−')}
          />
        ))}
        <span className="sum">{money.paid === money.charged ? 'Charged' : 'To pay'}</span>
        <span className="sum">{words(money.charged)}</span>
        {isSome(money.returned) && (
          <>
            <span>Given back</span>
            <span>−{words(money.returned)}</span>
          </>
        )}
        {isSome(money.promised) && (
          <>
            <span>On its way back</span>
            <span>−{words(money.promised)}</span>
          </>
        )}
        {(isSome(money.returned) || isSome(money.promised)) && (
          <>
            <span className="sum">Kept, and left to give back</span>
            <span className="sum">{words(money.left)}</span>
          </>
        )}
        {(order.taxes ?? []).map(({ name, code, percent, tax }) => (
          <Line
            key={`${code} ${percent}`}
            name={`of it ${name} ${percent} %`}
            amount={words(tax)}
          />
        ))}
      </div>
      {moved.map(line => (
        <p key={line.id} className="soft small" style={{ marginTop: 6 }}>
          Moved to {line.name}: {words(line.sub_total)} of what was charged stands for it.
        </p>
      ))}
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
