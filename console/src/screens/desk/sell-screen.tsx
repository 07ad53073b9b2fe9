import { Button, TextInput } from '@mantine/core'
import type { Desk, TillOfList } from '@marquee-events/client'
import { Link } from '@tanstack/react-router'
import { decimalOf } from '../../pieces/money-text.ts'
import { Wrong } from '../../pieces/page.tsx'
import { moneyWords } from '../../pieces/words.ts'
import { linesOf, minorOf } from './basket.ts'
import { FindOrder } from './find-order.tsx'
import { HowPaid } from './how-paid.tsx'
import { ChangeDue, LastSale } from './last-sale.tsx'
import { Tiles } from './tiles.tsx'
import { useDeskKeys } from './use-desk-keys.ts'
import { type Sale, useSale } from './use-sale.ts'

type Props = { desk: Desk; till: TillOfList }

/** Tiles, this sale, how it is paid, and the change in the largest type of the screen. */
export function SellScreen({ desk, till }: Props) {
  const sale = useSale({ desk, till })
  const isEmpty = linesOf(sale.basket).length === 0
  useDeskKeys({
    digit: at => {
      const tile = desk.tiles[at - 1]
      if (tile) sale.change(tile, 1)
    },
    cash: () => desk.cash && sale.setMethod('cash'),
    terminal: () => sale.setMethod('terminal'),
    free: () => sale.setMethod('free'),
    account: () => sale.setMethod('account'),
    enter: () => void sale.sell(),
  })
  return (
    <div className="desk">
      <div className="desk-tickets">
        <TillBar till={till} />
        <Tiles desk={desk} basket={sale.basket} change={sale.change} />
      </div>
      <div className="desk-rest">
        <div className="desk-opts">
          <TextInput
            label={sale.method === 'account' ? 'Who pays' : 'Name, if they like'}
            value={sale.name}
            onChange={event => sale.setName(event.currentTarget.value)}
            autoComplete="off"
          />
          <TextInput
            label="Mail the tickets to"
            description="None is needed."
            type="email"
            value={sale.email}
            onChange={event => sale.setEmail(event.currentTarget.value)}
            autoComplete="off"
          />
        </div>
        {sale.last && (
          <LastSale
            sale={sale.last}
            origin={sale.origin}
            till={till.id}
            voided={() => sale.setLast(undefined)}
          />
        )}
        <FindOrder event={desk.event} till={till} hasCash={desk.cash} shows={sale.showFound} />
      </div>
      <section className="desk-pay" aria-label="This sale">
        <div className="head">
          <h2>This sale</h2>
          {!isEmpty && (
            <Button variant="subtle" onClick={sale.empty}>
              Empty it
            </Button>
          )}
        </div>
        <Lines desk={desk} sale={sale} />
        <p className="desk-total">
          <span>To pay</span>
          <b>{moneyWords(decimalOf(sale.total, desk.decimals), desk.currency)}</b>
        </p>
        <Wrong text={sale.wrong} />
        <HowPaid desk={desk} sale={sale} />
        {sale.last === undefined && !isEmpty && <Due desk={desk} sale={sale} />}
        {sale.last !== undefined && <ChangeDue sale={sale.last} decimals={desk.decimals} />}
        <Button
          className="desk-go"
          fullWidth
          loading={sale.isSending}
          disabled={isEmpty}
          onClick={() => void sale.sell()}
        >
          {goWords(desk, sale)}
        </Button>
        <p className="soft small" style={{ textAlign: 'center', marginTop: 8 }}>
          {desk.cash
            ? 'Enter takes it. The change stays until the next sale begins.'
            : 'Enter takes it. This site takes no cash.'}
        </p>
      </section>
    </div>
  )
}

function goWords({ decimals, currency }: Desk, { total, handed, method, basket }: Sale): string {
  if (linesOf(basket).length === 0) return 'Choose tickets'
  if (method === 'free') return 'Give them away'
  if (method === 'account') return 'Order on account'
  if (total === 0) return 'Give the tickets out'
  const amount = moneyWords(
    decimalOf(method === 'cash' ? (handed ?? total) : total, decimals),
    currency,
  )
  return method === 'cash' ? `Take ${amount}` : `${amount} was paid at the terminal`
}

function TillBar({ till }: { till: TillOfList }) {
  return (
    <div className="desk-till">
      <span className="dot" aria-hidden="true" />
      <b>{till.name}</b>
      <span className="soft small">open</span>
      <span className="acts">
        <Link to="/tills/$till" params={{ till: till.id }}>
          Cash in, out, close
        </Link>
      </span>
    </div>
  )
}

function Lines({ desk, sale }: { desk: Desk; sale: Sale }) {
  const chosen = desk.tiles.filter(({ ticket }) => (sale.basket[ticket] ?? 0) > 0)
  if (chosen.length === 0) return <p className="soft">Choose tickets, or press their digits.</p>
  return chosen.map(tile => {
    const quantity = sale.basket[tile.ticket] ?? 0
    const minor = quantity * minorOf(tile.price, desk.decimals)
    return (
      <div className="desk-line" key={tile.ticket}>
        <button
          type="button"
          onClick={() => sale.change(tile, -1)}
          aria-label={`One ${tile.name} less`}
        >
          –
        </button>
        <output>{quantity}</output>
        <button
          type="button"
          onClick={() => sale.change(tile, 1)}
          aria-label={`One ${tile.name} more`}
        >
          +
        </button>
        <b className="breaks">{tile.name}</b>
        <span>{moneyWords(decimalOf(minor, desk.decimals), desk.currency)}</span>
      </div>
    )
  })
}

/** The change before the sale is taken, so that it can be laid out. */
function Due({ desk, sale }: { desk: Desk; sale: Sale }) {
  if (sale.method !== 'cash' || sale.handed === undefined) return null
  const minor = sale.handed - sale.total
  if (minor < 0) return <Wrong text="That is less than what is to be paid." />
  const change = decimalOf(minor, desk.decimals)
  return <ChangeDue sale={{ change, currency: desk.currency }} decimals={desk.decimals} />
}
