import { Button } from '@mantine/core'
import type { Event } from '@marquee-events/client'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ButtonLink } from '../../pieces/button-link.tsx'
import { marquee } from '../../interface/marquee.ts'
import { eventQuery, ticketsQuery } from '../../interface/queries.ts'
import { useRights } from '../../interface/rights.ts'
import { useWrite } from '../../interface/writes.ts'
import { Card, Empty, Head } from '../../pieces/page.tsx'
import { plain, wallWords } from '../../pieces/words.ts'
import { site } from '../../site.ts'
import { TicketBars } from '../tickets/ticket-bars.tsx'
import { venueName } from './event-list.tsx'
import { DeleteEvent } from './delete-event.tsx'
import { EventCharts } from './event-charts.tsx'
import { EventFigures } from './event-figures.tsx'
import { EventState } from './event-state.tsx'
import { House } from './house.tsx'

const route = getRouteApi('/events/$event')

/** A line breaks after it, not before. */
const dot = '\u00a0· '

/** What there is to know about an event at a glance, and what is to be done next. */
export function EventOverview() {
  const { event: id } = route.useParams()
  const { data: event } = useSuspenseQuery(eventQuery(id))
  const { data: list } = useSuspenseQuery(ticketsQuery(id))
  const isDraft = event.status === 'draft' || event.status === 'pending'
  return (
    <>
      <Head
        title={plain(event.title)}
        above={
          <>
            {`${wallWords(event.start_date)} ${event.timezone_abbr}${dot}`}
            <WhereAndWho event={event} />
          </>
        }
      >
        <EventState event={event} />
        <Button
          component="a"
          variant="default"
          href={isDraft ? `${site.base}/admin/preview/${id}` : event.url}
          target="_blank"
          rel="noopener"
        >
          {isDraft ? 'Preview' : 'Open its page'}
        </Button>
        <DeleteEvent event={event} />
        {isDraft && event.nonces && <Publish event={event} hasTickets={list.tickets.length > 0} />}
      </Head>
      <EventFigures event={event} tickets={list.tickets} />
      {list.tickets.length === 0 ? (
        <Empty title="It has no tickets yet">
          <p className="soft" style={{ marginBottom: 14 }}>
            A free ticket counts who comes; one with a price sells.
          </p>
          {event.nonces && (
            <ButtonLink to="/events/$event/tickets/new" params={{ event: id }}>
              Add a ticket
            </ButtonLink>
          )}
        </Empty>
      ) : (
        <Card
          title="The house, and who may take from it"
          aside={
            event.nonces && (
              <Link to="/events/$event/tickets" params={{ event: id }}>
                Change tickets
              </Link>
            )
          }
        >
          <House tickets={list.tickets} />
          <TicketBars tickets={list.tickets} mayChange={event.nonces !== undefined} />
        </Card>
      )}
      {list.tickets.length > 0 && <EventCharts event={event} tickets={list.tickets} />}
      {event.happening !== 'scheduled' && event.happening_reason !== '' && (
        <Card
          title={event.happening === 'cancelled' ? 'Why it was cancelled' : 'Why it was postponed'}
        >
          <p>{event.happening_reason}</p>
        </Card>
      )}
    </>
  )
}

/** Its venue and organizers; whoever may change such records is led to them. */
function WhereAndWho({ event }: { event: Event }) {
  const { mayMakePlaces } = useRights()
  const { venue, organizer: organizers } = event
  if (!mayMakePlaces) return venueName(event)
  return (
    <>
      {Array.isArray(venue) ? (
        venueName(event)
      ) : (
        <Link to="/places" search={{ show: 'venues', open: String(venue.id) }}>
          {venueName(event)}
        </Link>
      )}
      {organizers.map(({ id, organizer = '' }) => (
        <span key={id}>
          {dot}
          <Link to="/places" search={{ show: 'organizers', open: String(id) }}>
            {plain(organizer)}
          </Link>
        </span>
      ))}
    </>
  )
}

function Publish({ event, hasTickets }: { event: Event; hasTickets: boolean }) {
  const { mayPublish, may } = useRights()
  const publish = useWrite({
    write: () => marquee.updateEvent({ id: event.id, status: 'publish' }),
    changes: ['events'],
    done: 'Published. Its page is there for everybody.',
  })
  if (!mayPublish && !may('events.write', event.id)) return null
  return (
    <Button
      variant={hasTickets ? 'filled' : 'default'}
      loading={publish.isPending}
      onClick={() => publish.mutate(undefined)}
    >
      Publish
    </Button>
  )
}
