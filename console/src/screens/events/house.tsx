import type { Ticket } from '@marquee-events/client'
import { Link } from '@tanstack/react-router'
import { useRights } from '../../interface/rights.ts'
import { plain } from '../../pieces/words.ts'

/** The places of the whole house: the stock that tickets share, and those of their own. Undefined where there is no limit, or it is not told. */
export function houseOf(tickets: readonly Ticket[]) {
  const details = tickets.map(({ capacity_details }) => capacity_details)
  if (details.some(({ max, available }) => max === undefined || (max < 0 && available < 0))) {
    return undefined
  }
  const own = details
    .filter(({ global_stock_mode }) => global_stock_mode === 'own')
    .reduce((sum, { max = 0 }) => sum + max, 0)
  const shared = details.find(({ global_stock_mode }) => global_stock_mode === 'global')?.max
  const capped = details.filter(({ global_stock_mode }) => global_stock_mode === 'capped')
  const places = own + (shared ?? capped.reduce((sum, { max = 0 }) => sum + max, 0))
  const sold = details.reduce((sum, one) => sum + (one.sold ?? 0), 0)
  const held = details.reduce((sum, one) => sum + (one.pending ?? 0), 0)
  return { places, sold, held, left: Math.max(0, places - sold - held) }
}

/** The house as one bar: what each ticket took of it, what carts hold, and what is free. */
export function House({ tickets }: { tickets: readonly Ticket[] }) {
  const house = houseOf(tickets)
  if (house === undefined || house.places === 0) return null
  const share = (places: number) => `${(100 * places) / house.places}%`
  const parts = tickets
    .map((ticket, at) => ({
      id: ticket.id,
      name: plain(ticket.title),
      sold: ticket.capacity_details.sold ?? 0,
      tone: `tone-${at % 4}`,
    }))
    .filter(({ sold }) => sold > 0)
  return (
    <div className="house">
      <div className="bar tall" aria-hidden="true">
        {parts.map(({ id, sold, tone }) => (
          <i key={id} className={tone} style={{ width: share(sold) }} />
        ))}
        <i className="held" style={{ width: share(house.held) }} />
      </div>
      <ul className="legend">
        {parts.map(({ id, name, sold, tone }) => (
          <li key={id}>
            <i className={tone} aria-hidden="true" />
            {name} <SoldPlaces ticket={id} name={name} sold={sold} />
          </li>
        ))}
        {house.held > 0 && (
          <li>
            <i className="held" aria-hidden="true" />
            in baskets {house.held}
          </li>
        )}
        <li>
          <i aria-hidden="true" />
          free {house.left}
        </li>
      </ul>
    </div>
  )
}

/** How many places of a ticket are sold, with the way to them for whoever may see attendees. */
export function SoldPlaces({ ticket, name, sold }: { ticket: number; name: string; sold: number }) {
  const { mayAnywhere } = useRights()
  const figure = sold.toLocaleString('en')
  if (!mayAnywhere('attendees.read')) return figure
  return (
    <Link
      to="/attendees"
      search={{ 'filter.ticket': String(ticket), 'filter.status': 'valid' }}
      aria-label={`${name} sold: ${figure}, show the rows`}
    >
      {figure}
    </Link>
  )
}
