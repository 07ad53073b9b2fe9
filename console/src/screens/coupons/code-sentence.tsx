import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { useFields } from '../../pieces/form.tsx'
import { plain } from '../../pieces/words.ts'
import { site } from '../../site.ts'
import { type CodeChoices, type CodeDraft, idsIn, type Scope } from './code-draft.ts'

type Form = ReturnType<typeof useFields<CodeDraft>>

type Props = {
  form: Form
  choices: CodeChoices
  event: number | undefined
  /** Whether what it is for stays as it is. */
  isUsed: boolean
}

/** What a code does, as a sentence whose gaps are the fields. */
export function CodeSentence(props: Props) {
  const { form } = props
  const { values, text } = form
  const count = (name: 'max_places_per_order' | 'max_places' | 'usage_limit' | 'per_person') => ({
    ...text(name),
    inputMode: 'numeric' as const,
    placeholder: 'any',
    autoComplete: 'off',
    className: 'gap',
  })
  const isOff = values.takes !== 'nothing'
  return (
    <fieldset className="sentence">
      <legend className="visually-hidden">What it does</legend>
      <TakesOff {...props} />
      <Clause before="for at most" after="places per order,">
        <TextInput
          aria-label="At most so many places per order"
          {...count('max_places_per_order')}
        />
      </Clause>
      <Clause after="places in all,">
        <TextInput aria-label="Places in all" {...count('max_places')} />
      </Clause>
      <Clause after="orders in all,">
        <TextInput aria-label="Orders in all" {...count('usage_limit')} />
      </Clause>
      <Clause after="orders for one person,">
        <TextInput aria-label="Orders for one person" {...count('per_person')} />
      </Clause>
      <Clause before="if an order comes to" after={`${site.currency} or more,`}>
        <TextInput
          aria-label={`If an order comes to so many ${site.currency} or more`}
          {...text('min_total')}
          inputMode="decimal"
          placeholder="any"
          autoComplete="off"
          className="gap"
        />
      </Clause>
      <Clause before="from">
        <TextInput aria-label="Valid from" type="datetime-local" {...text('start_time')} />
      </Clause>
      <Clause before="until">
        <TextInput aria-label="Valid until" type="datetime-local" {...text('end_time')} />
      </Clause>
      <Clause before={`on the clock of ${site.zone}.`} />
      <Shows {...props} words={isOff ? 'It also shows' : 'It shows'} />
    </fieldset>
  )
}

type ClauseProps = { before?: string; after?: string; children?: ReactNode }

function Clause({ before, after, children }: ClauseProps) {
  return (
    <span className="clause">
      {before !== undefined && <span>{before}</span>}
      {children}
      {after !== undefined && <span>{after}</span>}
    </span>
  )
}

const takes = [
  { value: 'percent', label: '% off' },
  { value: 'flat', label: `${site.currency} off` },
  { value: 'nothing', label: 'nothing off' },
]

function TakesOff(props: Props) {
  const { form, isUsed } = props
  const { values, text, change } = form
  const isOff = values.takes !== 'nothing'
  return (
    <>
      <Clause before="It takes">
        {isOff && (
          <TextInput
            aria-label={values.takes === 'percent' ? 'Per cent' : `Amount in ${site.currency}`}
            inputMode="decimal"
            autoComplete="off"
            className="gap"
            {...text('raw_amount')}
          />
        )}
        <NativeSelect
          aria-label="It takes off"
          value={values.takes}
          data={takes}
          error={form.problems['takes']}
          onChange={({ currentTarget: { value } }) =>
            change({ takes: value as CodeDraft['takes'] })
          }
        />
        {isOff && (
          <NativeSelect
            aria-label="What it is for"
            name="scope"
            value={values.scope}
            disabled={isUsed}
            data={scopesFor(props)}
            error={form.problems['scope']}
            onChange={({ currentTarget: { value } }) => change({ scope: value as Scope })}
          />
        )}
      </Clause>
      {isOff && <Records {...props} />}
    </>
  )
}

/** What can be chosen. A code for single tickets is made at their event, and keeps them elsewhere. */
function scopesFor({ form: { values }, choices, event }: Props) {
  const hidden = choices.tickets.some(ticket => ticket.hidden) || values.opens !== ''
  const isHere = event !== undefined
  const scopes: readonly [Scope, string, boolean][] = [
    ['all', 'everything', !isHere || values.scope === 'all'],
    ['events', isHere ? ofEvents(values.events, event) : 'tickets of these events', true],
    ['tickets', 'these tickets', isHere || values.tickets !== ''],
    ['opened', 'the hidden tickets that it shows', hidden],
  ]
  return scopes.filter(([, , is]) => is).map(([value, label]) => ({ value, label }))
}

const ofEvents = (events: string, event: number) =>
  events === '' || events === String(event)
    ? 'all tickets of this event'
    : 'all tickets of its events'

/** The events or tickets that it is for. */
function Records({ form, choices, event, isUsed }: Props) {
  const { scope } = form.values
  if (scope === 'events' && event === undefined) {
    return (
      <Ticks
        {...{ form, isUsed, name: 'events', label: 'Events' }}
        rows={choices.events.map(({ id, title }) => ({ id, name: title }))}
      />
    )
  }
  if (scope !== 'tickets') return null
  return <Ticks {...{ form, isUsed, name: 'tickets', label: 'Tickets' }} rows={choices.tickets} />
}

type ShowsProps = Props & { words: string }

function Shows({ form, choices, event, isUsed, words }: ShowsProps) {
  const hidden = choices.tickets.filter(ticket => ticket.hidden)
  if (hidden.length > 0) {
    return <Ticks {...{ form, isUsed, name: 'opens', label: words }} rows={hidden} />
  }
  const needsOne = form.problems['opens']
  return (
    <p className="soft small whole" role={needsOne ? 'alert' : undefined}>
      {needsOne ??
        (event === undefined
          ? 'Codes that show a hidden ticket are made at its event.'
          : 'It can also show tickets that nobody else sees: tick “hidden” in the form of a ticket.')}
    </p>
  )
}

type TicksProps = {
  form: Form
  isUsed: boolean
  name: 'events' | 'tickets' | 'opens'
  label: string
  rows: readonly { id: number; name: string }[]
}

function Ticks({ form, isUsed, name, label, rows }: TicksProps) {
  return (
    <Checkbox.Group
      className="whole"
      label={label}
      error={form.problems[name]}
      value={idsIn(form.values[name]).map(String)}
      onChange={ids => form.change({ [name]: ids.join(',') })}
    >
      <Stack gap={6} mt={6}>
        {rows.map(row => (
          <Checkbox
            key={row.id}
            name={name}
            value={String(row.id)}
            label={plain(row.name)}
            disabled={isUsed}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
