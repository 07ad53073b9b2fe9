import { Button, Group, NativeSelect, Radio, Stack, TextInput } from '@mantine/core'
import { type Attendee, MarqueeError, type MovePreview, type Ticket } from '@marquee-events/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { marquee } from '../../interface/marquee.ts'
import { attendeeQuery, ticketsQuery } from '../../interface/queries.ts'
import { wordsOf } from '../../interface/wrong.ts'
import { say, useEnded } from '../../interface/writes.ts'
import { Dialog } from '../../pieces/dialog.tsx'
import { Problem, useFields } from '../../pieces/form.tsx'
import { Failed, Waiting } from '../../pieces/page.tsx'
import { moneyWords, plain } from '../../pieces/words.ts'
import { priceWords } from '../tickets/ticket-bars.tsx'

type Draft = { ticket: string; difference: 'refund' | 'forgive' | 'keep'; reason: string }

/** Moves a place to another ticket of its event, and settles the difference in the same dialog. */
export function MoveAttendee({ id, close }: { id: number; close: () => void }) {
  const found = useQuery(attendeeQuery(id))
  const event = found.data?.post_id ?? 0
  const tickets = useQuery({ ...ticketsQuery(event), enabled: event > 0 })
  return (
    <Dialog opened onClose={close} title="Move to another ticket" size="lg">
      {found.isError && <Failed error={found.error} />}
      {found.data && tickets.data ? (
        <MoveForm attendee={found.data} tickets={tickets.data.tickets} close={close} />
      ) : (
        <Waiting lines={3} />
      )}
    </Dialog>
  )
}

type Props = { attendee: Attendee; tickets: readonly Ticket[]; close: () => void }

function requestOf({ ticket, difference, reason }: Draft) {
  return {
    ticket: Number(ticket),
    ...(difference === 'keep'
      ? { price: 'keep' as const }
      : { price: 'new' as const, settle: difference }),
    ...(reason !== '' && { reason }),
  }
}

function MoveForm({ attendee, tickets, close }: Props) {
  const ended = useEnded()
  const others = tickets.filter(({ id }) => id !== attendee.ticket_id)
  const form = useFields<Draft>(
    { ticket: String(others[0]?.id ?? ''), difference: 'refund', reason: '' },
    async draft => {
      await marquee.moveAttendee({ id: attendee.id, ...requestOf(draft) })
      await ended(['attendees', 'orders', 'tickets', 'events'])
      say('Moved. The code stays the same.')
      close()
    },
  )
  const { values, change, text } = form
  const preview = useQuery({
    queryKey: ['move-preview', attendee.id, values.ticket, values.difference],
    queryFn: ({ signal }) =>
      marquee.previewAttendeeMove(
        { id: attendee.id, ...requestOf({ ...values, reason: '' }) },
        { signal },
      ),
    enabled: values.ticket !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  if (others.length === 0) return <p>The event has no other ticket.</p>
  return (
    <form onSubmit={form.submit}>
      <Problem problems={form.problems} />
      <Stack>
        <NativeSelect
          label="To"
          value={values.ticket}
          data={others.map(one => ({
            value: String(one.id),
            label: `${plain(one.title)}, ${priceWords(one)}`,
          }))}
          onChange={({ currentTarget: { value } }) => change({ ticket: value })}
        />
        <Radio.Group
          label="The difference"
          value={values.difference}
          onChange={difference => change({ difference })}
        >
          <Stack mt="xs" gap="sm">
            <Radio value="refund" label="is given back: only where the other ticket is cheaper" />
            <Radio
              value="forgive"
              label="is forgiven: the new price counts, nobody pays anything"
            />
            <Radio value="keep" label="does not count: the price that was paid stays" />
          </Stack>
        </Radio.Group>
        <TextInput label="Reason" description="For colleagues. May be empty." {...text('reason')} />
        <div className="told" data-tone={preview.isError ? 'bad' : 'good'} role="status">
          {preview.isError ? refusal(preview.error) : preview.data ? sentence(preview.data) : ''}
        </div>
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button
            type="submit"
            loading={form.isSending}
            disabled={!preview.isSuccess || preview.isPlaceholderData}
          >
            Move
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Why it cannot be moved so; where the two other choices would do, that they would. */
function refusal(error: unknown): string {
  const isChoice = error instanceof MarqueeError && error.message.includes('`keep`')
  if (!isChoice) return wordsOf(error)
  const why = MarqueeError.is(error, 'rest_forbidden')
    ? 'You may give nothing back at this event.'
    : wordsOf(error)
  return `${why} Choose above that the difference is forgiven, or does not count.`
}

function sentence(data: MovePreview): string {
  const parts = [
    data.before === undefined ? '' : `Paid ${moneyWords(data.before, data.currency)}.`,
    data.price_now === undefined
      ? ''
      : `The other ticket costs ${moneyWords(data.price_now, data.currency)}.`,
    Number(data.returned ?? 0) > 0
      ? `${moneyWords(data.returned, data.currency)} go back.`
      : 'Nothing goes back.',
    data.has_place ? '' : 'The other ticket has no place left.',
    data.checked_in ? 'Somebody came in with it; that stays.' : '',
  ]
  return parts.filter(part => part !== '').join(' ')
}
