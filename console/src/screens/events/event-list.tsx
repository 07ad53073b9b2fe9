import type { Event } from '@marquee-events/client'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ButtonLink } from '../../pieces/button-link.tsx'
import type { ListAddress } from '../../interface/list-address.ts'
import { eventsQuery } from '../../interface/queries.ts'
import { useRights } from '../../interface/rights.ts'
import { ListTools } from '../../pieces/list-tools.tsx'
import { Empty, Failed, Head, Waiting } from '../../pieces/page.tsx'
import { type Column, Records } from '../../pieces/records.tsx'
import { counted, plain, wallWords } from '../../pieces/words.ts'
import { EventState } from './event-state.tsx'
import { FoundEvents } from './found-events.tsx'
import { EventPages, ShownOfEvents } from './list-head.tsx'
import { TrashedEvents } from './trashed-events.tsx'

const route = getRouteApi('/events')

const columns: readonly Column<Event>[] = [
  {
    head: 'Event',
    cell: event => (
      <>
        <Link to="/events/$event" params={{ event: event.id }} className="who">
          {plain(event.title)}
        </Link>
        <div className="soft small">{venueName(event)}</div>
      </>
    ),
  },
  {
    head: 'When',
    cell: ({ start_date, timezone_abbr }) => (
      <span className="small">
        {wallWords(start_date)} <span className="soft">{timezone_abbr}</span>
      </span>
    ),
  },
  { head: 'State', cell: event => <EventState event={event} /> },
  {
    head: 'Sold',
    right: true,
    cell: ({ attendance }) => (
      <span>
        {attendance?.total_attendees ?? ''}
        {attendance && <span className="soft small"> sold</span>}
      </span>
    ),
  },
]

export function venueName({ venue, attendance_mode: mode }: Event) {
  if (!Array.isArray(venue)) return plain(venue.venue ?? '')
  return mode === 'online' ? 'Online' : 'No venue yet'
}

/** What the screen shows, as the address of a list. */
function listed({ search, show, now }: { search: string; show: string; now: string }): ListAddress {
  const shown: Readonly<Record<string, ListAddress>> = {
    coming: { 'filter.ends.gte': now, sort: 'starts' },
    past: { 'filter.ends.lte': now, sort: '-starts' },
    drafts: { 'filter.status': 'draft,pending' },
  }
  return { ...(search !== '' && { search }), ...(shown[show] ?? { sort: '-starts' }) }
}

/** The events; the address has what is shown. One with filters, as views have them, is a list like the others. */
export function EventListScreen() {
  const address = route.useSearch()
  const { page: _page, show: _show, ...asked } = address
  const isFiltered = Object.keys(asked).some(part => part !== 'search')
  if (isFiltered) return <FoundEvents address={asked} />
  return address.show === 'trash' ? <TrashedEvents /> : <ShownEvents />
}

const moving = 'What is coming or past moves with the clock, and is always here.'

function ShownEvents() {
  const { page = 1, search = '', show = 'coming' } = route.useSearch()
  const { mayMakeEvents, isStaff } = useRights()
  // The same moment as long as this is shown, or each second would be another list.
  const [now] = useState(() => new Date().toISOString())
  const list = useQuery(eventsQuery({ page, search, show }))
  const isAsking = search !== '' || show !== 'coming'
  return (
    <>
      <Head title="Events">
        {isStaff && (
          <ListTools
            list="events"
            address={listed({ search, show, now })}
            {...((show === 'coming' || show === 'past') && { unsaved: moving })}
          />
        )}
        {mayMakeEvents && <ButtonLink to="/events/new">New event</ButtonLink>}
      </Head>
      <ShownOfEvents />
      {list.isPending && <Waiting />}
      {list.isError && <Failed error={list.error} again={() => void list.refetch()} />}
      {list.data?.events.length === 0 && (
        <Empty title={isAsking ? 'No event is like that' : 'No event is coming'}>
          {isAsking ? (
            <Link to="/events">Show what is coming</Link>
          ) : (
            <p className="soft">Make one, add tickets, publish it: it sells in minutes.</p>
          )}
        </Empty>
      )}
      {list.data && list.data.events.length > 0 && (
        <Records
          label="Events"
          columns={columns}
          rows={list.data.events}
          keyOf={({ id }) => id}
          aged={list.isPlaceholderData}
          foot={counted(list.data.total, 'event')}
        />
      )}
      <EventPages total={list.data?.total_pages ?? 0} />
    </>
  )
}
