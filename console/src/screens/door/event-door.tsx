import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { doorCountsQuery } from '../../interface/door-queries.ts'
import { eventQuery } from '../../interface/queries.ts'
import { useRights } from '../../interface/rights.ts'
import { ButtonLink } from '../../pieces/button-link.tsx'
import { Head, Outside } from '../../pieces/page.tsx'
import { Tile } from '../../pieces/tile.tsx'
import { counted, plain } from '../../pieces/words.ts'
import { site } from '../../site.ts'
import { DoorConflicts } from './door-conflicts.tsx'
import { Gates } from './gates.tsx'

const route = getRouteApi('/events/$event')

/** The doors of one event: who is inside, who was let in twice, and its gates. */
export function EventDoor() {
  const { event: id } = route.useParams()
  const { data: event } = useSuspenseQuery(eventQuery(id))
  const { may } = useRights()
  const setsUp = may('keys.write', id)
  return (
    <>
      <Head title="Door" above={plain(event.title)}>
        {may('door.search', id) && (
          <Outside href={`${site.base}/tickets-door/list?event=${id}`}>Door list on paper</Outside>
        )}
        {setsUp && (
          <ButtonLink to="/door" search={{ event: String(id), new: '1' }}>
            Pair a phone
          </ButtonLink>
        )}
      </Head>
      {may('door.scan', id) && <Inside event={id} />}
      {may('reports.read', id) && <DoorConflicts event={id} />}
      {setsUp && <Gates event={id} />}
    </>
  )
}

function Inside({ event }: { event: number }) {
  const { data } = useQuery(doorCountsQuery(event))
  const figure = (value: number | undefined) => value?.toLocaleString('en') ?? '…'
  return (
    <div className="tiles">
      <Tile
        name="Inside now"
        figure={figure(data?.inside)}
        words={
          data && data.guests > 0
            ? `${counted(data.guests, 'guest')} without a ticket among them`
            : 'by the scans of the doors'
        }
      />
      <Tile
        name="Came"
        figure={figure(data?.checked_in)}
        words={`of ${figure(data?.expected)} expected`}
        {...(data && data.expected > 0 && { share: data.checked_in / data.expected })}
      />
      <Tile name="In ten minutes" figure={figure(data?.last_ten_minutes)} words="came in" />
    </div>
  )
}
