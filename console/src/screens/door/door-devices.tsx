import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import type { DoorDevice, MadeDoorDevice } from '@marquee-events/client'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { marquee } from '../../interface/marquee.ts'
import { doorsQuery, eventChoicesQuery } from '../../interface/queries.ts'
import { useRights } from '../../interface/rights.ts'
import { useEnded, useWrite } from '../../interface/writes.ts'
import { Copy } from '../../pieces/copy.tsx'
import { Dialog, DialogButtons, useDialogInAddress } from '../../pieces/dialog.tsx'
import { Problem, useFields } from '../../pieces/form.tsx'
import { Card, Empty, Head, Outside } from '../../pieces/page.tsx'
import { QrCode } from '../../pieces/qr-code.tsx'
import { type Column, Records } from '../../pieces/records.tsx'
import { counted, instantWords, plain, wallWords } from '../../pieces/words.ts'
import { site } from '../../site.ts'
import { State } from '../events/event-state.tsx'

const states: Readonly<Record<DoorDevice['state'], readonly [string, string]>> = {
  waiting: ['Waits to be paired', 'warn'],
  paired: ['Paired', 'good'],
  revoked: ['Revoked', 'bad'],
}

const columns: readonly Column<DoorDevice>[] = [
  {
    head: 'Phone',
    cell: ({ name, events }) => (
      <>
        <span className="strong">{name}</span>
        <div className="soft small">{counted(events.length, 'event')}</div>
      </>
    ),
  },
  {
    head: 'State',
    cell: ({ state }) => <State colour={states[state][1]}>{states[state][0]}</State>,
  },
  {
    head: 'Last here',
    cell: ({ seen_at, battery, unsent }) => (
      <span className="small">
        {seen_at === null ? 'never' : instantWords(seen_at)}
        {battery !== null && `, battery ${battery} %`}
        {unsent > 0 && (
          <span style={{ display: 'block' }}>{counted(unsent, 'scan')} not sent yet</span>
        )}
      </span>
    ),
  },
  { head: 'Revoke', right: true, cell: device => <Revoke device={device} /> },
]

function Revoke({ device }: { device: DoorDevice }) {
  const revoke = useWrite({
    write: () => marquee.deleteDoorDevice({ id: device.id }),
    changes: ['doors'],
    done: `${device.name} wipes what it keeps at its next contact.`,
  })
  if (device.state === 'revoked') return null
  return (
    <Button
      variant="subtle"
      loading={revoke.isPending}
      aria-label={`Revoke ${device.name}`}
      onClick={() => revoke.mutate(undefined)}
    >
      Revoke
    </Button>
  )
}

/** The phones that scan at doors. */
export function DoorDevices() {
  const { data: devices } = useSuspenseQuery(doorsQuery)
  const { isOpen, open, close } = useDialogInAddress()
  const [made, setMade] = useState<MadeDoorDevice>()
  return (
    <>
      <Head title="Door" above="Phones that scan tickets">
        <Outside href={`${site.base}/tickets-door`}>Door list, files of phones</Outside>
        <Button onClick={open}>Pair a phone</Button>
      </Head>
      {made && <Pairing made={made} />}
      {devices.length === 0 ? (
        <Empty title="No phone is paired">
          <p className="soft">A phone scans without an app from a store, and without a network.</p>
        </Empty>
      ) : (
        <Records label="Phones" columns={columns} rows={devices} keyOf={({ id }) => id} />
      )}
      <Dialog opened={isOpen} onClose={close} title="Pair a phone" size="lg">
        <PairForm
          close={close}
          onMade={device => {
            setMade(device)
            close()
          }}
        />
      </Dialog>
    </>
  )
}

function Pairing({ made }: { made: MadeDoorDevice }) {
  const { url, expires_at } = made.pairing
  return (
    <Card title={`Scan this with ${made.name}`}>
      <Group align="start">
        <QrCode text={url} label={`The code that pairs ${made.name}`} />
        <div style={{ flex: '1 1 220px' }}>
          <p>Or open this address on the phone. It works once, until {instantWords(expires_at)}.</p>
          <p className="breaks small">
            {url} <Copy text={url} what="the address" />
          </p>
        </div>
      </Group>
    </Card>
  )
}

function PairForm({
  close,
  onMade,
}: {
  close: () => void
  onMade: (made: MadeDoorDevice) => void
}) {
  const { may } = useRights()
  const ended = useEnded()
  const choices = useQuery(eventChoicesQuery)
  const events = (choices.data?.events ?? []).filter(({ id }) => may('keys.write', id))
  // Whoever comes from what waits has the event already.
  const { event = '' }: { event?: string } = useSearch({ strict: false })
  const form = useFields(
    { name: '', events: event },
    async ({ name, events }) => {
      const made = await marquee.createDoorDevice({
        name,
        events: events.split(',').filter(Boolean).map(Number),
      })
      await ended(['doors'])
      onMade(made)
    },
    {
      check: ({ name, events }) => ({
        ...(name.trim() === '' && { name: 'What do you call it?' }),
        ...(events === '' && { '': 'At whose door does it scan? Choose an event.' }),
      }),
    },
  )
  const chosen = form.values.events.split(',').filter(Boolean)
  return (
    <form onSubmit={form.submit} noValidate>
      <Problem problems={form.problems} />
      <Stack>
        <TextInput
          label="Name of the phone"
          placeholder="Ada, gate A"
          {...form.text('name')}
          data-autofocus
        />
        <Checkbox.Group
          label="Events"
          value={chosen}
          onChange={ids => form.change({ events: ids.join(',') })}
        >
          <Stack mt="xs" gap="sm">
            {events.map(({ id, title, start_date }) => (
              <Checkbox
                key={id}
                value={String(id)}
                label={`${plain(title)}, ${wallWords(start_date)}`}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        <DialogButtons cancel={close} isSending={form.isSending}>
          Make the code
        </DialogButtons>
      </Stack>
    </form>
  )
}
