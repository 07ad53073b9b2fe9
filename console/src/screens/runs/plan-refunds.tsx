import { Button, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import type { Plan } from '@marquee-events/client'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { marquee } from '../../interface/marquee.ts'
import { eventQuery } from '../../interface/queries.ts'
import { useRights } from '../../interface/rights.ts'
import { Problem, useFields } from '../../pieces/form.tsx'
import { Card, Head } from '../../pieces/page.tsx'
import { NotYours } from '../../shell/missing.tsx'
import { plain } from '../../pieces/words.ts'
import { DryRun } from './dry-run.tsx'

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
