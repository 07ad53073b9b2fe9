import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ButtonLink } from '../pieces/button-link.tsx'
import { eventsQuery } from '../interface/queries.ts'
import { useRights } from '../interface/rights.ts'
import { Card, Empty, Failed, Head, Waiting } from '../pieces/page.tsx'
import { plain, wallWords } from '../pieces/words.ts'
import { EventState } from './events/event-state.tsx'

/** What is next. Before the first event it is the way to the first sale. */
export function Today() {
  const { mayMakeEvents, me } = useRights()
  const next = useQuery(eventsQuery({ page: 1, search: '', show: 'coming' }))
  if (next.isPending) return <Waiting />
  if (next.isError) return <Failed error={next.error} again={() => void next.refetch()} />
  const { events, total } = next.data
  return (
    <>
      <Head title="Today" above={`Signed in as ${me.user.display_name}`}>
        {mayMakeEvents && <ButtonLink to="/events/new">New event</ButtonLink>}
      </Head>
      {events.length === 0 ? <FirstSteps /> : null}
      {events.length > 0 && (
        <Card
          title="Next events"
          aside={
            <Anchor component={Link} to="/events">
              All {total}
            </Anchor>
          }
        >
          <ul className="cards">
            {events.slice(0, 6).map(event => (
              <li key={event.id} className="head" style={{ margin: 0 }}>
                <div>
                  <Link to="/events/$event" params={{ event: event.id }} className="strong">
                    {plain(event.title)}
                  </Link>
                  <div className="soft small">{wallWords(event.start_date)}</div>
                </div>
                <div className="acts">
                  <Attendance event={event} />
                  <EventState event={event} />
                </div>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}

function Attendance({
  event,
}: {
  event: { attendance?: { total_attendees: number; checked_in: number } }
}) {
  const { attendance } = event
  if (!attendance) return null
  return (
    <span className="soft small">
      {attendance.total_attendees} sold, {attendance.checked_in} inside
    </span>
  )
}

function FirstSteps() {
  return (
    <Empty title="From here to the first sale in three steps">
      <ol
        style={{ textAlign: 'left', display: 'inline-block', margin: '0 0 16px', lineHeight: 1.9 }}
      >
        <li>Make an event: a name, a day and a place.</li>
        <li>Add a ticket: a name, a price or none, and how many there are.</li>
        <li>Publish it, open its page, and take a ticket yourself.</li>
      </ol>
      <div>
        <ButtonLink to="/events/new" variant="default">
          Make the first event
        </ButtonLink>
      </div>
    </Empty>
  )
}
