import type { Ticket } from '@marquee-events/client'
import { Link } from '@tanstack/react-router'
import { SoldPlaces } from '../events/house.tsx'
import { moneyWords, plain } from '../../pieces/words.ts'

type Props = { tickets: readonly Ticket[]; mayChange: boolean }

/** The name of a ticket, and the way to it for whoever may change it. */
export function TicketName({ ticket, mayChange }: { ticket: Ticket; mayChange: boolean }) {
  if (!mayChange) return <span className="strong">{plain(ticket.title)}</span>
  return (
    <Link
      to="/events/$event/tickets/$ticket"
      params={{ event: ticket.post_id, ticket: ticket.id }}
      className="strong"
    >
      {plain(ticket.title)}
    </Link>
  )
}

/** Each ticket with its places as a bar. All bars share one scale; what several tickets share is told in words. */
export function TicketBars({ tickets, mayChange }: Props) {
  const most = Math.max(1, ...tickets.map(({ capacity_details: { max = 0 } }) => max))
  return (
    <ul className="cards">
      {tickets.map(ticket => (
        <li key={ticket.id}>
          <div className="head" style={{ margin: '0 0 6px' }}>
            <div>
              <TicketName ticket={ticket} mayChange={mayChange} />
              <div className="soft small">{priceWords(ticket)}</div>
            </div>
            <div className="right small">
              <div className="strong">{leftWords(ticket)}</div>
              <Sold ticket={ticket} />
            </div>
          </div>
          <Bar ticket={ticket} most={most} />
        </li>
      ))}
    </ul>
  )
}

/** How many were sold, where it is told. */
function Sold({ ticket: { id, title, capacity_details } }: { ticket: Ticket }) {
  const { sold } = capacity_details
  if (sold === undefined) return null
  return (
    <div className="soft">
      <SoldPlaces ticket={id} name={plain(title)} sold={sold} /> sold
    </div>
  )
}

function Bar({ ticket, most }: { ticket: Ticket; most: number }) {
  const { max = -1, sold = 0, pending = 0 } = ticket.capacity_details
  if (max < 0) return null
  const share = (places: number) => `${(100 * places) / Math.max(1, max)}%`
  return (
    <div
      className="bar"
      aria-hidden="true"
      style={{ width: `${Math.max(4, (100 * max) / most)}%` }}
    >
      <i className="sold" style={{ width: share(sold) }} />
      <i className="held" style={{ width: share(pending) }} />
    </div>
  )
}

export function priceWords(ticket: Ticket): string {
  const [price] = ticket.cost_details.values
  const regular = price === undefined || Number(price) === 0 ? 'Free' : moneyWords(price)
  const sale = Array.isArray(ticket.sale_price_data) ? undefined : ticket.sale_price_data
  if (!sale || String(sale.enabled) !== '1') return regular
  const now = ticket.on_sale === true ? ', now' : ''
  return `${regular}, reduced to ${moneyWords(sale.sale_price)}${now}`
}

export function leftWords({ capacity_details: { available, max = -1 } }: Ticket): string {
  if (max < 0) return available < 0 ? 'no limit' : `${available} left`
  return `${available} of ${max} left`
}

/** What a ticket takes its places from, in words. */
export const modeWords: Readonly<Record<string, string>> = {
  own: 'Places of its own',
  global: 'Shares the places of the event',
  capped: 'Shares the places of the event, up to its own limit',
  unlimited: 'No limit',
  '': 'No limit',
}
