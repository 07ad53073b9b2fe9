import { Button, Group, List, Stack, TextInput } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { marquee } from '../../interface/marquee.ts'
import { eventQuery } from '../../interface/queries.ts'
import { say, useEnded } from '../../interface/writes.ts'
import { useFields } from '../../pieces/form.tsx'
import { Card, Head } from '../../pieces/page.tsx'
import { plain } from '../../pieces/words.ts'

const route = getRouteApi('/events/$event')

/** An event like this one at another date: the next evening, or next year's. */
export function Duplicate() {
  const { event: id } = route.useParams()
  const { data: event } = useSuspenseQuery(eventQuery(id))
  const ended = useEnded()
  const navigate = useNavigate()
  const form = useFields({ start_date: event.start_date.slice(0, 16) }, async ({ start_date }) => {
    const copy = await marquee.copyEvent({ id, start_date: start_date.replace('T', ' ') })
    await ended(['events', 'tickets'])
    say('There is a draft now. It is public when you publish it.')
    await navigate({ to: '/events/$event', params: { event: copy.id } })
  })
  return (
    <>
      <Head title="Duplicate" above={plain(event.title)} />
      <Card>
        <form onSubmit={form.submit}>
          <Stack>
            {form.above}
            <TextInput
              type="datetime-local"
              label="The copy begins"
              description={`On the clock of ${event.timezone}. Its end, doors and sales move with it.`}
              required
              {...form.text('start_date')}
              value={form.values.start_date.replace(' ', 'T')}
            />
            <div>
              <p>The draft has</p>
              <List>
                <List.Item>texts, picture, place, organizers, categories and tags</List.Item>
                <List.Item>tickets with prices, places, limits, fees and windows of sale</List.Item>
                <List.Item>gates, rules of entry and texts of mails</List.Item>
              </List>
              <p>It has none of the orders, people, notes, scanner keys, phones or helpers.</p>
            </div>
            <Group>
              <Button type="submit" loading={form.isSending}>
                Make the draft
              </Button>
            </Group>
          </Stack>
        </form>
      </Card>
    </>
  )
}
