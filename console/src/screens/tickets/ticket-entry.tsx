import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import type { TicketEntry as Entry } from '@marquee-events/client'
import { useSuspenseQuery } from '@tanstack/react-query'
import { ticketEntryQuery } from '../../interface/door-queries.ts'
import { marquee } from '../../interface/marquee.ts'
import { say, useEnded } from '../../interface/writes.ts'
import { useFields } from '../../pieces/form.tsx'
import { Card } from '../../pieces/page.tsx'

const rules: readonly { value: Entry['entry']; label: string }[] = [
  { value: 'once', label: 'once' },
  { value: 'daily', label: 'once each day of the event' },
  { value: 'reentry', label: 'again after each exit' },
]

/** How often a ticket lets in, and what the door has to know of everybody who has one. */
export function TicketEntry({ ticket }: { ticket: number }) {
  const { data } = useSuspenseQuery(ticketEntryQuery(ticket))
  const ended = useEnded()
  const form = useFields(
    { entry: data.entry, door_note: data.door_note },
    async ({ entry, door_note }) => {
      await marquee.updateTicketEntry({ id: ticket, entry, door_note })
      await ended(['tickets'])
      say('Saved. Phones at the door know it at their next contact.')
    },
  )
  return (
    <Card title="At the door">
      <form onSubmit={form.submit}>
        {form.above}
        <Stack>
          <NativeSelect label="It lets in" data={[...rules]} {...form.text('entry')} />
          <TextInput
            label="What the door has to know"
            description="Whoever scans it confirms this before the next scan: “give a wristband”."
            maxLength={500}
            {...form.text('door_note')}
          />
          <Group justify="flex-end">
            <Button type="submit" variant="default" loading={form.isSending}>
              Save for the door
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}
