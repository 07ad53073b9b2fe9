import type { Event } from '@marquee-events/client'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link, Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { eventQuery } from '../../interface/queries.ts'
import { useRights } from '../../interface/rights.ts'
import { NotYours } from '../../shell/missing.tsx'
import { dayWords, plain } from '../../pieces/words.ts'

const route = getRouteApi('/events/$event')

/** An event with its second rail. */
export function OneEvent() {
  const { event: id } = route.useParams()
  const { data: event } = useSuspenseQuery(eventQuery(id))
  const path = useRouterState({ select: state => state.location.pathname })
  // Only who may change the event gets what proves a change.
  const isChanging = /\/(edit|call-off|duplicate|tickets\/\w+)$/.test(path)
  return (
    <div className="two">
      <EventRail event={event} path={path} />
      <div style={{ minWidth: 0 }}>{event.nonces || !isChanging ? <Outlet /> : <NotYours />}</div>
    </div>
  )
}

/** Where one can go from an event, by what one may do there. */
function EventRail({ event, path }: { event: Event; path: string }) {
  const { id } = event
  const { may } = useRights()
  const rail = useTabInSight(path)
  return (
    <nav className="side" aria-label="This event" ref={rail}>
      <p className="event">
        <span className="soft small" style={{ fontWeight: 400, display: 'block' }}>
          {dayWords(event.start_date)}
        </span>
        {plain(event.title)}
      </p>
      <ul>
        <li>
          <Link to="/events/$event" params={{ event: id }} activeOptions={{ exact: true }}>
            Overview
          </Link>
        </li>
        <li>
          <Link to="/events/$event/tickets" params={{ event: id }}>
            Tickets
          </Link>
        </li>
        {(event.nonces || may('attendees.read', id)) && (
          <li>
            <Link to="/events/$event/questions" params={{ event: id }}>
              Questions
            </Link>
          </li>
        )}
        {event.nonces && (
          <>
            <li>
              <Link to="/events/$event/edit" params={{ event: id }}>
                Edit event
              </Link>
            </li>
            <li>
              <Link to="/events/$event/call-off" params={{ event: id }}>
                Call off or postpone
              </Link>
            </li>
            <li>
              <Link to="/events/$event/duplicate" params={{ event: id }}>
                Duplicate
              </Link>
            </li>
          </>
        )}
        {may('orders.refund', id) && (
          <li>
            <Link to="/events/$event/refunds" params={{ event: id }}>
              Give money back
            </Link>
          </li>
        )}
        {may('money.read', id) && (
          <li>
            <Link to="/events/$event/settlements" params={{ event: id }}>
              Settlement
            </Link>
          </li>
        )}
        {may('boxoffice.sell', id) && (
          <li>
            <Link to="/desk" search={{ event: String(id) }}>
              Desk
            </Link>
          </li>
        )}
        {may('orders.read', id) && (
          <li>
            <Link to="/orders" search={{ 'filter.event': String(id) }}>
              Orders
            </Link>
          </li>
        )}
        {may('attendees.read', id) && (
          <li>
            <Link to="/attendees" search={{ 'filter.event': String(id) }}>
              People
            </Link>
          </li>
        )}
        {may('attendees.write', id) && (
          <li>
            <Link to="/events/$event/import" params={{ event: id }}>
              Import attendees
            </Link>
          </li>
        )}
      </ul>
    </nav>
  )
}

/** On a phone the rail is a row that is wider than the screen: the tab of what is open comes into sight. */
function useTabInSight(path: string) {
  const rail = useRef<HTMLElement>(null)
  useEffect(() => {
    rail.current
      ?.querySelector('[aria-current=page]')
      ?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [path])
  return rail
}
