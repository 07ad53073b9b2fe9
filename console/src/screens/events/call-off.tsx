import { Button, Group, Radio, Stack, Textarea } from '@mantine/core'
import type { Event } from '@marquee-events/client'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { ifStill, marquee, versionOf } from '../../interface/marquee.ts'
import { eventQuery } from '../../interface/queries.ts'
import { useRights } from '../../interface/rights.ts'
import { say, useEnded } from '../../interface/writes.ts'
import { useFields } from '../../pieces/form.tsx'
import { Card, Head } from '../../pieces/page.tsx'
import { counted, plain } from '../../pieces/words.ts'

const route = getRouteApi('/events/$event')

type Happening = Pick<Event, 'happening' | 'happening_reason'>

const fieldsOf = ({ happening, happening_reason }: Happening): Happening => ({
  happening,
  happening_reason,
})

const stateWords: Readonly<Record<string, string>> = {
  scheduled: 'takes place as planned',
  postponed: 'is postponed',
  cancelled: 'is cancelled',
}

/** Whether the event takes place as planned. */
export function CallOff() {
  const { event: id } = route.useParams()
  const { data: event } = useSuspenseQuery(eventQuery(id))
  const ended = useEnded()
  const { may } = useRights()
  const navigate = useNavigate()
  const form = useFields(
    fieldsOf(event),
    async ({ happening, happening_reason }, from) => {
      await marquee.updateEvent({ id, happening, happening_reason }, ifStill(from))
      await ended(['events', 'tickets'])
      say('Saved.')
      const isOff = happening !== 'scheduled' && may('orders.refund', id)
      await navigate({
        to: isOff ? '/events/$event/refunds' : '/events/$event',
        params: { event: id },
      })
    },
    {
      versioned: {
        version: () => versionOf(`events/v1/events/${id}`),
        fieldsOf,
        labels: { happening: 'This event', happening_reason: 'Reason' },
        words: (field, value) => (field === 'happening' ? stateWords[value] : undefined),
      },
    },
  )
  const { values } = form
  const people = event.attendance?.total_attendees ?? 0
  return (
    <>
      <Head title="Call off or postpone" above={plain(event.title)} />
      <Card>
        <form onSubmit={form.submit}>
          {form.above}
          <Stack>
            <Radio.Group
              label="This event"
              value={values.happening}
              onChange={happening => form.change({ happening })}
            >
              <Stack mt="xs">
                <Radio value="scheduled" label="takes place as planned" />
                <Radio
                  value="postponed"
                  label="is postponed: nothing is sold until it has a new day"
                />
                <Radio value="cancelled" label="is cancelled: nothing is sold any more" />
              </Stack>
            </Radio.Group>
            {values.happening !== 'scheduled' && (
              <>
                <Textarea
                  label="Reason"
                  description="Visitors read it on the page, and ticket holders in their mail."
                  {...form.text('happening_reason')}
                />
                <p className="soft small">
                  {counted(people, 'person has a ticket', 'people have a ticket')}. They are told by
                  mail. Nobody is refunded by this: the money is the next step.
                </p>
              </>
            )}
            <Group>
              <Button
                type="submit"
                color={values.happening === 'cancelled' ? 'bad' : 'accent'}
                loading={form.isSending}
                disabled={
                  values.happening === event.happening &&
                  values.happening_reason === event.happening_reason
                }
              >
                {values.happening === 'cancelled'
                  ? 'Cancel the event'
                  : values.happening === 'postponed'
                    ? 'Postpone the event'
                    : 'It takes place'}
              </Button>
            </Group>
          </Stack>
        </form>
      </Card>
    </>
  )
}
