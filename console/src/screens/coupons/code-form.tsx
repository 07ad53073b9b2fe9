import { Alert, Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core'
import type { Coupon } from '@marquee-events/client'
import { ifStill, marquee, versionOf } from '../../interface/marquee.ts'
import { say, useEnded } from '../../interface/writes.ts'
import { useFields } from '../../pieces/form.tsx'
import {
  blankCode,
  checkCode,
  type CodeChoices,
  type CodeDraft,
  codeDraftOf,
  requestOfCode,
  termsOf,
} from './code-draft.ts'
import { codeWords } from './code-words.ts'
import { CodeSentence } from './code-sentence.tsx'

/** The parameters of the interface whose fields have other names here. */
const names = {
  amount: 'raw_amount',
  sub_type: 'takes',
  'limits[events]': 'scope',
  'limits[tickets]': 'scope',
  'limits[opens]': 'opens',
  'limits[max_places_per_order]': 'max_places_per_order',
  'limits[max_places]': 'max_places',
  'limits[per_person]': 'per_person',
  'limits[min_total]': 'min_total',
  'limits[tag]': 'tag',
} as const

/** What the fields are called, for whoever has to choose between two changes. */
const labels = {
  slug: 'Code',
  display_name: 'Name',
  takes: 'It takes off',
  raw_amount: 'How much',
  scope: 'What it is for',
  events: 'Events',
  tickets: 'Tickets',
  opens: 'Hidden tickets',
  max_places_per_order: 'Places per order',
  max_places: 'Places in all',
  usage_limit: 'Orders in all',
  per_person: 'Orders for one person',
  min_total: 'From so much on',
  start_time: 'Valid from',
  end_time: 'Valid until',
  tag: 'Tag',
} as const

type Props = {
  /** The coupon that is changed; without it a new one is made. */
  coupon: Coupon | undefined
  /** The event whose screen this is. */
  event: number | undefined
  choices: CodeChoices
  button: string
  close: () => void
}

function useCodeForm({ coupon, event, close }: Props) {
  const ended = useEnded()
  const first = coupon ? codeDraftOf(coupon) : blankCode(event)
  return useFields<CodeDraft>(
    first,
    async (values, version) => {
      if (coupon) {
        const changes = requestOfCode(values, first)
        await marquee.updateCoupon({ id: coupon.id, ...changes }, ifStill(version))
      } else {
        await marquee.createCoupon({ status: 'active', amount: 0, ...requestOfCode(values) })
      }
      await ended(['coupons'])
      say(coupon ? `${values.slug} is saved.` : `${values.slug} is there.`)
      close()
    },
    {
      names,
      check: checkCode,
      ...(coupon && {
        versioned: {
          version: () => versionOf(`tickets/v1/coupons/${coupon.id}`),
          fieldsOf: (now: Coupon) => codeDraftOf(now),
          labels,
        },
      }),
    },
  )
}

/** The form of a code, which reads as a sentence. */
export function CodeForm(props: Props) {
  const { coupon, event, choices, button, close } = props
  const form = useCodeForm(props)
  const { text, values } = form
  const isUsed = coupon !== undefined && (coupon.used > 0 || (coupon.limits?.places_held ?? 0) > 0)
  const words = codeWords(termsOf(values), choices)
  return (
    <form onSubmit={form.submit} noValidate>
      {form.above}
      <Stack>
        {isUsed && (
          <Alert variant="light" title="It is in use">
            What it is for stays, and its limits can only be raised.
          </Alert>
        )}
        <TextInput
          label="Code"
          description="What buyers type, in capitals or not."
          {...text('slug')}
          maxLength={200}
          data-autofocus
          autoComplete="off"
        />
        <CodeSentence form={form} choices={choices} event={event} isUsed={isUsed} />
        {words !== '' && <p className="says">{`${words}.`}</p>}
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label="Name"
            description="For colleagues and on receipts. Empty: as above."
            maxLength={200}
            {...text('display_name')}
          />
          <TextInput
            label="Tag"
            description="Reports add up what has the same one."
            maxLength={100}
            {...text('tag')}
          />
        </SimpleGrid>
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={form.isSending}>
            {button}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
