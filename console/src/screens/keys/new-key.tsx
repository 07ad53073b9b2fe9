import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core'
import type { CreateKeyRequest } from '@marquee-events/client'
import { useQuery } from '@tanstack/react-query'
import { marquee } from '../../interface/marquee.ts'
import { eventChoicesQuery } from '../../interface/queries.ts'
import { useRights } from '../../interface/rights.ts'
import { useEnded } from '../../interface/writes.ts'
import { DialogButtons } from '../../pieces/dialog.tsx'
import { useFields } from '../../pieces/form.tsx'
import { plain } from '../../pieces/words.ts'

/** The kinds of credentials that are made here. */
export type KeyKind = 'key' | 'password' | 'scanner'

/** What was made: its secret is shown this once. */
export type MadeKey = { name: string; secret: string }

type Scope = CreateKeyRequest['scopes'][number]

/** What a key may do, as its form and its list say it. */
export const scopes: readonly { value: Scope; label: string }[] = [
  { value: 'read', label: 'read drafts and private events' },
  { value: 'events', label: 'make and change events and tickets' },
  { value: 'attendees', label: 'guests, door, desk and reports' },
  { value: 'site', label: 'orders, refunds, money, codes, mails and settings' },
  { value: 'users', label: 'the team and its rights' },
]

const lasts = [
  { value: '', label: 'until you end it' },
  { value: '30', label: 'for 30 days' },
  { value: '365', label: 'for a year' },
]

type Props = { kind: KeyKind; onMade: (made: MadeKey) => void; close: () => void }

export function NewKey({ kind, onMade, close }: Props) {
  const ended = useEnded()
  const { me } = useRights()
  const form = useFields(
    { name: '', scopes: 'read', event: '', expires_in_days: '' },
    async values => {
      const secret = await make(kind, values, me.user.id)
      await ended(['keys'])
      onMade({ name: values.name, secret })
    },
    {
      check: ({ name, scopes: chosen }) => ({
        ...(name.trim() === '' && { name: 'What do you call it?' }),
        ...(kind === 'key' && chosen === '' && { scopes: 'What is it for?' }),
      }),
    },
  )
  return (
    <form onSubmit={form.submit} noValidate>
      {form.above}
      <Stack>
        <TextInput
          label="Name"
          description={
            kind === 'scanner' ? 'Shown when a ticket is scanned again.' : 'What it is for.'
          }
          maxLength={100}
          {...form.text('name')}
          data-autofocus
        />
        {kind === 'key' && <Scopes form={form} />}
        {kind === 'scanner' && <AtEvent form={form} />}
        <NativeSelect label="It lasts" data={lasts} {...form.text('expires_in_days')} />
      </Stack>
      <DialogButtons cancel={close} isSending={form.isSending}>
        Make it
      </DialogButtons>
    </form>
  )
}

type Values = { name: string; scopes: string; event: string; expires_in_days: string }

/** Makes the credential and returns its secret. */
async function make(kind: KeyKind, values: Values, user: number): Promise<string> {
  const { name, event, expires_in_days: days } = values
  const named = { name, ...(days !== '' && { expires_in_days: Number(days) }) }
  if (kind === 'password') {
    return (await marquee.createUserApplicationPassword({ id: user, ...named })).password
  }
  if (kind === 'scanner') {
    const at = event === '' ? {} : { event: Number(event) }
    return (await marquee.createScannerKey({ ...named, ...at })).api_key
  }
  const chosen = values.scopes.split(',')
  const wanted = scopes.map(({ value }) => value).filter(value => chosen.includes(value))
  return (await marquee.createKey({ ...named, scopes: wanted })).api_key
}

type Part = { form: ReturnType<typeof useFields<Values>> }

function Scopes({ form: { values, change, problems } }: Part) {
  return (
    <Checkbox.Group
      label="It is for"
      description="Within these, never more than you may. What everybody sees needs no key."
      value={values.scopes.split(',').filter(Boolean)}
      error={problems['scopes']}
      onChange={next => change({ scopes: next.join(',') })}
    >
      <Stack gap="xs" mt="xs">
        {scopes.map(one => (
          <Checkbox key={one.value} {...one} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

function AtEvent({ form }: Part) {
  const { data } = useQuery(eventChoicesQuery)
  return (
    <NativeSelect
      label="It scans at"
      data={[
        { value: '', label: 'every event' },
        ...(data?.events ?? []).map(({ id, title }) => ({
          value: String(id),
          label: plain(title),
        })),
      ]}
      {...form.text('event')}
    />
  )
}
