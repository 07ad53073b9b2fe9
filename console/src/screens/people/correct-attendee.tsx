import { TextInput } from '@mantine/core'
import type { Attendee } from '@marquee-events/client'
import { useQuery } from '@tanstack/react-query'
import { doorNoteQuery } from '../../interface/door-queries.ts'
import { ifStill, marquee, versionOf } from '../../interface/marquee.ts'
import { attendeeQuery } from '../../interface/queries.ts'
import { say, useEnded } from '../../interface/writes.ts'
import { Dialog, DialogButtons } from '../../pieces/dialog.tsx'
import { useFields } from '../../pieces/form.tsx'
import { Failed, Waiting } from '../../pieces/page.tsx'
import { plain } from '../../pieces/words.ts'
import { AttendeeAnswers } from '../questions/answers.tsx'

/** Corrects the name and address of whoever has a place, and what the door has to know of them. */
export function CorrectAttendee({ id, close }: { id: number; close: () => void }) {
  const found = useQuery(attendeeQuery(id))
  const note = useQuery(doorNoteQuery(id))
  return (
    <Dialog opened onClose={close} title="Correct the attendee">
      {(found.isPending || note.isPending) && <Waiting lines={3} />}
      {found.isError && <Failed error={found.error} />}
      {note.isError && <Failed error={note.error} />}
      {found.data && note.data !== undefined && (
        <CorrectForm attendee={found.data} note={note.data} close={close} />
      )}
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

type Props = { attendee: Attendee; note: string; close: () => void }

function CorrectForm({ attendee, note, close }: Props) {
  const ended = useEnded()
  const form = useFields(
    { ...fieldsOf(attendee), door_note: note },
    async ({ full_name, email, door_note }, from, before) => {
      const isRenamed = full_name !== before.full_name || email !== before.email
      if (isRenamed || door_note === before.door_note) {
        await marquee.updateAttendee(
          // Whoever may not see the address must not empty it.
          { id: attendee.id, full_name, ...(email !== before.email && { email }) },
          ifStill(from),
        )
      }
      if (door_note !== before.door_note) {
        await marquee.updateDoorNote({ id: attendee.id, door_note })
      }
      await ended(['attendees', 'orders'])
      say('Corrected.')
      close()
    },
    {
      versioned: {
        version: () => versionOf(`tickets/v1/attendees/${attendee.id}`),
        // The note is not of the record: whoever changed that changed no note.
        fieldsOf: (now: Attendee) => ({ ...fieldsOf(now), door_note: note }),
        labels: {
          full_name: 'Name',
          email: 'E-mail address',
          door_note: 'What the door has to know',
        },
      },
    },
  )
  return (
    <form onSubmit={form.submit}>
      {form.above}
      <TextInput label="Name" {...form.text('full_name')} data-autofocus />
      <TextInput label="E-mail address" type="email" mt="md" {...form.text('email')} />
      <TextInput
        label="What the door has to know"
        description="Whoever scans the ticket confirms this before the next scan."
        mt="md"
        maxLength={500}
        {...form.text('door_note')}
      />
      <DialogButtons cancel={close} isSending={form.isSending}>
        Save
      </DialogButtons>
    </form>
  )
}
