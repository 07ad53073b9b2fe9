import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import type { Till } from '@marquee-events/client'
import { useState } from 'react'
import { marquee } from '../../interface/marquee.ts'
import { say, useEnded } from '../../interface/writes.ts'
import { Problem, useFields } from '../../pieces/form.tsx'
import { decimalOf } from '../../pieces/money-text.ts'
import { Card } from '../../pieces/page.tsx'
import { moneyWords } from '../../pieces/words.ts'
import { site } from '../../site.ts'
import { minorOf, notesOf } from './basket.ts'
import { amountOf, problemOf } from './typed-amount.ts'

type Counts = Readonly<Record<string, string>>

const manyOf = (typed: string | undefined) =>
  typed !== undefined && /^\d{1,5}$/.test(typed.trim()) ? Number(typed) : 0

/** What notes and coins make together, in minor units. */
const worthOf = (counts: Counts, exponent: number) =>
  Object.entries(counts).reduce(
    (sum, [value, many]) => sum + manyOf(many) * minorOf(value, exponent),
    0,
  )

/** Closing: what is in the till is counted before its sum is told, and handed over with both names. */
export function Close({ till }: { till: Till }) {
  const { id, yours, name, currency } = till
  const [counts, setCounts] = useState<Counts>({})
  const ended = useEnded()
  const form = useFields(
    { counted: '', terminal: '', note: '', handed_to: '' },
    async ({ counted, terminal, note, handed_to }) => {
      const pieces = Object.entries(counts)
        .map(([value, many]) => [value, manyOf(many)] as const)
        .filter(([, many]) => many > 0)
      const { difference } = await marquee.closeTill({
        id,
        ...(counted !== '' && { counted: amountOf(counted) }),
        ...(pieces.length > 0 && { counts: Object.fromEntries(pieces) }),
        ...(terminal !== '' && { terminal: amountOf(terminal) }),
        ...(note !== '' && { note }),
        ...(handed_to !== '' && { handed_to }),
      })
      form.settled()
      await ended(['tills', 'desk'])
      say(
        difference === null
          ? `${name} is closed, not counted.`
          : `${name} is closed. Difference: ${moneyWords(difference, currency)}.`,
      )
    },
    {
      check: ({ counted, terminal }) => {
        const problem = counted === '' ? (yours ? 'Count it.' : undefined) : problemOf(counted)
        const other = terminal === '' ? undefined : problemOf(terminal)
        return {
          ...(problem !== undefined && { counted: problem }),
          ...(other !== undefined && { terminal: other }),
        }
      },
    },
  )
  const count = (value: string, many: string) => {
    const all = { ...counts, [value]: many }
    setCounts(all)
    form.change({ counted: decimalOf(worthOf(all, site.exponent), site.exponent) })
  }
  return (
    <Card title="Close it">
      <form onSubmit={form.submit} noValidate>
        <Problem problems={form.problems} />
        <Stack>
          <fieldset className="till-pieces">
            <legend>Notes and coins</legend>
            {notesOf(site.exponent).map(value => (
              <TextInput
                key={value}
                label={moneyWords(value, currency).replace(/[.,]00$/, '')}
                inputMode="numeric"
                value={counts[value] ?? ''}
                onChange={event => count(value, event.currentTarget.value)}
                autoComplete="off"
              />
            ))}
          </fieldset>
          <div className="till-form">
            <TextInput
              label="Counted"
              description={
                yours
                  ? 'The sum of the notes and coins, or type it. What it should hold is told afterwards.'
                  : 'Leave it empty if nobody counts: the till is then closed as not counted.'
              }
              inputMode="decimal"
              {...form.text('counted')}
            />
            <TextInput
              label="Slip of the terminal"
              description="Its own sum, to compare."
              inputMode="decimal"
              {...form.text('terminal')}
            />
            <TextInput
              label="Handed over to"
              description="Who takes the till over, if somebody does."
              {...form.text('handed_to')}
            />
          </div>
          <Textarea label="Note" {...form.text('note')} />
          <Group>
            <Button type="submit" loading={form.isSending}>
              Close the till
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}
