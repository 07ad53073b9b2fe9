import { MarqueeError } from '@marquee-events/client'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link, Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { eventQuery } from '../../interface/queries.ts'
import { useRights } from '../../interface/rights.ts'
import { NotYours } from '../../shell/missing.tsx'
import { Waiting } from '../../pieces/page.tsx'
import { dayWords, plain } from '../../pieces/words.ts'
import { InTrash } from './in-trash.tsx'

const route = getRouteApi('/events/$event')

const ofEvent = [
  'tickets',
  'questions',
  'codes',
  'door',
  'mails',
  'edit',
  'call-off',
  'duplicate',
  'refunds',
  'settlements',
  'import',
] as const

type Part = (typeof ofEvent)[number]

const names: Readonly<Record<Part, string>> = {
  tickets: 'Tickets',
  questions: 'Questions',
  codes: 'Codes',
  door: 'Door',
  mails: 'Words in mails',
  edit: 'Edit event',
  'call-off': 'Call off or postpone',
  duplicate: 'Duplicate',
  refunds: 'Give money back',
  settlements: 'Settlement',
  import: 'Import attendees',
}

/** The screens of an event that somebody may open, in the order of the rail. */
function useParts(id: number, mayEdit: boolean): Part[] {
  const { may, mayMakeEvents } = useRights()
  const is: Readonly<Record<Part, boolean>> = {
    tickets: true,
    questions: mayEdit || may('attendees.read', id),
    codes: may('coupons.write'),
    door: may('door.scan', id) || may('reports.read', id) || may('keys.write', id),
    mails: mayEdit,
    edit: mayEdit,
    'call-off': mayEdit,
    duplicate: mayEdit && mayMakeEvents,
    refunds: may('orders.refund', id),
    settlements: may('money.read', id),
    import: may('attendees.write', id),
  }
  return ofEvent.filter(part => is[part])
}

function EventLinks({ id, mayEdit }: { id: number; mayEdit: boolean }) {
  const { may } = useRights()
  return (
    <>
      <li>
        <Link to="/events/$event" params={{ event: id }} activeOptions={{ exact: true }}>
          Overview
        </Link>
      </li>
      {useParts(id, mayEdit).map(part => (
        <li key={part}>
          <Link to={`/events/$event/${part}`} params={{ event: id }}>
            {names[part]}
          </Link>
        </li>
      ))}
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
    </>
  )
}

/** An event with its screens, or what became of it. */
export function OneEvent() {
  const { event: id } = route.useParams()
  const { error, isPending } = useQuery(eventQuery(id))
  if (isPending) return <Waiting />
  return MarqueeError.is(error, 'event-no-longer-available') ? <InTrash /> : <WithRail />
}

/** An event with its second rail. */
function WithRail() {
  const { event: id } = route.useParams()
  const { data: event } = useSuspenseQuery(eventQuery(id))
  const path = useRouterState({ select: state => state.location.pathname })
  // Only who may change the event gets what proves a change.
  const isChanging = /\/(edit|mails|call-off|duplicate|tickets\/\w+)$/.test(path)
  const rail = useTabInSight(path)
  return (
    <div className="two">
      <nav className="side" aria-label="This event" ref={rail}>
        <p className="event">
          <span className="soft small" style={{ fontWeight: 400, display: 'block' }}>
            {dayWords(event.start_date)}
          </span>
          {plain(event.title)}
        </p>
        <ul>
          <EventLinks id={id} mayEdit={event.nonces !== undefined} />
        </ul>
      </nav>
      <div style={{ minWidth: 0 }}>{event.nonces || !isChanging ? <Outlet /> : <NotYours />}</div>
    </div>
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
