import { Button, Group, UnstyledButton } from '@mantine/core'
import type { Plan, PlanSum } from '@marquee-events/client'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { marquee } from '../../interface/marquee.ts'
import { useWrite } from '../../interface/writes.ts'
import { Card } from '../../pieces/page.tsx'
import { counted, instantWords, moneyWords } from '../../pieces/words.ts'
import { PlanRows } from './plan-rows.tsx'
import { subjectOf } from './run-words.ts'

const acts: Readonly<Record<Plan['kind'], Readonly<Record<PlanSum['action'], string>>>> = {
  refunds: { do: 'refunded', by_hand: 'by hand', skip: 'left out' },
  message: { do: 'written to', by_hand: 'by hand', skip: 'left out' },
  tickets: { do: 'changed', by_hand: 'by hand', skip: 'left out' },
}

const nameOf = ({ action, reason, method, currency }: PlanSum) =>
  `${action} ${reason} ${method} ${currency}`

/** What a plan would do, and the buttons that do it. */
export function DryRun({ plan }: { plan: Plan }) {
  const { summary } = plan
  const navigate = useNavigate()
  const start = useWrite({
    write: (first: number | undefined) =>
      marquee.startRun({ plan: plan.id, ...(first !== undefined && { first }) }),
    changes: ['runs', 'orders', 'mails'],
    done: 'It has begun.',
    after: ({ id }) => navigate({ to: '/runs/$run', params: { run: id } }),
  })
  // What tickets were and become is what the plan is looked at for.
  const [open, choose] = useState(plan.kind === 'tickets' ? summary.sums[0] : undefined)
  const isIdle = summary.to_do + summary.by_hand === 0
  return (
    <Card title={`Dry run of ${counted(summary.rows, subjectOf[plan.kind])}`}>
      <ul className="outcomes">
        {summary.sums.map(one => (
          <li key={nameOf(one)}>
            <UnstyledButton
              className="strong as-link"
              aria-expanded={open === one}
              onClick={() => choose(open === one ? undefined : one)}
            >
              {counted(one.rows, subjectOf[plan.kind])} {acts[plan.kind][one.action]}
              {one.method !== null && one.action === 'do' && ` (${one.method})`}
            </UnstyledButton>
            <span>{one.amount !== null && moneyWords(one.amount, one.currency ?? undefined)}</span>
            {one.because !== '' && <span className="soft small">{one.because}</span>}
          </li>
        ))}
      </ul>
      {open && <PlanRows key={nameOf(open)} plan={plan} sum={open} />}
      {summary.warnings.map(warning => (
        <p key={warning} className="small" style={{ marginTop: 8 }}>
          {warning}
        </p>
      ))}
      <p className="soft small" style={{ margin: '12px 0' }}>
        Good until {instantWords(plan.expires_at)}. If anything changes before, nothing is done:
        have it shown again then.
      </p>
      <Group>
        {summary.to_do > 3 && (
          <Button variant="default" loading={start.isPending} onClick={() => start.mutate(3)}>
            Do the first three only
          </Button>
        )}
        <Button
          color="bad"
          disabled={isIdle}
          loading={start.isPending}
          onClick={() => start.mutate(undefined)}
        >
          Do all {summary.to_do + summary.by_hand}
        </Button>
      </Group>
    </Card>
  )
}
