import { Button, NativeSelect, Stack, TextInput } from '@mantine/core'
import type { Grant, MadeGrant } from '@marquee-events/client'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { marquee } from '../../interface/marquee.ts'
import { eventChoicesQuery, teamQuery } from '../../interface/queries.ts'
import { useRights } from '../../interface/rights.ts'
import { say, useEnded } from '../../interface/writes.ts'
import { Copy } from '../../pieces/copy.tsx'
import { Dialog, DialogButtons, useDialogInAddress } from '../../pieces/dialog.tsx'
import { Problem, useFields } from '../../pieces/form.tsx'
import { Card, Empty, Head } from '../../pieces/page.tsx'
import { type Column, Records } from '../../pieces/records.tsx'
import { moneyWords, plain } from '../../pieces/words.ts'
import { ChangeMember } from './change-member.tsx'
import { mayRefund, nameOfSet, type SetName, SetField } from './grant-sets.tsx'

/** Who works here, and with what rights: for the site, or for one event. */
export function Team() {
  const { data: grants } = useSuspenseQuery(teamQuery)
  const { isOpen, open, close } = useDialogInAddress()
  const [made, setMade] = useState<MadeGrant>()
  return (
    <>
      <Head title="Team" above="Administrators may do everything, and are not listed">
        <Button onClick={open}>Add somebody</Button>
      </Head>
      {made?.invitation?.url !== undefined && <Invited made={made} url={made.invitation.url} />}
      {grants.length === 0 ? (
        <Empty title="Nobody helps yet">
          <p className="soft">Add somebody for the door of one event, or for the whole site.</p>
        </Empty>
      ) : (
        <Records label="Team" columns={columns} rows={grants} keyOf={({ id }) => id} />
      )}
      <Dialog opened={isOpen} onClose={close} title="Add somebody" size="lg">
        <AddForm
          close={close}
          onMade={grant => {
            setMade(grant)
            close()
          }}
        />
      </Dialog>
    </>
  )
}

const columns: readonly Column<Grant>[] = [
  {
    head: 'Person',
    cell: ({ user }) => (
      <>
        <span className="strong">{user.display_name}</span>
        <div className="soft small">
          {user.email}
          {user.invited && ', has not signed in yet'}
        </div>
      </>
    ),
  },
  {
    head: 'May',
    cell: ({ set, refund_limit, currency }) => (
      <>
        {nameOfSet(set)}
        {refund_limit !== null && (
          <div className="soft small">
            refunds up to {moneyWords(refund_limit, currency ?? undefined)} of an order
          </div>
        )}
      </>
    ),
  },
  {
    head: 'Where',
    cell: ({ event_title }) => (event_title === null ? 'The whole site' : plain(event_title)),
  },
  { head: 'Change', right: true, cell: grant => <ChangeMember grant={grant} /> },
]

/** Without a mail server the link is passed on by hand. It is shown once. */
function Invited({ made, url }: { made: MadeGrant; url: string }) {
  return (
    <Card title={`Pass this link on to ${made.user.display_name}`}>
      <p className="breaks">
        {url} <Copy text={url} what="the link" />
      </p>
      <p className="soft small">It works once, and is shown here once. No mail server is set up.</p>
    </Card>
  )
}

function AddForm({ close, onMade }: { close: () => void; onMade: (made: MadeGrant) => void }) {
  const { me, may } = useRights()
  const ended = useEnded()
  const choices = useQuery(eventChoicesQuery)
  const isForSite = may('team.write')
  const form = useFields(
    { email: '', display_name: '', set: 'door', event: '', refund_limit: '' },
    async ({ email, display_name, set, event, refund_limit }) => {
      const made = await marquee.createGrant({
        email,
        set: set as SetName,
        event: event === '' ? null : Number(event),
        ...(display_name && { display_name }),
        ...(refund_limit && { refund_limit }),
      })
      await ended(['team'])
      say(made.invitation?.sent ? `${email} gets an invitation.` : `${email} has these rights.`)
      onMade(made)
    },
  )
  const { values, text, change } = form
  const events = (choices.data?.events ?? []).map(({ id, title }) => ({
    value: String(id),
    label: plain(title),
  }))
  return (
    <form onSubmit={form.submit}>
      <Problem problems={form.problems} />
      <Stack>
        <TextInput label="E-mail address" type="email" required {...text('email')} data-autofocus />
        <TextInput label="Name" description="For a new account." {...text('display_name')} />
        <SetField value={values.set} choose={set => change({ set })} />
        <NativeSelect
          label="Where"
          value={values.event}
          error={form.problems['event']}
          data={[...(isForSite ? [{ value: '', label: 'The whole site' }] : []), ...events]}
          onChange={({ currentTarget: { value } }) => change({ event: value })}
        />
        {mayRefund(values.set) && (
          <TextInput
            label={`Refunds of one order up to, in ${me.currency}`}
            description="Empty is without a limit."
            inputMode="decimal"
            {...text('refund_limit')}
          />
        )}
        <DialogButtons cancel={close} isSending={form.isSending}>
          Add
        </DialogButtons>
      </Stack>
    </form>
  )
}
