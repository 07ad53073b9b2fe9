import { Button, Checkbox, NativeSelect, Radio, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useFields, type Versioned } from '../../pieces/form.tsx'
import { FormEnd } from '../../pieces/form-end.tsx'
import { Card } from '../../pieces/page.tsx'
import { site } from '../../site.ts'
import { check, type TicketDraft } from './ticket-draft.ts'

type Props = {
  first: TicketDraft
  zone: string
  button: string
  versioned?: Versioned<TicketDraft>
  save: (draft: TicketDraft, version: string | undefined, before: TicketDraft) => Promise<unknown>
}

/** The parameters of the interface whose fields have other names here. */
const names = {
  'ticket[capacity]': 'capacity',
  'ticket[event_capacity]': 'event_capacity',
  'ticket[sale_price][price]': 'reduced_price',
  'ticket[sale_price][start_date]': 'reduced_from',
  'ticket[sale_price][end_date]': 'reduced_until',
  'ticket[mode]': 'mode',
  start_date: 'from_day',
  start_time: 'from_time',
  end_date: 'until_day',
  end_time: 'until_time',
} as const

/** What the fields are called, for whoever has to choose between two changes. */
const labels = {
  name: 'Name',
  description: 'Description',
  price: `Price in ${site.currency}`,
  mode: 'Places',
  capacity: 'How many',
  event_capacity: 'Places of the event',
  from_day: 'Sold from day',
  from_time: 'Sold from time',
  sale_ends: 'Sold until',
  until_day: 'Last day of sale',
  until_time: 'Sold until time',
  reduced: 'It has a reduced price',
  reduced_price: `Reduced price in ${site.currency}`,
  reduced_from: 'Reduced from',
  reduced_until: 'Reduced until',
  min_per_order: 'At least in one order',
  max_per_order: 'At most in one order',
  iac: 'Names of attendees',
  hidden: 'Hidden',
} as const

const modes = [
  { value: 'own', label: 'It has places of its own' },
  { value: 'global', label: 'It shares the places of the event with other tickets' },
  { value: 'capped', label: 'It shares them, up to a limit of its own' },
  { value: 'unlimited', label: 'There is no limit' },
]

const ends = [
  { value: 'event_start', label: 'the event begins' },
  { value: 'event_end', label: 'the event ends' },
  { value: 'date', label: 'a day and time' },
]

const naming = [
  { value: 'none', label: 'are not asked for' },
  { value: 'allowed', label: 'may be given' },
  { value: 'required', label: 'must be given' },
]

const choices: Readonly<Record<string, readonly { value: string; label: string }[]>> = {
  mode: modes,
  sale_ends: ends,
  iac: naming,
}

const words = (field: string, value: string) =>
  choices[field]?.find(one => one.value === value)?.label

export function TicketForm({ first, zone, button, versioned, save }: Props) {
  const form = useFields<TicketDraft>(first, save, {
    names,
    check,
    ...(versioned && { versioned: { ...versioned, labels, words } }),
  })
  const { text, tick, values } = form
  const [hasMore, setMore] = useState(values.reduced || values.from_day !== '')
  return (
    <form onSubmit={form.submit} noValidate>
      {form.above}
      <Card>
        <Stack>
          <TextInput label="Name" required maxLength={200} {...text('name')} />
          <TextInput
            label={`Price in ${site.currency}`}
            description="Empty is free."
            inputMode="decimal"
            autoComplete="off"
            {...text('price')}
          />
          <Places form={form} />
          <Checkbox
            label="Hidden: only a code shows it"
            description="Nobody else sees or buys it. You make the code under Codes; the desk sells it, too."
            {...tick('hidden')}
          />
        </Stack>
      </Card>
      {hasMore ? (
        <>
          <Sale form={form} zone={zone} />
          <Reduced form={form} />
          <Rules form={form} />
        </>
      ) : (
        <Card>
          <Button variant="subtle" onClick={() => setMore(true)}>
            More: when it is sold, reduced price, names, limits
          </Button>
        </Card>
      )}
      <FormEnd isSending={form.isSending}>{button}</FormEnd>
    </form>
  )
}

type Part = { form: ReturnType<typeof useFields<TicketDraft>> }

function Places({ form: { values, text, change } }: Part) {
  const { mode } = values
  return (
    <>
      <Radio.Group label="Places" value={mode} onChange={next => change({ mode: next })}>
        <Stack gap="sm" mt="xs">
          {modes.map(one => (
            <Radio key={one.value} {...one} />
          ))}
        </Stack>
      </Radio.Group>
      {(mode === 'global' || mode === 'capped') && (
        <TextInput
          label="Places of the event, for all tickets that share them"
          inputMode="numeric"
          {...text('event_capacity')}
        />
      )}
      {(mode === 'own' || mode === 'capped') && (
        <TextInput
          label={mode === 'own' ? 'How many' : 'At most so many of this ticket'}
          inputMode="numeric"
          {...text('capacity')}
        />
      )}
    </>
  )
}

function Sale({ form: { values, text, change }, zone }: Part & { zone: string }) {
  return (
    <Card title="When it is sold">
      <Stack>
        <p className="soft small">On the clock of the event, {zone}.</p>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label="From day"
            type="date"
            description="Empty: at once"
            {...text('from_day')}
          />
          <TextInput
            label="From time"
            type="time"
            description="Of that day"
            {...text('from_time')}
          />
        </SimpleGrid>
        <NativeSelect
          label="Until"
          value={values.sale_ends}
          data={ends}
          onChange={({ currentTarget: { value } }) =>
            change({ sale_ends: value as TicketDraft['sale_ends'] })
          }
        />
        {values.sale_ends === 'date' && (
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput label="Last day" type="date" {...text('until_day')} />
            <TextInput label="Until time" type="time" {...text('until_time')} />
          </SimpleGrid>
        )}
      </Stack>
    </Card>
  )
}

function Reduced({ form: { values, text, tick } }: Part) {
  return (
    <Card title="Reduced price">
      <Stack>
        <Checkbox label="It has a reduced price for some days" {...tick('reduced')} />
        {values.reduced && (
          <>
            <TextInput
              label={`Reduced price in ${site.currency}`}
              inputMode="decimal"
              autoComplete="off"
              {...text('reduced_price')}
            />
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <TextInput
                label="Reduced from"
                type="date"
                description="Empty: at once"
                {...text('reduced_from')}
              />
              <TextInput
                label="Reduced until"
                type="date"
                description="Empty: to the end"
                {...text('reduced_until')}
              />
            </SimpleGrid>
          </>
        )}
      </Stack>
    </Card>
  )
}

function Rules({ form: { values, text, change } }: Part) {
  return (
    <Card title="Orders and names">
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput label="At least in one order" inputMode="numeric" {...text('min_per_order')} />
          <TextInput label="At most in one order" inputMode="numeric" {...text('max_per_order')} />
        </SimpleGrid>
        <NativeSelect
          label="Names of attendees"
          value={values.iac}
          data={naming}
          onChange={({ currentTarget: { value } }) => change({ iac: value as TicketDraft['iac'] })}
        />
        <TextInput label="Description" {...text('description')} />
      </Stack>
    </Card>
  )
}
