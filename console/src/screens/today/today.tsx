import { Anchor } from '@mantine/core'
import type { Event } from '@marquee-events/client'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { todayIn } from '../../interface/days.ts'
import { eventsQuery } from '../../interface/queries.ts'
import { useRights } from '../../interface/rights.ts'
import { ButtonLink } from '../../pieces/button-link.tsx'
import { Card, Failed, Head, Waiting } from '../../pieces/page.tsx'
import { dayWords, plain, wallWords } from '../../pieces/words.ts'
import { site } from '../../site.ts'
import { EventState } from '../events/event-state.tsx'
import { Attention } from './attention.tsx'
import { FirstSteps, StepsLeft } from './first-steps.tsx'
import { Tonight } from './tonight.tsx'

/** What waits, what is on tonight, and what is next. Before the first sale it is the way to it. */
export function Today() {
  const { mayMakeEvents } = useRights()
  const next = useQuery(eventsQuery({ page: 1, search: '', show: 'coming' }))
  if (next.isPending) return <Waiting />
  if (next.isError) return <Failed error={next.error} again={() => void next.refetch()} isScreen />
  const { events, total } = next.data
  const today = todayIn(site.zone)
  const tonight = events.filter(event => isOn(event, today))
  const later = events.filter(event => !tonight.includes(event))
  return (
    <>
      <Head title="Today" above={dayWords(today)}>
        {mayMakeEvents && <ButtonLink to="/events/new">New event</ButtonLink>}
      </Head>
      <Attention />
      <FirstSteps hasEvents={events.length > 0} />
      {tonight.length > 0 && (
        <section className="tonight" aria-label="Tonight">
          {tonight.slice(0, 4).map(event => (
            <Tonight key={event.id} event={event} />
          ))}
        </section>
      )}
      {later.length > 0 && (
        <Card
          title={tonight.length > 0 ? 'After tonight' : 'Next events'}
          aside={
            <Anchor component={Link} to="/events">
              All {total}
            </Anchor>
          }
        >
          <NextEvents events={later.slice(0, 6)} />
        </Card>
      )}
      <StepsLeft />
    </>
  )
}

/** Whether it begins today, or goes on from before. Where it is later than at the site, it may be tomorrow there already. */
const isOn = ({ start_date, utc_start_date: utc, status }: Event, today: string) =>
  status === 'publish' &&
  (start_date.slice(0, 10) <= today || Date.parse(`${utc.replace(' ', 'T')}Z`) <= Date.now())

function NextEvents({ events }: { events: readonly Event[] }) {
  return (
    <ul className="lines">
      {events.map(event => (
        <li key={event.id}>
          <div style={{ minWidth: 0 }}>
            <Link to="/events/$event" params={{ event: event.id }} className="strong">
              {plain(event.title)}
            </Link>
            <div className="soft small">
              {wallWords(event.start_date)} {event.timezone_abbr}
            </div>
          </div>
          <div className="acts">
            {event.attendance && (
              <span className="soft small">{event.attendance.total_attendees} sold</span>
            )}
            <EventState event={event} />
          </div>
        </li>
      ))}
    </ul>
  )
}
