import { Button, Group, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { marquee } from '../../interface/marquee.ts'
import { say, useEnded } from '../../interface/writes.ts'
import { Problem, useFields } from '../../pieces/form.tsx'
import { decimalOf, readAmount } from '../../pieces/money-text.ts'
import { Card } from '../../pieces/page.tsx'
import { site } from '../../site.ts'

const costsMost = 20

type Draft = Record<string, string>

const blank: Draft = Object.fromEntries([
  ['kind', 'all'],
  ['share', ''],
  ...Array.from({ length: costsMost }, (_, at) => [
    [`text${at}`, ''],
    [`amount${at}`, ''],
  ]).flat(),
])

const numbers = Array.from({ length: costsMost }, (_, at) => at)

const named = (values: Draft) =>
  numbers.filter(at => values[`text${at}`]?.trim() || values[`amount${at}`]?.trim())

function check(values: Draft): Record<string, string> {
  const problems: Record<string, string> = {}
  const demand = (name: string) => {
    const read = readAmount(values[name] ?? '', site.exponent)
    if ('problem' in read) problems[name] = read.problem
  }
  if (values['kind'] === 'amount') demand('share')
  if (
    values['kind'] === 'percent' &&
    !/^\s*\d{1,3}([.,]\d{1,2})?\s*$/.test(values['share'] ?? '')
  ) {
    problems['share'] = 'Write a percentage such as 70.'
  }
  for (const at of named(values)) {
    if (!values[`text${at}`]?.trim()) problems[`text${at}`] = 'What is it for?'
    demand(`amount${at}`)
  }
  return problems
}

function amountOf(typed: string | undefined): string {
  const read = readAmount(typed ?? '', site.exponent)
  return 'minor' in read ? decimalOf(read.minor, site.exponent) : ''
}

const shareOf = ({ kind, share = '' }: Draft) => ({
  ...(kind === 'percent' && { share_percent: share.trim().replace(',', '.') }),
  ...(kind === 'amount' && { share: amountOf(share) }),
})

/** What the promoter gets of the money, and which costs are taken off it. */
export function SettlementForm({ event }: { event: number }) {
  const ended = useEnded()
  const [lines, setLines] = useState(1)
  const form = useFields<Draft>(
    blank,
    async values => {
      const costs = named(values).map(at => ({
        text: values[`text${at}`] ?? '',
        amount: amountOf(values[`amount${at}`]),
      }))
      const made = await marquee.createSettlement({ id: event, ...shareOf(values), costs })
      await ended(['settlements'])
      say(`Settlement ${made.number} is there.`)
    },
    { check, names: { share_percent: 'share' } },
  )
  const { values, text, change } = form
  return (
    <Card title="Settle up to now">
      <form onSubmit={form.submit} noValidate>
        <Problem problems={form.problems} />
        <Stack>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <NativeSelect
              label="The promoter gets"
              value={values['kind'] ?? 'all'}
              data={[
                { value: 'all', label: 'all the money that is here' },
                { value: 'percent', label: 'a share of it, in per cent' },
                { value: 'amount', label: 'an amount' },
              ]}
              onChange={({ currentTarget }) => change({ kind: currentTarget.value })}
            />
            {values['kind'] === 'percent' && (
              <TextInput label="Per cent" inputMode="decimal" {...text('share')} />
            )}
            {values['kind'] === 'amount' && (
              <TextInput
                label={`The promoter's amount in ${site.currency}`}
                inputMode="decimal"
                {...text('share')}
              />
            )}
          </SimpleGrid>
          {numbers.slice(0, lines).map(at => (
            <SimpleGrid key={at} cols={{ base: 1, xs: 2 }}>
              <TextInput
                label={`Cost ${at + 1}`}
                placeholder="Piano tuner"
                maxLength={200}
                {...text(`text${at}`)}
              />
              <TextInput
                label={`Cost ${at + 1} in ${site.currency}`}
                inputMode="decimal"
                {...text(`amount${at}`)}
              />
            </SimpleGrid>
          ))}
          <Group>
            {lines < costsMost && (
              <Button variant="default" onClick={() => setLines(lines + 1)}>
                One more cost
              </Button>
            )}
            <Button type="submit" loading={form.isSending}>
              Make the settlement
            </Button>
          </Group>
          <p className="soft small">
            Books, orders, providers and cash lists are compared. A settlement never changes; the
            next one says what changed since.
          </p>
        </Stack>
      </form>
    </Card>
  )
}
