import { TextInput } from '@mantine/core'
import type { Attendee } from '@marquee-events/client'
import { useQuery } from '@tanstack/react-query'
import { ifStill, marquee, versionOf } from '../../interface/marquee.ts'
import { attendeeQuery } from '../../interface/queries.ts'
import { say, useEnded } from '../../interface/writes.ts'
import { Dialog, DialogButtons } from '../../pieces/dialog.tsx'
import { useFields } from '../../pieces/form.tsx'
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

const fieldsOf = ({ title, email }: Pick<Attendee, 'title' | 'email'>) => ({
  full_name: plain(title ?? ''),
  email: email ?? '',
})

function CorrectForm({ attendee, close }: { attendee: Attendee; close: () => void }) {
  const ended = useEnded()
  const form = useFields(
    fieldsOf(attendee),
    async ({ full_name, email }, from, before) => {
      await marquee.updateAttendee(
        // Whoever may not see the address must not empty it.
        { id: attendee.id, full_name, ...(email !== before.email && { email }) },
        ifStill(from),
      )
      await ended(['attendees', 'orders'])
      say('Corrected.')
      close()
    },
    {
      versioned: {
        version: () => versionOf(`tickets/v1/attendees/${attendee.id}`),
        fieldsOf,
        labels: { full_name: 'Name', email: 'E-mail address' },
      },
    },
  )
  return (
    <form onSubmit={form.submit}>
      {form.above}
      <TextInput label="Name" {...form.text('full_name')} data-autofocus />
      <TextInput label="E-mail address" type="email" mt="md" {...form.text('email')} />
      <DialogButtons cancel={close} isSending={form.isSending}>
        Save
      </DialogButtons>
    </form>
  )
}
