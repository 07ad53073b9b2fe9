import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import type { Grant, RemovedGrant } from '@marquee-events/client'
import { useState } from 'react'
import { marquee } from '../../interface/marquee.ts'
import { say, useEnded, useWrite } from '../../interface/writes.ts'
import { Dialog, DialogButtons } from '../../pieces/dialog.tsx'
import { useFields } from '../../pieces/form.tsx'
import { mayRefund, SetField } from './grant-sets.tsx'

/** Changes what a member may do, or takes it. */
export function ChangeMember({ grant }: { grant: Grant }) {
  const [isOpen, setOpen] = useState(false)
  const [open, setStillOpen] = useState<RemovedGrant['still_open']>()
  const ended = useEnded()
  // The list is read anew when the dialog is closed: what still works is told in it.
  const close = async () => {
    setStillOpen(undefined)
    await ended(['team'])
  }
  const who = grant.user.display_name || grant.user.email
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <Button
        variant="subtle"
        aria-label={`Change the rights of ${who}`}
        onClick={() => setOpen(true)}
      >
        Change
      </Button>
      <Take grant={grant} who={who} onTaken={setStillOpen} />
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={`What ${who} may do`}>
        {isOpen && <ChangeForm grant={grant} who={who} close={() => setOpen(false)} />}
      </Dialog>
      <Modal opened={open !== undefined} onClose={() => void close()} title="This still works">
        <Text>{who} made these, and they let a scanner app in until they are ended:</Text>
        <ul>
          {open?.scanner_keys.map(({ id, name }) => (
            <li key={id} className="breaks">
              {name}
            </li>
          ))}
        </ul>
        <Text>End them under Account, Keys for programs.</Text>
        <Group justify="flex-end" mt="lg">
          <Button onClick={() => void close()}>I have seen it</Button>
        </Group>
      </Modal>
    </Group>
  )
}

type TakeProps = {
  grant: Grant
  who: string
  onTaken: (open: RemovedGrant['still_open']) => void
}

function Take({ grant, who, onTaken }: TakeProps) {
  const ended = useEnded()
  const take = useWrite({
    write: () => marquee.deleteGrant({ id: grant.id }),
    changes: [],
    done: `${who} has these rights no more.`,
    after: ({ still_open: open }) =>
      open.scanner_keys.length > 0 ? onTaken(open) : ended(['team']),
  })
  return (
    <Button
      variant="subtle"
      loading={take.isPending}
      aria-label={`Take the rights of ${who}`}
      onClick={() => take.mutate(undefined)}
    >
      Take away
    </Button>
  )
}

function ChangeForm({ grant, who, close }: { grant: Grant; who: string; close: () => void }) {
  const ended = useEnded()
  const form = useFields(
    { set: grant.set, refund_limit: grant.refund_limit ?? '' },
    async ({ set, refund_limit }) => {
      await marquee.updateGrant({
        id: grant.id,
        set,
        refund_limit: mayRefund(set) && refund_limit.trim() !== '' ? refund_limit : null,
      })
      await ended(['team'])
      say(`Saved. It counts from the next thing ${who} does.`)
      close()
    },
  )
  const { values, change, text } = form
  return (
    <form onSubmit={form.submit} noValidate>
      {form.above}
      <Stack>
        <SetField value={values.set} choose={set => change({ set })} />
        {mayRefund(values.set) && (
          <TextInput
            label={`Refunds of one order up to${grant.currency === null ? '' : `, in ${grant.currency}`}`}
            description="Empty is without a limit."
            inputMode="decimal"
            {...text('refund_limit')}
          />
        )}
      </Stack>
      <DialogButtons cancel={close} isSending={form.isSending}>
        Save
      </DialogButtons>
    </form>
  )
}
