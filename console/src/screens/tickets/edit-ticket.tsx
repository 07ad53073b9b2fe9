import { Button, Modal, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Ticket } from '@marquee-events/client'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ifStill, marquee, versionOf } from '../../interface/marquee.ts'
import { eventQuery, ticketQuery, ticketsQuery } from '../../interface/queries.ts'
import { useRights } from '../../interface/rights.ts'
import { say, useEnded, useWrite } from '../../interface/writes.ts'
import { ButtonLink } from '../../pieces/button-link.tsx'
import { Head } from '../../pieces/page.tsx'
import { plain } from '../../pieces/words.ts'
import { KeepOrEnd } from '../../pieces/keep-or-end.tsx'
import { blankDraft, changeOf, draftOf, requestOf } from './ticket-draft.ts'
import { TicketEntry } from './ticket-entry.tsx'
import { TicketFees } from './ticket-fees.tsx'
import { TicketForm } from './ticket-form.tsx'
import { TicketTax } from './ticket-tax.tsx'

const ofEvent = getRouteApi('/events/$event')
const ofTicket = getRouteApi('/events/$event/tickets/$ticket')

/** The places that tickets of the event share already. */
function useShared(event: number): number | undefined {
  const { data } = useSuspenseQuery(ticketsQuery(event))
  return data.tickets.find(
    ({ capacity_details }) => capacity_details.global_stock_mode === 'global',
  )?.capacity_details.max
}

export function NewTicket() {
  const { event: id } = ofEvent.useParams()
  const { data: event } = useSuspenseQuery(eventQuery(id))
  const shared = useShared(id)
  const ended = useEnded()
  const navigate = useNavigate()
  return (
    <>
      <Head title="New ticket" above={plain(event.title)} />
      <TicketForm
        first={blankDraft(shared)}
        zone={event.timezone}
        button="Add the ticket"
        save={async draft => {
          await marquee.createTicket({ post_id: id, provider: 'tc', ...requestOf(draft) })
          await ended(['events', 'tickets'])
          say(`${draft.name} is there.`)
          await navigate({ to: '/events/$event', params: { event: id } })
        }}
      />
    </>
  )
}

export function EditTicket() {
  const { event, ticket: id } = ofTicket.useParams()
  const { data: ticket } = useSuspenseQuery(ticketQuery(id))
  const { data: record } = useSuspenseQuery(eventQuery(event))
  const shared = useShared(event)
  const ended = useEnded()
  const navigate = useNavigate()
  // What the form was opened from. When others change the ticket meanwhile, saving says so.
  const [first] = useState(() => draftOf(ticket, shared))
  const { may } = useRights()
  const leave = () => navigate({ to: '/events/$event/tickets', params: { event } })
  return (
    <>
      <Head title={plain(ticket.title)} above={plain(record.title)}>
        {may('audit.read') && (
          <ButtonLink
            to="/audit"
            search={{ record: 'ticket', record_id: String(id) }}
            variant="default"
          >
            Who changed it
          </ButtonLink>
        )}
        <DeleteTicket
          id={id}
          event={event}
          name={plain(ticket.title)}
          sold={ticket.totals?.sold ?? 0}
          after={leave}
        />
      </Head>
      <TicketForm
        first={first}
        zone={record.timezone}
        button="Save"
        versioned={{
          version: () => versionOf(`tickets/v1/tickets/${id}`),
          fieldsOf: (now: Ticket) => draftOf(now, shared),
          hasNeighbours: true,
        }}
        save={async (draft, from, before) => {
          await marquee.updateTicket(
            { id, post_id: event, ...changeOf(draft, before) },
            ifStill(from),
          )
          await ended(['events', 'tickets'])
          say('Saved.')
          await leave()
        }}
      />
      <div className="narrow">
        <TicketEntry ticket={id} />
        {may('fees.write') && <TicketFees ticket={id} />}
        <TicketTax ticket={id} />
      </div>
    </>
  )
}

type Deleting = { id: number; event: number; name: string; sold: number; after: () => unknown }

function DeleteTicket({ id, event, name, sold, after }: Deleting) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const remove = useWrite({
    write: () => marquee.deleteTicket({ id, post_id: event }),
    changes: ['events', 'tickets'],
    done: `${name} is not sold any more.`,
    after,
  })
  return (
    <>
      <Button variant="default" onClick={open}>
        Delete
      </Button>
      <Modal opened={isOpen} onClose={close} title={`Delete ${name}?`}>
        <Text>
          {sold === 0
            ? 'Nobody has one.'
            : `${sold} were sold. They stay valid, and their orders stay as they are.`}{' '}
          It is not offered any more.
        </Text>
        <KeepOrEnd keep={close} end={remove}>
          Delete the ticket
        </KeepOrEnd>
      </Modal>
    </>
  )
}
