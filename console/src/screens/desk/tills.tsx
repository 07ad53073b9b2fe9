import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import type { ListTillsResponse, TillOfList } from '@marquee-events/client'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { marquee } from '../../interface/marquee.ts'
import { tillsQuery } from '../../interface/desk-queries.ts'
import { eventChoicesQuery } from '../../interface/queries.ts'
import { useRights } from '../../interface/rights.ts'
import { say, useEnded } from '../../interface/writes.ts'
import { Dialog, useDialogInAddress } from '../../pieces/dialog.tsx'
import { Problem, useFields } from '../../pieces/form.tsx'
import { decimalOf, readAmount } from '../../pieces/money-text.ts'
import { Empty, Head } from '../../pieces/page.tsx'
import { type Column, Records } from '../../pieces/records.tsx'
import { instantWords, plain } from '../../pieces/words.ts'
import { site } from '../../site.ts'
import { State } from '../events/event-state.tsx'

const columns: readonly Column<TillOfList>[] = [
  {
    head: 'Till',
    cell: ({ id, name }) => (
      <Link to="/tills/$till" params={{ till: id }} className="strong">
        {name}
      </Link>
    ),
  },
  {
    head: 'State',
    cell: ({ open, number }) =>
      open ? (
        <State colour="good">Open</State>
      ) : (
        <State colour="accent">{`Closed, no. ${number}`}</State>
      ),
  },
  {
    head: 'Opened',
    cell: ({ opened_by, opened_at }) => (
      <span className="small">
        {instantWords(opened_at)}
        <span className="soft" style={{ display: 'block' }}>
          {opened_by ?? 'an account that is gone'}
        </span>
      </span>
    ),
  },
  {
    head: 'Closed',
    cell: ({ closed_at }) => (
      <span className="small">{closed_at === null ? 'not yet' : instantWords(closed_at)}</span>
    ),
  },
]

/** The tills of a person; with the right to read money, those of everybody. */
export function Tills() {
  const { data } = useSuspenseQuery(tillsQuery)
  const { isOpen, open, close } = useDialogInAddress()
  return (
    <>
      <Head title="Tills" above="Cash lists of the desk">
        <Button onClick={open}>Open a till</Button>
      </Head>
      {data.tills.length === 0 ? (
        <Empty title="No till was opened yet">
          <p className="soft">
            A till is your list of cash from its opening to its closing. It is no cash register:
            what the law of your country asks of one is yours to know.
          </p>
        </Empty>
      ) : (
        <Records label="Tills" columns={columns} rows={data.tills} keyOf={({ id }) => id} />
      )}
      <Dialog opened={isOpen} onClose={close} title="Open a till">
        <OpenForm list={data} close={close} />
      </Dialog>
    </>
  )
}

function OpenForm({
  list: { cash, proposed_float: proposed },
  close,
}: {
  list: ListTillsResponse
  close: () => void
}) {
  const { may, mayAnywhere, me } = useRights()
  const ended = useEnded()
  const navigate = useNavigate()
  // Whoever came from the desk of an event goes back to it.
  const { at: from }: { at?: string } = useSearch({ strict: false })
  const choices = useQuery(eventChoicesQuery)
  const events = (choices.data?.events ?? []).filter(({ id }) => may('boxoffice.sell', id))
  const forAll = me.capabilities.includes('boxoffice.sell') && mayAnywhere('boxoffice.sell')
  const form = useFields(
    { name: 'Main desk', event: '', float: cash ? (proposed ?? '') : '0' },
    async ({ name, event, float }) => {
      const read = readAmount(float, site.exponent)
      if ('problem' in read) return
      const amount = decimalOf(read.minor, site.exponent)
      await marquee.openTill({
        name,
        float: amount,
        ...(event !== '' && { event: Number(event) }),
      })
      await ended(['tills', 'desk'])
      say(`${name} is open.`)
      const at = event === '' ? from : event
      await navigate({ to: '/desk', search: at === undefined ? {} : { event: at } })
    },
    {
      check: ({ float, event }) => {
        const read = readAmount(float, site.exponent)
        return {
          ...('problem' in read && { float: read.problem }),
          ...(event === '' && !forAll && { event: 'Choose the event that it sells for.' }),
        }
      },
    },
  )
  return (
    <form onSubmit={form.submit} noValidate>
      <Problem problems={form.problems} />
      <Stack>
        <TextInput label="Name" {...form.text('name')} />
        <NativeSelect
          label="Sells for"
          {...form.text('event')}
          data={[
            { value: '', label: forAll ? 'Every event' : 'Choose one' },
            ...events.map(({ id, title }) => ({ value: String(id), label: plain(title) })),
          ]}
        />
        {cash && (
          <TextInput
            label={`Float in ${site.currency}`}
            description={
              proposed === null
                ? 'Count what is in the till before the first sale.'
                : 'Your last till had so much when it was closed. Count it again.'
            }
            inputMode="decimal"
            {...form.text('float')}
            data-autofocus
          />
        )}
        {!cash && (
          <p className="soft">
            This site takes no cash: the till lists what is paid at the terminal.
          </p>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={form.isSending}>
            Open it
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
