import type { Ticket } from '@marquee-events/client'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ButtonLink } from '../../pieces/button-link.tsx'
import { eventQuery, ticketsQuery } from '../../interface/queries.ts'
import { useRights } from '../../interface/rights.ts'
import { Empty, Head } from '../../pieces/page.tsx'
import { type Column, Records } from '../../pieces/records.tsx'
import { plain, wallWords } from '../../pieces/words.ts'
import { leftWords, modeWords, priceWords, TicketName } from './ticket-bars.tsx'

const route = getRouteApi('/events/$event')

const columnsFor = (mayChange: boolean): readonly Column<Ticket>[] => [
  {
    head: 'Ticket',
    cell: ticket => (
      <>
        <TicketName ticket={ticket} mayChange={mayChange} />
        <div className="soft small">{priceWords(ticket)}</div>
        {ticket.hidden === true && <div className="soft small">Hidden: only a code shows it</div>}
      </>
    ),
  },
  {
    head: 'Places',
    cell: ticket => (
      <>
        {leftWords(ticket)}
        <div className="soft small">
          {modeWords[ticket.capacity_details.global_stock_mode ?? '']}
        </div>
      </>
    ),
  },
  {
    head: 'On sale',
    cell: ticket => (
      <span className="small whole">
        from {wallWords(ticket.available_from)}
        <br />
        until {untilWords(ticket)}
      </span>
    ),
  },
]

const soldColumn: Column<Ticket> = {
  head: 'Sold',
  right: true,
  cell: ({ capacity_details: { sold } }) => <>{sold}</>,
}

const untilWords = ({ sale_ends: ends, available_until: until }: Ticket) =>
  ends === 'date' ? wallWords(until) : `the event ${ends === 'event_end' ? 'ends' : 'begins'}`

export function TicketList() {
  const { event: id } = route.useParams()
  const { data: event } = useSuspenseQuery(eventQuery(id))
  const { data: list } = useSuspenseQuery(ticketsQuery(id))
  const { may } = useRights()
  // Who only lets people in is not told how many were sold.
  const isSoldTold = list.tickets.some(({ capacity_details: { sold } }) => sold !== undefined)
  const columns = [...columnsFor(event.nonces !== undefined), ...(isSoldTold ? [soldColumn] : [])]
  const change = list.tickets.length > 1 && may('tickets.write', id) && (
    <ButtonLink to="/events/$event/tickets/change" params={{ event: id }} variant="default">
      Change many
    </ButtonLink>
  )
  const add = event.nonces && (
    <ButtonLink to="/events/$event/tickets/new" params={{ event: id }}>
      Add a ticket
    </ButtonLink>
  )
  return (
    <>
      <Head title="Tickets" above={plain(event.title)}>
        {change}
        {add}
      </Head>
      {list.tickets.length === 0 ? (
        <Empty title="It has no tickets yet">
          <p className="soft">Without one nobody can take a place.</p>
        </Empty>
      ) : (
        <Records label="Tickets" columns={columns} rows={list.tickets} keyOf={({ id }) => id} />
      )}
    </>
  )
}
