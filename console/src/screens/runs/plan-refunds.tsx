import { Button, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import type { Plan } from '@marquee-events/client'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { marquee } from '../../interface/marquee.ts'
import { eventQuery } from '../../interface/queries.ts'
import { useRights } from '../../interface/rights.ts'
import { useWrite } from '../../interface/writes.ts'
import { Problem, useFields } from '../../pieces/form.tsx'
import { Card, Head } from '../../pieces/page.tsx'
import { NotYours } from '../../shell/missing.tsx'
import { counted, instantWords, moneyWords, plain } from '../../pieces/words.ts'

const route = getRouteApi('/events/$event')

/** The money of an event that was called off: what would happen first, and then the run. */
export function PlanRefunds() {
  const { event: id } = route.useParams()
  const { data: event } = useSuspenseQuery(eventQuery(id))
  const [plan, setPlan] = useState<Plan>()
  const { may } = useRights()
  if (!may('orders.refund', id)) return <NotYours />
  return (
    <>
      <Head title="Give the money back" above={plain(event.title)} />
      <Wish event={id} onPlan={setPlan} />
      {plan && <DryRun key={plan.id} plan={plan} />}
    </>
  )
}

const gives = [
  { value: 'all', label: 'everything, with fees' },
  { value: 'without_fees', label: 'everything but fees' },
  { value: 'keep_fixed', label: 'less an amount for each place' },
  { value: 'keep_percent', label: 'less a share' },
  { value: 'nothing', label: 'nothing: the places end' },
]

function Wish({ event, onPlan }: { event: number; onPlan: (plan: Plan) => void }) {
  const form = useFields(
    { give: 'all', keep: '', how: 'paid', reason: '', message: '' },
    async ({ give, keep, how, reason, message }) => {
      const keeps = give === 'keep_fixed' || give === 'keep_percent'
      const plan = await marquee.makePlan({
        kind: 'refunds',
        event,
        give: give as 'all',
        how: how as 'paid',
        ...(keeps && { keep }),
        ...(reason !== '' && { reason }),
        ...(message !== '' && { message }),
      })
      form.settled()
      onPlan(plan)
    },
  )
  const { give } = form.values
  return (
    <Card title="What would be given back">
      <form onSubmit={form.submit} noValidate>
        <Problem problems={form.problems} />
        <Stack>
          <NativeSelect label="Buyers get" {...form.text('give')} data={gives} />
          {give === 'keep_fixed' && (
            <TextInput label="Kept of each place" inputMode="decimal" {...form.text('keep')} />
          )}
          {give === 'keep_percent' && (
            <TextInput label="Kept, in per cent" inputMode="decimal" {...form.text('keep')} />
          )}
          <NativeSelect
            label="How"
            {...form.text('how')}
            data={[
              { value: 'paid', label: 'as it was paid' },
              { value: 'by_hand', label: 'by hand: a list of sums for you' },
            ]}
          />
          <TextInput label="Why" description="For colleagues." {...form.text('reason')} />
          <Textarea
            label="A word to the buyers"
            description="In the mail about their money."
            {...form.text('message')}
          />
          <Group>
            <Button type="submit" variant="default" loading={form.isSending}>
              Show what would happen
            </Button>
          </Group>
          <p className="soft small">This does nothing yet.</p>
        </Stack>
      </form>
    </Card>
  )
}

const acts = { do: 'refunded', by_hand: 'by hand', skip: 'left out' } as const

function DryRun({ plan }: { plan: Plan }) {
  const { summary } = plan
  const navigate = useNavigate()
  const start = useWrite({
    write: (first: number | undefined) =>
      marquee.startRun({ plan: plan.id, ...(first !== undefined && { first }) }),
    changes: ['runs', 'orders'],
    done: 'It has begun.',
    after: ({ id }) => navigate({ to: '/runs/$run', params: { run: id } }),
  })
  const isIdle = summary.to_do + summary.by_hand === 0
  return (
    <Card title={`Dry run of ${counted(summary.rows, 'order')}`}>
      <ul className="outcomes">
        {summary.sums.map(one => (
          <li key={`${one.action} ${one.reason} ${one.method} ${one.currency}`}>
            <b>
              {counted(one.rows, 'order')} {acts[one.action]}
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
