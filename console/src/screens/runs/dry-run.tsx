import { Button, Group } from '@mantine/core'
import type { Plan, PlanSum } from '@marquee-events/client'
import { useNavigate } from '@tanstack/react-router'
import { marquee } from '../../interface/marquee.ts'
import { useWrite } from '../../interface/writes.ts'
import { Card } from '../../pieces/page.tsx'
import { counted, instantWords, moneyWords } from '../../pieces/words.ts'
import { subjectOf } from './run-words.ts'

const acts: Readonly<Record<Plan['kind'], Readonly<Record<PlanSum['action'], string>>>> = {
  refunds: { do: 'refunded', by_hand: 'by hand', skip: 'left out' },
  message: { do: 'written to', by_hand: 'by hand', skip: 'left out' },
  tickets: { do: 'changed', by_hand: 'by hand', skip: 'left out' },
}

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
  const isIdle = summary.to_do + summary.by_hand === 0
  return (
    <Card title={`Dry run of ${counted(summary.rows, subjectOf[plan.kind])}`}>
      <ul className="outcomes">
        {summary.sums.map(one => (
          <li key={`${one.action} ${one.reason} ${one.method} ${one.currency}`}>
            <b>
              {counted(one.rows, subjectOf[plan.kind])} {acts[plan.kind][one.action]}
              {one.method !== null && one.action === 'do' && ` (${one.method})`}
            </b>
            <span>{one.amount !== null && moneyWords(one.amount, one.currency ?? undefined)}</span>
            {one.because !== '' && <span className="soft small">{one.because}</span>}
          </li>
        ))}
      </ul>
      {summary.warnings.map(warning => (
        <p key={warning} className="small" style={{ marginTop: 8 }}>
          {warning}
        </p>
      ))}
      <p className="soft small" style={{ margin: '12px 0' }}>
        Good until {instantWords(plan.expires_at)}. If anything changes before, you are told the new
        sums and nothing is done.
      </p>
      <Group>
        <Button
          variant="default"
          disabled={isIdle}
          loading={start.isPending}
          onClick={() => start.mutate(3)}
        >
          Do the first three only
        </Button>
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
