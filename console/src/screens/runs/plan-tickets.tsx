import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import type { Plan, Ticket } from '@marquee-events/client'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { marquee } from '../../interface/marquee.ts'
import { eventQuery, ticketsCalledQuery, ticketsQuery } from '../../interface/queries.ts'
import { useRights } from '../../interface/rights.ts'
import { useFields } from '../../pieces/form.tsx'
import { Card, Empty, Head, Waiting } from '../../pieces/page.tsx'
import { SearchField } from '../../pieces/search-field.tsx'
import { plain } from '../../pieces/words.ts'
import { NotYours } from '../../shell/missing.tsx'
import { site } from '../../site.ts'
import { DryRun } from './dry-run.tsx'
import { TicketChoice } from './ticket-choice.tsx'
import { priceWays, readTicketsDraft } from './tickets-draft.ts'

const ofEvent = getRouteApi('/events/$event')
const ofSite = getRouteApi('/tickets/change')

/** Prices, places and the most of one order of many tickets of an event at once. */
export function ChangeTickets() {
  const { event: id } = ofEvent.useParams()
  const { data: event } = useSuspenseQuery(eventQuery(id))
  const { data: list } = useSuspenseQuery(ticketsQuery(id))
  const { may } = useRights()
  if (!may('tickets.write', id)) return <NotYours />
  return (
    <>
      <Head title="Change many tickets" above={plain(event.title)} />
      {list.tickets.length === 0 ? (
        <Empty title="It has no tickets yet" />
      ) : (
        <Changing key={id} event={id} tickets={list.tickets} />
      )}
    </>
  )
}

/** The same for tickets of any event, found by their name. */
export function ChangeTicketsOfSite() {
  const { search = '' } = ofSite.useSearch()
  const navigate = useNavigate()
  const found = useQuery(ticketsCalledQuery(search))
  const { may } = useRights()
  if (!may('tickets.write')) return <NotYours />
  const tickets = found.data?.tickets ?? []
  return (
    <>
      <Head title="Change many tickets" above="Of any event" />
      <Card title="Which tickets">
        <SearchField
          value={search}
          label="Tickets called"
          placeholder="Standard"
          onSearch={words =>
            void navigate({
              to: '/tickets/change',
              search: words === '' ? {} : { search: words },
              replace: true,
            })
          }
        />
      </Card>
      {found.isPending && <Waiting lines={3} />}
      {found.isSuccess && tickets.length === 0 && (
        <Empty title="No ticket is called like that">
          <p className="soft">The name is the one that buyers see.</p>
        </Empty>
      )}
      {tickets.length > 0 && (
        <Changing
          key={tickets.map(({ id }) => id).join()}
          event={undefined}
          tickets={tickets}
          titles={found.data?.titles}
        />
      )}
    </>
  )
}

type Props = {
  event: number | undefined
  tickets: readonly Ticket[]
  titles?: Readonly<Record<number, string>> | undefined
}

/** What becomes of them, and then what would happen. */
function Changing({ event, tickets, titles }: Props) {
  const [plan, setPlan] = useState<Plan>()
  const every = tickets.map(({ id }) => id).join(',')
  const form = useFields(
    { tickets: every, way: 'stays', amount: '', capacity: '', max_per_order: '' },
    async values => {
      const read = readTicketsDraft(values, site.exponent)
      if ('problems' in read) return
      const made = await marquee.makePlan({
        kind: 'tickets',
        ...(event !== undefined && { event }),
        tickets: values.tickets.split(',').map(Number),
        ...read.change,
      })
      form.settled()
      setPlan(made)
    },
    {
      names: {
        price: 'amount',
        price_by: 'amount',
        price_percent: 'amount',
      },
      check: values => {
        const read = readTicketsDraft(values, site.exponent)
        return {
          ...(values.tickets === '' && { tickets: 'Choose at least one.' }),
          ...('problems' in read && read.problems),
        }
      },
    },
  )
  const { way, tickets: chosen } = form.values
  return (
    <>
      <Card title="What becomes of them">
        <form onSubmit={form.submit} noValidate>
          {form.above}
          <Stack>
            <TicketChoice
              tickets={tickets}
              value={chosen}
              onChange={ids => form.change({ tickets: ids })}
              description={`${chosen === '' ? 0 : chosen.split(',').length} of ${tickets.length} are chosen.`}
              error={form.problems['tickets']}
              titles={titles}
            />
            <NativeSelect label="The price" {...form.text('way')} data={[...priceWays]} />
            {way !== 'stays' && (
              <TextInput
                label={way.endsWith('percent') ? 'Per cent' : 'Amount'}
                inputMode="decimal"
                {...form.text('amount')}
              />
            )}
            <TextInput
              label="Places of each"
              description="Empty: they stay. Only tickets with places of their own."
              inputMode="numeric"
              {...form.text('capacity')}
            />
            <TextInput
              label="Most in one order"
              description="Empty: it stays."
              inputMode="numeric"
              {...form.text('max_per_order')}
            />
            <Group>
              <Button type="submit" variant="default" loading={form.isSending}>
                Show what would happen
              </Button>
            </Group>
            <p className="soft small">
              This does nothing yet. Orders that were made keep the price that was paid.
            </p>
          </Stack>
        </form>
      </Card>
      {plan && <DryRun key={plan.id} plan={plan} />}
    </>
  )
}
