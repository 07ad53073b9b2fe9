import {
  Button,
  Checkbox,
  Group,
  NativeSelect,
  Radio,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { OrderPage, RefundPreview } from '@marquee-events/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ifStill, marquee, versionOf } from '../../interface/marquee.ts'
import { wordsOf } from '../../interface/wrong.ts'
import { say, useEnded } from '../../interface/writes.ts'
import { Dialog } from '../../pieces/dialog.tsx'
import { useFields } from '../../pieces/form.tsx'
import { counted, moneyWords, plain } from '../../pieces/words.ts'
import { blankRefund, chosenPlaces, hasFees, type RefundDraft, wantedOf } from './refund-draft.ts'

type Props = { order: OrderPage; close: () => void }

/** Gives money back, after showing what that means: the sum, the door, the mails, and what is left. */
export function RefundDialog({ order, close }: Props) {
  return (
    <Dialog opened onClose={close} title={`Refund of order ${order.id}`} size="lg">
      <RefundForm order={order} close={close} />
    </Dialog>
  )
}

function RefundForm({ order, close }: Props) {
  const ended = useEnded()
  const form = useFields<RefundDraft>(
    blankRefund,
    async (draft, from) => {
      const { body } = wantedOf(draft, order)
      if (!body) return
      const { reason, message } = draft
      await marquee.createOrderRefund(
        { id: order.id, ...body, reason, ...(message && { message }) },
        ifStill(from),
      )
      await ended(['orders', 'attendees', 'events', 'tickets'])
      say(draft.method === 'paid' ? 'The refund is with the provider.' : 'The refund is recorded.')
      close()
    },
    {
      versioned: asRead(order, () => ended(['orders']).then(close)),
      names: { attendees: 'places', lines: 'places' },
      check: draft => {
        const { lacks } = wantedOf(draft, order)
        return {
          ...(lacks !== undefined && { [draft.kind === 'amount' ? 'amount' : '']: lacks }),
          ...(draft.reason.trim() === '' && { reason: 'Why? Colleagues read it in the history.' }),
        }
      },
    },
  )
  const { values, text, tick, change } = form
  const preview = usePreview(values, order)
  // The button says the sum of what is chosen now, and not of what was chosen before.
  const isTold = preview.data !== undefined && !preview.isError && !preview.isPlaceholderData
  return (
    <form onSubmit={form.submit} noValidate>
      {form.above}
      <Stack>
        <Radio.Group label="What" value={values.kind} onChange={kind => change({ kind })}>
          <Group mt="xs">
            <Radio value="places" label="Places" />
            <Radio value="amount" label="An amount" />
            <Radio value="all" label="All of it" />
          </Group>
        </Radio.Group>
        {values.kind === 'places' && <Places order={order} form={form} />}
        {values.kind === 'amount' && (
          <TextInput
            label={`Amount in ${order.currency}`}
            description="A goodwill: the places stay."
            inputMode="decimal"
            autoComplete="off"
            {...text('amount')}
          />
        )}
        {values.kind !== 'amount' && hasFees(order) && (
          <Checkbox label="Keep the fees" {...tick('keep_fees')} />
        )}
        <NativeSelect
          label="How"
          value={values.method}
          data={[
            { value: 'paid', label: 'As it was paid, at the provider' },
            { value: 'cash', label: 'In cash: it is only recorded' },
            { value: 'by_hand', label: 'By hand, such as a transfer: it is only recorded' },
          ]}
          onChange={({ currentTarget: { value } }) =>
            change({ method: value as RefundDraft['method'] })
          }
        />
        <TextInput
          label="Reason"
          description="For colleagues, in the history."
          {...text('reason')}
          maxLength={500}
        />
        <Textarea
          label="A word to the buyer"
          description="Stands in the mail about it. May be empty."
          minRows={2}
          {...text('message')}
        />
        <Preview preview={preview} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={form.isSending} disabled={!isTold}>
            {isTold && preview.data
              ? `Give back ${moneyWords(preview.data.amount, preview.data.currency)}`
              : 'Give back'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** What somebody else gave back meanwhile changes what is left, so the person looks again. */
const asRead = ({ id }: OrderPage, load: () => unknown) => ({
  version: () => versionOf(`admin/v1/orders/${id}`),
  load,
})

/** What the service says the refund would do; asked again shortly after the last change. */
function usePreview(draft: RefundDraft, order: OrderPage) {
  const { body: wanted } = wantedOf(draft, order)
  const [body] = useDebouncedValue(wanted, 250)
  const preview = useQuery({
    queryKey: ['refund-preview', order.id, body],
    queryFn: ({ signal }) => marquee.previewOrderRefund({ id: order.id, ...body }, { signal }),
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const isLate = JSON.stringify(body) !== JSON.stringify(wanted)
  return { ...preview, isPlaceholderData: preview.isPlaceholderData || isLate }
}

type Form = ReturnType<typeof useFields<RefundDraft>>

function Places({ order, form: { values, change } }: { order: OrderPage; form: Form }) {
  const chosen = new Set(chosenPlaces(values))
  const valid = order.places.filter(place => place.valid)
  const toggle = (id: number) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    change({ places: [...next].join(',') })
  }
  return (
    <fieldset style={{ border: 0, padding: 0, margin: 0 }}>
      <legend className="strong" style={{ padding: 0, marginBottom: 6 }}>
        Whose places end
      </legend>
      <Stack gap="sm">
        {valid.map(({ id, name, ticket, number }) => (
          <Checkbox
            key={id}
            checked={chosen.has(id)}
            onChange={() => toggle(id)}
            label={`${name || 'No name'}, ${plain(ticket)}, place ${number}`}
          />
        ))}
      </Stack>
    </fieldset>
  )
}

type PreviewAnswer = {
  data: RefundPreview | undefined
  error: unknown
  isError: boolean
  isPlaceholderData: boolean
}

function Preview({
  preview: { data, error, isError, isPlaceholderData },
}: {
  preview: PreviewAnswer
}) {
  if (isError) {
    return (
      <div className="told" data-tone="bad" role="status">
        {wordsOf(error)}
      </div>
    )
  }
  if (!data) return null
  return (
    <div className={`told${isPlaceholderData ? ' aged' : ''}`} role="status">
      <p className="strong">{moneyWords(data.amount, data.currency)} goes back.</p>
      <ul>
        {consequences(data).map(sentence => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  )
}

const staying = (places: number) => counted(places, 'place stays', 'places stay')

/** What a refund means, in sentences. */
function consequences(data: RefundPreview): string[] {
  const names = data.places_ending.map(({ title, id }) => plain(title) || `place ${id}`)
  const inside = data.places_ending.filter(place => place.checked_in).length
  const passed = data.places_ending.filter(place => place.passed_on).length
  return [
    names.length === 0
      ? `No place ends: ${staying(data.places_left)} valid.`
      : `At the door the ticket of ${names.join(', ')} is refused; ${staying(data.places_left)} valid.`,
    ...(inside > 0 ? [`${inside} of them came in already.`] : []),
    ...(passed > 0
      ? [`${passed} of them were passed on; the holder is told that the ticket ended.`]
      : []),
    data.mails.buyer ? 'The buyer gets a mail about it.' : 'Nobody is told: there is no address.',
    ...(data.left_after === undefined
      ? []
      : [`${moneyWords(data.left_after, data.currency)} is left of the payment.`]),
    ...(data.limit.order_left === null
      ? []
      : [`Your limit leaves ${moneyWords(data.limit.order_left, data.currency)} of this order.`]),
    ...(data.limit.allows ? [] : ['It is more than the limit allows.']),
  ]
}
