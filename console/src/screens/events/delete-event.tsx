import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type Event, MarqueeError } from '@marquee-events/client'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { marquee } from '../../interface/marquee.ts'
import { useRecordRights } from '../../interface/record-rights.ts'
import { useRights } from '../../interface/rights.ts'
import { say, useEnded } from '../../interface/writes.ts'
import { wordsOf } from '../../interface/wrong.ts'
import { ButtonLink } from '../../pieces/button-link.tsx'
import { Wrong } from '../../pieces/page.tsx'
import { counted, plain } from '../../pieces/words.ts'
import { KeepOrEnd } from '../../pieces/keep-or-end.tsx'

/** Moves an event to the trash, after saying what that means for visitors and for people with tickets. */
export function DeleteEvent({ event }: { event: Event }) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const { mayDelete } = useRecordRights()
  if (!mayDelete(event)) return null
  return (
    <>
      <Button variant="default" onClick={open}>
        Delete
      </Button>
      <Modal opened={isOpen} onClose={close} title={`Delete ${plain(event.title)}?`} size="lg">
        <Deleting event={event} close={close} />
      </Modal>
    </>
  )
}

type Holders = { tickets: number; orders?: number }

/** Who would stand outside, as the refusal of the service says (contract 5.18). */
const holdersIn = (error: unknown): Holders | undefined =>
  MarqueeError.is(error, 'event-has-orders')
    ? (error.data as { details?: Holders }).details
    : undefined

const isDraft = ({ status }: Event) => status === 'draft' || status === 'pending'

function useDelete(event: Event) {
  const navigate = useNavigate()
  const ended = useEnded()
  return useMutation({
    mutationFn: (force: boolean) => marquee.deleteEvent({ id: event.id, ...(force && { force }) }),
    onSuccess: async () => {
      // Its own screens are left before what they show is read anew: it is not there any more.
      await navigate({ to: '/events', search: isDraft(event) ? { show: 'drafts' } : {} })
      await ended(['events', 'tickets'])
      say(`${plain(event.title)} is in the trash. “Show: In the trash” brings it back.`)
    },
  })
}

/** People with valid tickets for what is not over, as far as the person may know. */
function holdersOf({ attendance, utc_end_date: ends }: Event): Holders | undefined {
  const tickets = attendance?.total_attendees ?? 0
  const isOver = Date.parse(`${ends.replace(' ', 'T')}Z`) <= Date.now()
  return tickets > 0 && !isOver ? { tickets } : undefined
}

type Props = { event: Event; close: () => void }

function Deleting({ event, close }: Props) {
  const remove = useDelete(event)
  const holders = holdersIn(remove.error) ?? holdersOf(event)
  if (holders) return <WithHolders {...{ event, close, holders, remove }} />
  return (
    <>
      <Wrong text={remove.error ? wordsOf(remove.error) : undefined} />
      <Stack gap="sm">
        <Text>
          {isDraft(event)
            ? 'It is a draft: no visitor sees it.'
            : 'Its page is not found any more. Lists and calendars leave it out, and its tickets are not sold.'}
        </Text>
        <Text>{`${ticketWords(event)}From the trash it comes back with all it has.`}</Text>
      </Stack>
      <KeepOrEnd
        keep={close}
        end={{ isPending: remove.isPending, mutate: () => remove.mutate(false) }}
      >
        Delete the event
      </KeepOrEnd>
    </>
  )
}

/** What stays of what was sold; those who may not know how much read nothing of it. */
function ticketWords({ attendance }: Event): string {
  if (!attendance) return ''
  const { total_attendees: sold } = attendance
  return sold === 0
    ? 'Nobody has a ticket. '
    : `It is over: its orders, ${counted(sold, 'ticket')} and money stay as they are. `
}

type Held = Props & { holders: Holders; remove: ReturnType<typeof useDelete> }

/** People with tickets are told of an event that is called off, and of one that is deleted they are not. */
function WithHolders({ event, close, holders: { tickets, orders }, remove }: Held) {
  const [isMeant, setMeant] = useState(false)
  const isOff = event.happening === 'cancelled'
  const { error } = remove
  const of = orders === undefined ? '' : ` of ${counted(orders, 'order')}`
  return (
    <>
      <Wrong text={error && !holdersIn(error) ? wordsOf(error) : undefined} />
      <Stack gap="sm">
        <Text fw={600}>
          {`${counted(tickets, 'ticket')}${of} ${tickets === 1 ? 'is' : 'are'} valid, and it is not over.`}
        </Text>
        <Text>
          {isOff
            ? 'It is called off: its page says so to whoever comes back to it. Give the money back before you delete it.'
            : 'Called off, its page stays and says so, everybody with a ticket is told by mail with your reason, and giving the money back is the next step.'}
        </Text>
        <Text>
          Deleted, its page is not found and nobody is told. Tickets still open the door. Orders and
          money stay, and cannot be given back for the whole event while it is in the trash.
        </Text>
        <Checkbox
          label="Delete it all the same"
          checked={isMeant}
          onChange={({ currentTarget: { checked } }) => setMeant(checked)}
        />
      </Stack>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={close}>
          Keep it
        </Button>
        <Button
          color="bad"
          variant={isMeant ? 'filled' : 'default'}
          disabled={!isMeant}
          loading={remove.isPending}
          onClick={() => remove.mutate(true)}
        >
          Delete the event
        </Button>
        <Instead event={event} isOff={isOff} />
      </Group>
    </>
  )
}

/** What is better for people with tickets: the event says that it is off, or their money goes back. */
function Instead({ event, isOff }: { event: Event; isOff: boolean }) {
  const { may } = useRights()
  const params = { event: event.id }
  if (!isOff)
    return event.nonces ? (
      <ButtonLink to="/events/$event/call-off" params={params}>
        Call it off instead
      </ButtonLink>
    ) : null
  return may('orders.refund', event.id) ? (
    <ButtonLink to="/events/$event/refunds" params={params}>
      Give the money back
    </ButtonLink>
  ) : null
}
