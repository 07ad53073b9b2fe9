import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ifStill, marquee, versionOf } from '../../interface/marquee.ts'
import { eventQuery } from '../../interface/queries.ts'
import { say, useEnded } from '../../interface/writes.ts'
import { Head } from '../../pieces/page.tsx'
import { plain } from '../../pieces/words.ts'
import { EventForm } from './event-form.tsx'

const route = getRouteApi('/events/$event')

export function NewEvent() {
  const navigate = useNavigate()
  const ended = useEnded()
  return (
    <>
      <Head title="New event" />
      <EventForm
        button="Save the draft"
        save={async request => {
          const event = await marquee.createEvent({ ...request, status: 'draft' })
          await ended(['events'])
          say('Saved as a draft. Nobody else sees it yet.')
          await navigate({ to: '/events/$event', params: { event: event.id } })
        }}
      />
    </>
  )
}

export function EditEvent() {
  const { event: id } = route.useParams()
  const { data } = useSuspenseQuery(eventQuery(id))
  // What the form was opened from. When others change the event meanwhile, saving says so.
  const [event] = useState(data)
  const navigate = useNavigate()
  const ended = useEnded()
  return (
    <>
      <Head title="Edit event" above={plain(data.title)} />
      <EventForm
        event={event}
        version={() => versionOf(`events/v1/events/${id}`)}
        button="Save"
        save={async (request, from) => {
          await marquee.updateEvent({ id, ...request }, ifStill(from))
          await ended(['events', 'tickets'])
          say('Saved.')
          await navigate({ to: '/events/$event', params: { event: id } })
        }}
      />
    </>
  )
}
