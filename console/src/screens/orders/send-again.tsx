import { TextInput } from '@mantine/core'
import type { OrderPage } from '@marquee-events/client'
import { marquee } from '../../interface/marquee.ts'
import { say, useEnded } from '../../interface/writes.ts'
import { Dialog, DialogButtons } from '../../pieces/dialog.tsx'
import { Problem, useFields } from '../../pieces/form.tsx'

type Props = { order: OrderPage; isOpen: boolean; close: () => void }

/** Sends the tickets again, also to a corrected address. */
export function SendAgain({ order, isOpen, close }: Props) {
  return (
    <Dialog opened={isOpen} onClose={close} title="Send the tickets again">
      <SendForm order={order} close={close} />
    </Dialog>
  )
}

function SendForm({ order, close }: Omit<Props, 'isOpen'>) {
  const ended = useEnded()
  const known = order.purchaser.email ?? ''
  const form = useFields({ to: known }, async ({ to }) => {
    await marquee.resendOrder({ id: order.id, ...(to !== known && { to }) })
    await ended(['orders', 'mails'])
    say('The mail waits to be sent.')
    close()
  })
  return (
    <form onSubmit={form.submit}>
      <Problem problems={form.problems} />
      <TextInput
        label="To"
        type="email"
        description="Correct it here if the buyer mistyped it."
        {...form.text('to')}
        data-autofocus
      />
      <DialogButtons cancel={close} isSending={form.isSending}>
        Send
      </DialogButtons>
    </form>
  )
}
