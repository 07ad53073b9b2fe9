import { useMediaQuery } from '@mantine/hooks'
import type { Event, Ticket } from '@marquee-events/client'
import { useRights } from '../../interface/rights.ts'
import { Chart } from '../../pieces/chart.tsx'
import { Card } from '../../pieces/page.tsx'
import { site } from '../../site.ts'
import { useArrivals, useInsideByTicket, useSoldByDay } from './event-counts.ts'

type Props = { event: Event; tickets: readonly Ticket[] }

/** How it sells, and how it fills. Each figure is counted from the rows that it leads to. */
export function EventCharts({ event, tickets }: Props) {
  const { may } = useRights()
  if (!may('attendees.read', event.id)) return null
  return (
    <div className="wide-two">
      <Card>
        <Sold event={event.id} />
      </Card>
      <Card>
        <Inside tickets={tickets} />
      </Card>
      {(event.attendance?.checked_in ?? 0) > 0 && (
        <Card>
          <Arrivals event={event} />
        </Card>
      )}
    </div>
  )
}

function Sold({ event }: { event: number }) {
  // On a phone fourteen columns would be too thin to read.
  const isNarrow = useMediaQuery('(max-width: 560px)')
  const bars = useSoldByDay(event, isNarrow ? 7 : 14)
  const sum = bars.reduce((all, { value }) => all + (value ?? 0), 0)
  return (
    <Chart
      title="Places sold by day"
      each="Day"
      counted="Places"
      bars={bars}
      note={`${sum} in ${bars.length} days, on the clock of ${site.zone}. Today is hatched: it is not over. What was given back is not counted.`}
    />
  )
}

function Inside({ tickets }: { tickets: readonly Ticket[] }) {
  const bars = useInsideByTicket(tickets)
  return (
    <Chart
      title="Inside, by ticket"
      each="Ticket"
      counted="Inside"
      bars={bars}
      note={bars.some(({ of }) => of !== undefined) ? 'The frame is what was sold.' : ''}
    />
  )
}

function Arrivals({ event }: { event: Event }) {
  const bars = useArrivals(event)
  return (
    <Chart
      title="When they came in"
      each="Quarter of an hour"
      counted="Came in"
      bars={bars}
      note={`On the clock of the event, ${event.timezone}.`}
    />
  )
}
