import { Button } from '@mantine/core'
import type { Message } from '@marquee-events/client'
import { MarqueeError } from '@marquee-events/client'
import { marquee } from '../../interface/marquee.ts'
import { useWrite } from '../../interface/writes.ts'

const ended: readonly Message['state'][] = [
  'failed',
  'bounced',
  'suppressed',
  'withdrawn',
  'withheld',
]
const isStopped = ({ state }: Message) => state === 'bounced' || state === 'suppressed'

/** What can be done with a mail: sent again when it did not arrive, taken back while it waits. */
export function MoveMail({ mail }: { mail: Message }) {
  return (
    <>
      {ended.includes(mail.state) && mail.recipient !== '' && <Again mail={mail} />}
      {(mail.state === 'queued' || mail.state === 'withheld') && <Withdraw mail={mail} />}
    </>
  )
}

function Again({ mail }: { mail: Message }) {
  const again = useWrite({
    write: async () => {
      // To an address from which a mail came back nothing leaves: without this the mail would be stopped once more.
      const isOpened = isStopped(mail) && (await openAddress(mail.recipient))
      await marquee.retryMessage({ id: mail.id })
      return isOpened
    },
    changes: ['mails'],
    done: isOpened =>
      isOpened
        ? `${mail.recipient} gets mail again. This one waits to be sent.`
        : 'It waits to be sent again.',
  })
  return (
    <Button
      variant="subtle"
      loading={again.isPending}
      aria-label={`Send the mail to ${mail.recipient} again`}
      onClick={() => again.mutate(undefined)}
    >
      {mail.state === 'withheld' ? 'Send it' : 'Send again'}
    </Button>
  )
}

/** Whether the address got no mail until now, because one came back. */
async function openAddress(email: string): Promise<boolean> {
  try {
    await marquee.deleteSuppression({ email })
    return true
  } catch (error) {
    if (error instanceof MarqueeError && error.status === 404) return false
    throw error
  }
}

function Withdraw({ mail }: { mail: Message }) {
  const withdraw = useWrite({
    write: () => marquee.withdrawMessage({ id: mail.id }),
    changes: ['mails'],
    done: 'It does not leave.',
  })
  return (
    <Button
      variant="subtle"
      loading={withdraw.isPending}
      aria-label={`Withdraw the mail to ${mail.recipient}`}
      onClick={() => withdraw.mutate(undefined)}
    >
      Withdraw
    </Button>
  )
}
