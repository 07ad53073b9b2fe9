import type { Event, Ticket } from '@marquee-events/client'
import { useQueries } from '@tanstack/react-query'
import { daysUntil, todayIn } from '../../interface/days.ts'
import type { ListAddress } from '../../interface/list-address.ts'
import { countQuery } from '../../interface/queries.ts'
import type { Bar } from '../../pieces/chart.tsx'
import { dayWords, plain } from '../../pieces/words.ts'
import { site } from '../../site.ts'

const valid = { 'filter.status': 'valid' }
const inside = { ...valid, 'filter.checked_in': 'true' }

export const soldAt = (event: number): ListAddress => ({ 'filter.event': String(event), ...valid })
export const insideAt = (event: number): ListAddress => ({
  'filter.event': String(event),
  ...inside,
})

/** Bars whose figures are counted, each by its own rows. */
function useCounted(bars: readonly Omit<Bar, 'value'>[]): Bar[] {
  const counts = useQueries({ queries: bars.map(({ rows }) => countQuery('attendees', rows)) })
  return bars.map((bar, at) => ({ ...bar, value: counts[at]?.data }))
}

/** Places that are valid, by the day on which they were sold; the last of them is today. */
export function useSoldByDay(event: number, days: number): Bar[] {
  const today = todayIn(site.zone)
  return useCounted(
    daysUntil(today, days).map(day => ({
      name: dayWords(day),
      short: day.slice(8).replace(/^0/, ''),
      isOpen: day === today,
      rows: { ...soldAt(event), 'filter.created': day },
    })),
  )
}

const shortened = (name: string) => (name.length > 11 ? `${name.slice(0, 10)}…` : name)

/** Who is inside, of those who have a place, by ticket. */
export function useInsideByTicket(tickets: readonly Ticket[]): Bar[] {
  return useCounted(
    tickets.slice(0, 12).map(ticket => ({
      name: plain(ticket.title),
      short: shortened(plain(ticket.title)),
      ...(ticket.capacity_details.sold !== undefined && { of: ticket.capacity_details.sold }),
      rows: { 'filter.ticket': String(ticket.id), ...inside },
    })),
  )
}

const quarterMs = 15 * 60_000

/** Who came in, by the quarter of an hour, from an hour before the event begins to an hour after. */
export function useArrivals(event: Event): Bar[] {
  const start = Date.parse(`${event.utc_start_date.replace(' ', 'T')}Z`)
  const wall = Date.parse(`${event.start_date.replace(' ', 'T')}Z`)
  return useCounted(
    Array.from({ length: 9 }, (_, index) => {
      const begins = (index - 5) * quarterMs
      const clock = new Date(wall + begins).toISOString().slice(11, 16)
      return {
        name: `from ${clock}`,
        short: index % 2 === 0 ? '' : clock,
        rows: {
          ...insideAt(event.id),
          'filter.entered.gte': new Date(start + begins).toISOString(),
          'filter.entered.lte': new Date(start + begins + quarterMs - 1).toISOString(),
        },
      }
    }),
  )
}
