import { Button, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import type { Plan, Ticket } from '@marquee-events/client'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { marquee } from '../../interface/marquee.ts'
import { eventQuery, ticketsQuery } from '../../interface/queries.ts'
import { useRights } from '../../interface/rights.ts'
import { Problem, useFields } from '../../pieces/form.tsx'
import { Card, Head } from '../../pieces/page.tsx'
import { NotYours } from '../../shell/missing.tsx'
import { plain } from '../../pieces/words.ts'
import { DryRun } from './dry-run.tsx'
import { TicketChoice } from './ticket-choice.tsx'

const route = getRouteApi('/events/$event')

/** The money of an event that was called off: what would happen first, and then the run. */
export function PlanRefunds() {
  const { event: id } = route.useParams()
  const { data: event } = useSuspenseQuery(eventQuery(id))
  const { data: list } = useSuspenseQuery(ticketsQuery(id))
  const [plan, setPlan] = useState<Plan>()
  const { may } = useRights()
  if (!may('orders.refund', id)) return <NotYours />
  return (
    <>
      <Head title="Give the money back" above={plain(event.title)} />
      <Wish event={id} tickets={list.tickets} onPlan={setPlan} />
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

type Props = { event: number; tickets: readonly Ticket[]; onPlan: (plan: Plan) => void }

function Wish({ event, tickets, onPlan }: Props) {
  const every = tickets.map(({ id }) => id).join(',')
  const form = useFields(
    {
      whom: 'paid',
      tickets: every,
      checked_in: 'skip',
      give: 'all',
      keep: '',
      how: 'paid',
      choice_until: '',
      otherwise: 'refund',
      reason: '',
      message: '',
    },
    async ({ reason, message, ...values }) => {
      const plan = await marquee.makePlan({
        kind: 'refunds',
        event,
        ...(values.whom === 'unpaid' ? { whom: 'unpaid' as const } : moneyOf(values, every)),
        ...(reason !== '' && { reason }),
        ...(message !== '' && values.whom === 'paid' && { message }),
      })
      form.settled()
      onPlan(plan)
    },
    {
      check: ({ whom, tickets: chosen }) =>
        whom === 'paid' && tickets.length > 0 && chosen === ''
          ? { tickets: 'Choose at least one.' }
          : {},
    },
  )
  const { whom } = form.values
  return (
    <Card title="What would be given back">
      <form onSubmit={form.submit} noValidate>
        <Problem problems={form.problems} />
        <Stack>
          <NativeSelect
            label="Whose"
            {...form.text('whom')}
            data={[
              { value: 'paid', label: 'orders that are paid' },
              { value: 'unpaid', label: 'orders that wait for their payment: they are given up' },
            ]}
          />
          {whom === 'paid' && <MoneyFields form={form} tickets={tickets} />}
          <TextInput label="Why" description="For colleagues." {...form.text('reason')} />
          {whom === 'paid' && (
            <Textarea
              label="A word to the buyers"
              description="In the mail about their money."
              {...form.text('message')}
            />
          )}
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

type MoneyValues = Record<
  'tickets' | 'checked_in' | 'give' | 'keep' | 'how' | 'choice_until' | 'otherwise',
  string
>

/** How much of the money of paid orders goes back, and how. `every`: all tickets of the event, which need not be named. */
function moneyOf(
  { give, keep, choice_until: until, otherwise, ...values }: MoneyValues,
  every: string,
) {
  const keeps = give === 'keep_fixed' || give === 'keep_percent'
  return {
    give: give as 'all',
    how: values.how as 'paid',
    checked_in: values.checked_in as 'skip',
    ...(values.tickets !== every && { tickets: values.tickets.split(',').map(Number) }),
    ...(keeps && { keep }),
    ...(until !== '' && { choice_until: until, otherwise: otherwise as 'refund' }),
  }
}

type Form = Pick<
  ReturnType<typeof useFields<MoneyValues & Record<'whom' | 'reason' | 'message', string>>>,
  'text' | 'change' | 'values' | 'problems'
>

function MoneyFields({ form, tickets }: { form: Form; tickets: readonly Ticket[] }) {
  const { give, tickets: chosen } = form.values
  return (
    <>
      {tickets.length > 1 && (
        <TicketChoice
          tickets={tickets}
          value={chosen}
          onChange={ids => form.change({ tickets: ids })}
          description="Only places of these are given back."
          error={form.problems['tickets']}
        />
      )}
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
      <ChoiceFields
        until={form.text('choice_until')}
        otherwise={form.text('otherwise')}
        isAsked={form.values.choice_until !== ''}
      />
      <NativeSelect
        label="Places that somebody came in with"
        {...form.text('checked_in')}
        data={[
          { value: 'skip', label: 'stay, with their money' },
          { value: 'include', label: 'are given back, too' },
        ]}
      />
    </>
  )
}

type ChoiceProps = { until: object; otherwise: object; isAsked: boolean }

/** Whether buyers are asked first, and what counts for who does not answer. */
function ChoiceFields({ until, otherwise, isAsked }: ChoiceProps) {
  return (
    <>
      <TextInput
        label="Let buyers choose until"
        description="They get a mail, and choose on the page of their order: their money, a donation to you, or the new date. Empty: nobody is asked."
        type="date"
        {...until}
      />
      {isAsked && (
        <NativeSelect
          label="Who does not choose"
          {...otherwise}
          data={[
            { value: 'refund', label: 'gets the money back' },
            { value: 'donate', label: 'gives the money to you; the places end' },
            { value: 'keep', label: 'keeps the tickets for the new date' },
          ]}
        />
      )}
    </>
  )
}
