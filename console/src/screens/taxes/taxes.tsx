import { Button, Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import type { TaxRate } from '@marquee-events/client'
import { useSuspenseQuery } from '@tanstack/react-query'
import { marquee } from '../../interface/marquee.ts'
import { taxRatesQuery } from '../../interface/tax-queries.ts'
import { say, useEnded, useWrite } from '../../interface/writes.ts'
import { Dialog, DialogButtons, useDialogInAddress } from '../../pieces/dialog.tsx'
import { Problem, useFields } from '../../pieces/form.tsx'
import { Empty, Head } from '../../pieces/page.tsx'
import { type Column, Records } from '../../pieces/records.tsx'

const codes = [
  { value: 'S', label: 'standard: the price contains it' },
  { value: 'Z', label: 'zero rated' },
  { value: 'E', label: 'exempt' },
  { value: 'O', label: 'outside the scope of the tax' },
  { value: 'AE', label: 'reverse charge' },
  { value: 'G', label: 'export' },
]

const columns: readonly Column<TaxRate>[] = [
  { head: 'Tax', cell: ({ name }) => <span className="strong">{name}</span> },
  { head: 'Per cent', right: true, cell: ({ percent }) => `${percent} %` },
  {
    head: 'Kind',
    cell: ({ code }) => codes.find(({ value }) => value === code)?.label.split(':')[0] ?? code,
  },
  { head: 'In prices of', cell: rate => <Usual rate={rate} /> },
  { head: 'Delete', right: true, cell: rate => <Remove rate={rate} /> },
]

function Usual({ rate }: { rate: TaxRate }) {
  const write = useWrite({
    write: () => marquee.updateTaxRate({ id: rate.id, is_default: true }),
    changes: ['taxes'],
    done: `${rate.name} ${rate.percent} % is in the price of every ticket that names no other.`,
  })
  if (rate.is_default) return 'every ticket that names no other'
  return (
    <Group gap="xs">
      tickets that name it
      <Button
        size="compact-sm"
        variant="default"
        loading={write.isPending}
        aria-label={`Make ${rate.name} ${rate.percent} % the usual one`}
        onClick={() => write.mutate(undefined)}
      >
        Make it the usual one
      </Button>
    </Group>
  )
}

function Remove({ rate }: { rate: TaxRate }) {
  const write = useWrite({
    write: () => marquee.deleteTaxRate({ id: rate.id }),
    changes: ['taxes'],
    done: `${rate.name} ${rate.percent} % is in no price any more. Orders keep it.`,
  })
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={write.isPending}
      aria-label={`Delete ${rate.name} ${rate.percent} %`}
      onClick={() => write.mutate(undefined)}
    >
      Delete
    </Button>
  )
}

/** Which tax prices contain. */
export function Taxes() {
  const { data: rates } = useSuspenseQuery(taxRatesQuery)
  const { isOpen, open, close } = useDialogInAddress()
  return (
    <>
      <Head title="Tax">
        <Button onClick={open}>New rate</Button>
      </Head>
      {rates.length === 0 ? (
        <Empty title="There are no tax rates">
          <p className="soft">
            Nothing says a tax. With a rate, receipts and reports say how much of it prices contain.
          </p>
        </Empty>
      ) : (
        <Records label="Tax rates" columns={columns} rows={rates} keyOf={({ id }) => id} />
      )}
      <Dialog opened={isOpen} onClose={close} title="New rate" size="lg">
        <RateForm isFirst={rates.length === 0} close={close} />
      </Dialog>
    </>
  )
}

function RateForm({ isFirst, close }: { isFirst: boolean; close: () => void }) {
  const ended = useEnded()
  const form = useFields(
    { name: '', percent: '', code: 'S', is_default: isFirst },
    async ({ name, percent, code, is_default }) => {
      await marquee.createTaxRate({
        name,
        percent: percent.trim() === '' ? '0' : percent.trim().replace(',', '.'),
        code: code as 'S',
        is_default,
      })
      await ended(['taxes'])
      say(`${name} is there. It counts for orders from now on.`)
      close()
    },
    {
      check: ({ name }) =>
        name.trim() === '' ? { name: 'What do buyers read, such as VAT?' } : {},
    },
  )
  const { values, text, change, tick } = form
  return (
    <form onSubmit={form.submit} noValidate>
      <Problem problems={form.problems} />
      <Stack>
        <TextInput
          label="Name"
          description="Receipts have it, such as VAT."
          {...text('name')}
          data-autofocus
        />
        <TextInput
          label="Per cent"
          description="Prices contain it."
          inputMode="decimal"
          {...text('percent')}
        />
        <NativeSelect
          label="Kind"
          value={values.code}
          data={codes}
          onChange={({ currentTarget: { value } }) => change({ code: value })}
        />
        <Checkbox
          label="It is in the price of every ticket that names no other"
          {...tick('is_default')}
        />
        <DialogButtons cancel={close} isSending={form.isSending}>
          Add the rate
        </DialogButtons>
      </Stack>
    </form>
  )
}
