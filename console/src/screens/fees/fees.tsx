import { Button, NativeSelect, Stack, TextInput } from '@mantine/core'
import type { Fee, TaxRate } from '@marquee-events/client'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { marquee } from '../../interface/marquee.ts'
import { feeTaxQuery, taxRatesQuery } from '../../interface/tax-queries.ts'
import { feesQuery } from '../../interface/queries.ts'
import { say, useEnded, useWrite } from '../../interface/writes.ts'
import { Dialog, DialogButtons, useDialogInAddress } from '../../pieces/dialog.tsx'
import { Problem, useFields } from '../../pieces/form.tsx'
import { Empty, Head } from '../../pieces/page.tsx'
import { type Column, Records } from '../../pieces/records.tsx'
import { plain } from '../../pieces/words.ts'
import { readRule, ruleWords } from '../coupons/price-rule.ts'
import { OnOff, problemOfRule, RuleFields } from '../coupons/rule-fields.tsx'

const columns = (rates: readonly TaxRate[]): readonly Column<Fee>[] => [
  {
    head: 'Fee',
    cell: ({ display_name }) => <span className="strong">{plain(display_name)}</span>,
  },
  { head: 'Adds', cell: fee => `${ruleWords(fee)} a ticket` },
  {
    head: 'On',
    cell: ({ meta_value }) =>
      meta_value === 'all' ? 'every paid ticket' : 'tickets for which it is selected',
  },
  ...(rates.length === 0
    ? []
    : [{ head: 'Tax in it', cell: (fee: Fee) => <FeeTax fee={fee} rates={rates} /> }]),
  { head: 'State', right: true, cell: fee => <Switch fee={fee} /> },
]

function Switch({ fee }: { fee: Fee }) {
  const isActive = fee.status === 'active'
  const name = plain(fee.display_name)
  const write = useWrite({
    write: () => marquee.updateFee({ id: fee.id, status: isActive ? 'inactive' : 'active' }),
    changes: ['fees', 'tickets'],
    done: isActive ? `${name} is not charged any more.` : `${name} is charged.`,
  })
  return (
    <OnOff
      name={name}
      isOn={isActive}
      on="Charged"
      isWaiting={write.isPending}
      turn={() => write.mutate(undefined)}
    />
  )
}

const ratesIn = (rates: readonly TaxRate[]) => [
  { value: '', label: 'That of the ticket' },
  ...rates.map(({ id, name, percent }) => ({ value: String(id), label: `${name} ${percent} %` })),
]

/** Saved when it is chosen, as for tickets. */
function FeeTax({ fee, rates }: { fee: Fee; rates: readonly TaxRate[] }) {
  const { data: rate } = useQuery(feeTaxQuery(fee.id))
  const write = useWrite({
    write: (next: string) =>
      marquee.setFeeTaxRate({ id: fee.id, rate: next === '' ? null : Number(next) }),
    changes: ['taxes'],
    done: 'Saved. It counts for orders from now on.',
  })
  return (
    <NativeSelect
      aria-label={`Tax in ${plain(fee.display_name)}`}
      value={String(rate ?? '')}
      disabled={write.isPending || rate === undefined}
      data={ratesIn(rates)}
      onChange={({ currentTarget: { value } }) => write.mutate(value)}
    />
  )
}

/** What is added to the price of tickets. */
export function Fees() {
  const { data } = useSuspenseQuery(feesQuery)
  const { data: rates } = useSuspenseQuery(taxRatesQuery)
  const fees = Object.values(data.all_fees)
  const { isOpen, open, close } = useDialogInAddress()
  return (
    <>
      <Head title="Fees">
        <Button onClick={open}>New fee</Button>
      </Head>
      {fees.length === 0 ? (
        <Empty title="There are no fees">
          <p className="soft">The price that buyers see first has every fee in it.</p>
        </Empty>
      ) : (
        <Records label="Fees" columns={columns(rates)} rows={fees} keyOf={({ id }) => id} />
      )}
      <Dialog opened={isOpen} onClose={close} title="New fee" size="lg">
        <FeeForm close={close} rates={rates} />
      </Dialog>
    </>
  )
}

function FeeForm({ close, rates }: { close: () => void; rates: readonly TaxRate[] }) {
  const ended = useEnded()
  const form = useFields(
    { display_name: '', sub_type: 'flat', raw_amount: '', meta_value: 'all', rate: '' },
    async ({ display_name, sub_type, raw_amount, meta_value, rate }) => {
      const rule = readRule(sub_type, raw_amount)
      if ('problem' in rule) return
      const fee = await marquee.createFee({
        display_name,
        status: 'active',
        sub_type: sub_type === 'percent' ? 'percent' : 'flat',
        meta_value: meta_value === 'all' ? 'all' : 'per',
        ...rule,
      })
      if (rate !== '') await marquee.setFeeTaxRate({ id: fee.id, rate: Number(rate) })
      await ended(['fees', 'tickets', 'taxes'])
      say(`${display_name} is charged.`)
      close()
    },
    {
      names: { amount: 'raw_amount' },
      check: values => ({
        ...(values.display_name.trim() === '' && { display_name: 'What do buyers read?' }),
        ...problemOfRule(values),
      }),
    },
  )
  const { values, text, change } = form
  return (
    <form onSubmit={form.submit} noValidate>
      <Problem problems={form.problems} />
      <Stack>
        <TextInput
          label="Name"
          description="Buyers read it in the breakdown of the price."
          {...text('display_name')}
          data-autofocus
        />
        <RuleFields
          form={form}
          label="It adds"
          percent="a share of the price"
          flat="an amount to each ticket"
        />
        <NativeSelect
          label="On"
          value={values.meta_value}
          data={[
            { value: 'all', label: 'every paid ticket' },
            { value: 'per', label: 'tickets for which it is selected' },
          ]}
          onChange={({ currentTarget: { value } }) => change({ meta_value: value })}
        />
        {rates.length > 0 && (
          <NativeSelect
            label="Tax in it"
            value={values.rate}
            data={ratesIn(rates)}
            onChange={({ currentTarget: { value } }) => change({ rate: value })}
          />
        )}
        <DialogButtons cancel={close} isSending={form.isSending}>
          Add the fee
        </DialogButtons>
      </Stack>
    </form>
  )
}
