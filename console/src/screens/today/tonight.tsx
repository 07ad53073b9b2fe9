import { Paper } from '@mantine/core'
import type { Event } from '@marquee-events/client'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ListAddress } from '../../interface/list-address.ts'
import { countQuery } from '../../interface/queries.ts'
import { useRights } from '../../interface/rights.ts'
import { plain } from '../../pieces/words.ts'
import { insideAt, soldAt } from '../events/event-counts.ts'

const lately = 10 * 60_000

/** An event of tonight: who has a place, who is inside, and how fast they come. */
export function Tonight({ event }: { event: Event }) {
  const { may } = useRights()
  // The same ten minutes as long as this is shown: another address each second would be another list each second.
  const [since] = useState(() => new Date(Date.now() - lately).toISOString())
  const inside = insideAt(event.id)
  return (
    <Paper withBorder p="lg" component="article">
      <div className="soft small">
        {event.start_date.slice(11, 16)} {event.timezone_abbr}
      </div>
      <h2>
        <Link to="/events/$event" params={{ event: event.id }}>
          {plain(event.title)}
        </Link>
      </h2>
      {may('attendees.read', event.id) && (
        <dl className="figures">
          <Figure name="Sold" rows={soldAt(event.id)} />
          <Figure name="Inside" rows={inside} />
          <Figure name="In ten minutes" rows={{ ...inside, 'filter.entered.gte': since }} />
        </dl>
      )}
      <p className="acts small" style={{ marginTop: 10 }}>
        {may('keys.write', event.id) && <Link to="/door">Phones at the door</Link>}
        {may('attendees.read', event.id) && (
          <Link to="/attendees" search={{ ...soldAt(event.id), 'filter.checked_in': 'false' }}>
            Who is still to come
          </Link>
        )}
      </p>
    </Paper>
  )
}

function Figure({ name, rows }: { name: string; rows: ListAddress }) {
  const { data } = useQuery({ ...countQuery('attendees', rows), refetchInterval: 60_000 })
  return (
    <div>
      <dt className="soft small">{name}</dt>
      <dd>
        <Link to="/attendees" search={rows} aria-label={`${name}: ${data ?? 0}, show the rows`}>
          {data ?? '…'}
        </Link>
      </dd>
    </div>
  )
}
