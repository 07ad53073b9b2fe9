import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import type { Till } from '@marquee-events/client'
import { marquee } from '../../interface/marquee.ts'
import { say, useEnded } from '../../interface/writes.ts'
import { Problem, useFields } from '../../pieces/form.tsx'
import { Card } from '../../pieces/page.tsx'
import { amountOf, problemOf } from './typed-amount.ts'

const choices = [
  { value: 'drop', label: 'To the safe' },
  { value: 'paid_in', label: 'Paid in' },
  { value: 'paid_out', label: 'Paid out' },
  { value: 'more', label: 'Correction: more was taken' },
  { value: 'less', label: 'Correction: less was taken' },
]

/** Cash that goes in or out by itself: with its reason, and a drop with whoever saw it. */
export function ByHand({ till: { id } }: { till: Till }) {
  const ended = useEnded()
  const form = useFields(
    { what: 'drop', amount: '', reason: '', witness: '' },
    async ({ what, amount, reason, witness }) => {
      const isCorrection = what === 'more' || what === 'less'
      await marquee.moveTillCash({
        id,
        kind: isCorrection ? 'correction' : (what as 'drop'),
        amount: `${what === 'less' ? '-' : ''}${amountOf(amount)}`,
        reason,
        ...(witness !== '' && { witness }),
      })
      form.change({ amount: '', reason: '', witness: '' })
      form.settled()
      await ended(['tills'])
      say('It is noted.')
    },
    {
      check: ({ what, amount, reason, witness }) => {
        const problem = problemOf(amount)
        return {
          ...(problem !== undefined && { amount: problem }),
          ...(reason.trim() === '' && { reason: 'Why?' }),
          ...(what === 'drop' && witness.trim() === '' && { witness: 'Who saw it?' }),
        }
      },
    },
  )
  return (
    <Card title="Cash in, out">
      <form onSubmit={form.submit} noValidate>
        <Problem problems={form.problems} />
        <div className="till-form">
          <NativeSelect label="What" {...form.text('what')} data={choices} />
          <TextInput label="Amount" inputMode="decimal" {...form.text('amount')} />
          <TextInput label="Why" {...form.text('reason')} />
          <TextInput label="Seen by" {...form.text('witness')} />
        </div>
        <Group mt="md">
          <Button type="submit" variant="default" loading={form.isSending}>
            Note it
          </Button>
        </Group>
      </form>
    </Card>
  )
}
