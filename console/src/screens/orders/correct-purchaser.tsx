import { Stack, TextInput } from '@mantine/core'
import type { OrderPage } from '@marquee-events/client'
import { ifStill, marquee, versionOf } from '../../interface/marquee.ts'
import { say, useEnded } from '../../interface/writes.ts'
import { Dialog, DialogButtons } from '../../pieces/dialog.tsx'
import { useFields } from '../../pieces/form.tsx'

type Props = { order: OrderPage; close: () => void }

/** Corrects who bought: on the order, its places that were not passed on, and in mails that wait. */
export function CorrectPurchaser(props: Props) {
  return (
    <Dialog opened onClose={props.close} title="Change the buyer">
      <CorrectForm {...props} />
    </Dialog>
  )
}

const fieldsOf = ({ purchaser }: Pick<OrderPage, 'purchaser'>) => ({
  name: purchaser.name ?? '',
  email: purchaser.email ?? '',
})

function CorrectForm({ order, close }: Props) {
  const ended = useEnded()
  const form = useFields(
    fieldsOf(order),
    async ({ name, email }, from) => {
      await marquee.correctOrder({ id: order.id, name, email }, ifStill(from))
      await ended(['orders', 'attendees', 'mails'])
      say('Corrected.')
      close()
    },
    {
      versioned: {
        version: () => versionOf(`admin/v1/orders/${order.id}`),
        fieldsOf,
        labels: { name: 'Name', email: 'E-mail address' },
      },
    },
  )
  return (
    <form onSubmit={form.submit} noValidate>
      {form.above}
      <Stack>
        <TextInput label="Name" {...form.text('name')} autoComplete="off" data-autofocus />
        <TextInput
          label="E-mail address"
          type="email"
          description="Where the tickets went stays in the history. Send them again afterwards."
          {...form.text('email')}
          autoComplete="off"
        />
        <DialogButtons cancel={close} isSending={form.isSending}>
          Save
        </DialogButtons>
      </Stack>
    </form>
  )
}
