import { Button, Group, TextInput } from '@mantine/core'
import type { Attendee } from '@marquee-events/client'
import { useQuery } from '@tanstack/react-query'
import { marquee } from '../../interface/marquee.ts'
import { attendeeQuery } from '../../interface/queries.ts'
import { say, useEnded } from '../../interface/writes.ts'
import { Dialog } from '../../pieces/dialog.tsx'
import { Problem, useFields } from '../../pieces/form.tsx'
import { Failed, Waiting } from '../../pieces/page.tsx'
import { plain } from '../../pieces/words.ts'
import { AttendeeAnswers } from '../questions/answers.tsx'

/** Corrects the name and address of whoever has a place. */
export function CorrectAttendee({ id, close }: { id: number; close: () => void }) {
  const found = useQuery(attendeeQuery(id))
  return (
    <Dialog opened onClose={close} title="Correct the attendee">
      {found.isPending && <Waiting lines={3} />}
      {found.isError && <Failed error={found.error} />}
      {found.data && <CorrectForm attendee={found.data} close={close} />}
      {found.data && (
        <AttendeeAnswers id={id} name={plain(found.data.title ?? '') || `place ${id}`} />
      )}
    </Dialog>
  )
}

function CorrectForm({ attendee, close }: { attendee: Attendee; close: () => void }) {
  const ended = useEnded()
  const known = { full_name: plain(attendee.title ?? ''), email: attendee.email ?? '' }
  const form = useFields(known, async values => {
    await marquee.updateAttendee({
      id: attendee.id,
      full_name: values.full_name,
      // Whoever may not see the address must not empty it.
      ...(values.email !== known.email && { email: values.email }),
    })
    await ended(['attendees', 'orders'])
    say('Corrected.')
    close()
  })
  return (
    <form onSubmit={form.submit}>
      <Problem problems={form.problems} />
      <TextInput label="Name" {...form.text('full_name')} data-autofocus />
      <TextInput label="E-mail address" type="email" mt="md" {...form.text('email')} />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button type="submit" loading={form.isSending}>
          Save
        </Button>
      </Group>
    </form>
  )
}
