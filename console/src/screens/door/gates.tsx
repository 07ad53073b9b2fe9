import { Button, Checkbox, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import type { Gate, Ticket } from '@marquee-events/client'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { doorCountsQuery, gatesQuery } from '../../interface/door-queries.ts'
import { marquee } from '../../interface/marquee.ts'
import { ticketsQuery } from '../../interface/queries.ts'
import { say, useEnded, useWrite } from '../../interface/writes.ts'
import { Dialog, DialogButtons } from '../../pieces/dialog.tsx'
import { useFields } from '../../pieces/form.tsx'
import { Card } from '../../pieces/page.tsx'
import { type Column, Records } from '../../pieces/records.tsx'
import { plain } from '../../pieces/words.ts'
import { KeepOrEnd } from '../../pieces/keep-or-end.tsx'

type Change = { edit: (gate: Gate) => void; remove: (gate: Gate) => void }

/** The ways into an event. Without one everything works; with them the lists say where somebody came in. */
export function Gates({ event }: { event: number }) {
  const { data: gates } = useSuspenseQuery(gatesQuery(event))
  const { data: sold } = useSuspenseQuery(ticketsQuery(event))
  const [edited, edit] = useState<Gate | 'new'>()
  const [removed, remove] = useState<Gate>()
  const close = () => edit(undefined)
  return (
    <Card title="Gates">
      <Stack>
        {gates.length === 0 ? (
          <p className="soft">
            One for each way in. Phones say at which one they stand, and a gate can be for some
            tickets only.
          </p>
        ) : (
          <Records
            label="Gates"
            labelled
            columns={columnsOf(event, sold.tickets, { edit, remove })}
            rows={gates}
            keyOf={({ id }) => id}
          />
        )}
        <Group>
          <Button variant="default" onClick={() => edit('new')}>
            New gate
          </Button>
        </Group>
      </Stack>
      <Dialog
        opened={edited !== undefined}
        onClose={close}
        title={edited === 'new' ? 'New gate' : 'Change the gate'}
      >
        {edited !== undefined && (
          <GateForm
            event={event}
            gate={edited === 'new' ? undefined : edited}
            tickets={sold.tickets}
            close={close}
          />
        )}
      </Dialog>
      {removed && <RemoveGate event={event} gate={removed} close={() => remove(undefined)} />}
    </Card>
  )
}

const columnsOf = (
  event: number,
  tickets: readonly Ticket[],
  { edit, remove }: Change,
): readonly Column<Gate>[] => [
  {
    head: 'Gate',
    cell: ({ name, place }) => (
      <>
        <span className="strong">{name}</span>
        {place !== '' && <div className="soft small">{place}</div>}
      </>
    ),
  },
  {
    head: 'For',
    cell: gate => (
      <span className="small breaks">
        {gate.tickets.length === 0
          ? 'every ticket'
          : tickets
              .filter(({ id }) => gate.tickets.includes(id))
              .map(({ title }) => plain(title))
              .join(', ')}
      </span>
    ),
  },
  { head: 'Came in', cell: ({ id }) => <CameIn event={event} gate={id} /> },
  {
    head: 'Change',
    right: true,
    cell: gate => (
      <Group gap={4} justify="flex-end" wrap="nowrap">
        <Button variant="subtle" aria-label={`Change ${gate.name}`} onClick={() => edit(gate)}>
          Change
        </Button>
        <Button variant="subtle" aria-label={`Delete ${gate.name}`} onClick={() => remove(gate)}>
          Delete
        </Button>
      </Group>
    ),
  },
]

function CameIn({ event, gate }: { event: number; gate: number }) {
  const { data } = useQuery(doorCountsQuery(event))
  return <>{data ? (data.gates.find(one => one.gate === gate)?.came_in ?? 0) : '…'}</>
}

type FormProps = {
  event: number
  gate: Gate | undefined
  tickets: readonly Ticket[]
  close: () => void
}

function GateForm({ event, gate, tickets, close }: FormProps) {
  const ended = useEnded()
  const form = useFields(
    { name: gate?.name ?? '', place: gate?.place ?? '', tickets: (gate?.tickets ?? []).join(',') },
    async ({ name, place, tickets: ids }) => {
      const body = { id: event, name, place, tickets: ids.split(',').filter(Boolean).map(Number) }
      if (gate) await marquee.updateGate({ ...body, gate_id: gate.id })
      else await marquee.createGate(body)
      await ended(['doors'])
      say(gate ? 'Saved.' : `${name} is there. Pair a phone for it.`)
      close()
    },
    { check: ({ name }) => ({ ...(name.trim() === '' && { name: 'What do you call it?' }) }) },
  )
  const chosen = form.values.tickets.split(',').filter(Boolean)
  return (
    <form onSubmit={form.submit} noValidate>
      {form.above}
      <Stack>
        <TextInput label="Name" maxLength={100} {...form.text('name')} data-autofocus />
        <TextInput
          label="Where it is"
          description="For helpers who look for it: “left of the stairs”."
          maxLength={100}
          {...form.text('place')}
        />
        <Checkbox.Group
          label="For these tickets"
          description="None chosen: for all of them."
          value={chosen}
          onChange={next => form.change({ tickets: next.join(',') })}
        >
          <Stack gap="xs" mt="xs">
            {tickets.map(({ id, title }) => (
              <Checkbox key={id} value={String(id)} label={plain(title)} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Stack>
      <DialogButtons cancel={close} isSending={form.isSending}>
        {gate ? 'Save' : 'Add the gate'}
      </DialogButtons>
    </form>
  )
}

function RemoveGate({ event, gate, close }: { event: number; gate: Gate; close: () => void }) {
  const remove = useWrite({
    write: () => marquee.deleteGate({ id: event, gate_id: gate.id }),
    changes: ['doors'],
    done: `${gate.name} is gone. What was scanned there stays.`,
    after: close,
  })
  return (
    <Modal opened onClose={close} title={`Delete ${gate.name}?`}>
      <Text>Phones that stand there scan on, without a gate. What was scanned there stays.</Text>
      <KeepOrEnd keep={close} end={remove}>
        Delete the gate
      </KeepOrEnd>
    </Modal>
  )
}
