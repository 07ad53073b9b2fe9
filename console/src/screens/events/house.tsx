import type { Ticket } from '@marquee-events/client'
import { plain } from '../../pieces/words.ts'

/** The places of the whole house: the stock that tickets share, and those of their own. Undefined where there is no limit. */
export function houseOf(tickets: readonly Ticket[]) {
  const details = tickets.map(({ capacity_details }) => capacity_details)
  if (details.some(({ max = -1, available }) => max < 0 && available < 0)) return undefined
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
      name: plain(ticket.title),
      sold: ticket.capacity_details.sold ?? 0,
      tone: `tone-${at % 4}`,
    }))
    .filter(({ sold }) => sold > 0)
  return (
    <div className="house">
      <div className="bar tall" aria-hidden="true">
        {parts.map(({ name, sold, tone }) => (
          <i key={name} className={tone} style={{ width: share(sold) }} />
        ))}
        <i className="held" style={{ width: share(house.held) }} />
      </div>
      <ul className="legend">
        {parts.map(({ name, sold, tone }) => (
          <li key={name}>
            <i className={tone} aria-hidden="true" />
            {name} {sold}
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
