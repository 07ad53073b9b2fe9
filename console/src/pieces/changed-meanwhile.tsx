import { Alert, Button, Radio, Stack } from '@mantine/core'
import type { Conflict } from '../interface/conflict.ts'
import type { Clash } from '../interface/merge.ts'
import { agoWords } from './words.ts'

type Values = Record<string, string | boolean>

type Props<V extends Values> = {
  conflict: Conflict
  /** What the fields are called on the screen. */
  labels: Readonly<Partial<Record<keyof V & string, string>>>
  /** Values in words, where a field has a choice rather than a text. */
  words: (field: keyof V & string, value: string) => string | undefined
  taken: readonly (keyof V & string)[]
  clashes: readonly Clash<V>[]
  values: V
  choose: (field: keyof V & string, value: string | boolean) => void
}

/** Says who changed the record meanwhile, and lets the person decide field by field. Saving again then saves what is chosen. */
export function ChangedMeanwhile<V extends Values>(props: Props<V>) {
  const { conflict, labels, words, taken, clashes, values, choose } = props
  const shown = (field: keyof V & string, value: string | boolean) =>
    (typeof value === 'string' ? words(field, value) : undefined) ?? shownOf(value)
  const nameOf = (field: keyof V & string) => labels[field] ?? field
  return (
    <Alert
      // Another change brings it into view once more.
      key={conflict.version}
      ref={intoView}
      color="warn"
      variant="light"
      role="alert"
      mb="md"
      title={`${changeWords(conflict)} Nothing was saved yet.`}
    >
      {taken.length > 0 && (
        <p>Taken over, as you had not touched it: {taken.map(nameOf).join(', ')}.</p>
      )}
      <Stack gap="sm" mt="xs">
        {clashes.map(({ field, mine, theirs }) => (
          <Radio.Group
            key={field}
            label={nameOf(field)}
            value={values[field] === theirs ? 'theirs' : 'mine'}
            onChange={which => choose(field, which === 'theirs' ? theirs : mine)}
          >
            <Stack gap={6} mt={6}>
              <Radio value="mine" label={`Yours: ${shown(field, mine)}`} />
              <Radio value="theirs" label={`${theirWords(conflict)}: ${shown(field, theirs)}`} />
            </Stack>
          </Radio.Group>
        ))}
      </Stack>
      <p style={{ marginTop: 8 }}>Save again when it is right.</p>
    </Alert>
  )
}

/** Where fields cannot be compared: who changed the record, and a way to see it as it is now. */
export function LoadAnew({ conflict, load }: { conflict: Conflict; load: () => void }) {
  return (
    <Alert
      // Another change brings it into view once more.
      key={conflict.version}
      ref={intoView}
      color="warn"
      variant="light"
      role="alert"
      mb="md"
      title={`${changeWords(conflict)} Nothing was saved.`}
    >
      <Button variant="default" onClick={load}>
        Load anew
      </Button>
    </Alert>
  )
}

/** The button that was pressed may be far below: what it met has to be seen. */
export const intoView = (alert: HTMLElement | null) => alert?.scrollIntoView({ block: 'center' })

const changeWords = ({ by, at }: Conflict) =>
  `${by || 'Somebody else'} changed this meanwhile${at === null ? '' : `, ${agoWords(at)}`}.`

const theirWords = ({ by, at }: Conflict) =>
  `${by ? `${by}’s` : 'Theirs'}${at === null ? '' : `, ${agoWords(at)}`}`

function shownOf(value: string | boolean): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value === '' ? 'empty' : value
}
