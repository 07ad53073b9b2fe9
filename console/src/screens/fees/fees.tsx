import { Button, NativeSelect, Stack, TextInput } from '@mantine/core'
import type { Fee } from '@marquee-events/client'
import { useSuspenseQuery } from '@tanstack/react-query'
import { marquee } from '../../interface/marquee.ts'
import { feesQuery } from '../../interface/queries.ts'
import { say, useEnded, useWrite } from '../../interface/writes.ts'
import { Dialog, DialogButtons, useDialogInAddress } from '../../pieces/dialog.tsx'
import { Problem, useFields } from '../../pieces/form.tsx'
import { Empty, Head } from '../../pieces/page.tsx'
import { type Column, Records } from '../../pieces/records.tsx'
import { plain } from '../../pieces/words.ts'
import { readRule, ruleWords } from '../coupons/price-rule.ts'
import { OnOff, problemOfRule, RuleFields } from '../coupons/rule-fields.tsx'

const columns: readonly Column<Fee>[] = [
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

/** What is added to the price of tickets. */
export function Fees() {
  const { data } = useSuspenseQuery(feesQuery)
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
        <Records label="Fees" columns={columns} rows={fees} keyOf={({ id }) => id} />
      )}
      <Dialog opened={isOpen} onClose={close} title="New fee" size="lg">
        <FeeForm close={close} />
      </Dialog>
    </>
  )
}

function FeeForm({ close }: { close: () => void }) {
  const ended = useEnded()
  const form = useFields(
    { display_name: '', sub_type: 'flat', raw_amount: '', meta_value: 'all' },
    async ({ display_name, sub_type, raw_amount, meta_value }) => {
      const rule = readRule(sub_type, raw_amount)
      if ('problem' in rule) return
      await marquee.createFee({
        display_name,
        status: 'active',
        sub_type: sub_type === 'percent' ? 'percent' : 'flat',
        meta_value: meta_value === 'all' ? 'all' : 'per',
        ...rule,
      })
      await ended(['fees', 'tickets'])
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
        <DialogButtons cancel={close} isSending={form.isSending}>
          Add the fee
        </DialogButtons>
      </Stack>
    </form>
  )
}
