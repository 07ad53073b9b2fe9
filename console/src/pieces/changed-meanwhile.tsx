import { Alert, Button, Radio, Stack } from '@mantine/core'
import type { Conflict } from '../interface/conflict.ts'
import type { Clash } from '../interface/merge.ts'
import { instantWords } from './words.ts'

type Values = Record<string, string | boolean>

type Props<V extends Values> = {
  conflict: Conflict
  /** What the fields are called on the screen. */
  labels: Readonly<Partial<Record<keyof V & string, string>>>
  taken: readonly (keyof V & string)[]
  clashes: readonly Clash<V>[]
  values: V
  choose: (field: keyof V & string, value: string | boolean) => void
}

/** Says who changed the record meanwhile, and lets the person decide field by field. Saving again then saves what is chosen. */
export function ChangedMeanwhile<V extends Values>(props: Props<V>) {
  const { conflict, labels, taken, clashes, values, choose } = props
  const nameOf = (field: keyof V & string) => labels[field] ?? field
  return (
    <Alert
      color="warn"
      variant="light"
      role="alert"
      mb="md"
      title={`${whoWords(conflict)} changed this meanwhile. Nothing was saved yet.`}
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
              <Radio value="mine" label={`Yours: ${shownOf(mine)}`} />
              <Radio value="theirs" label={`Theirs: ${shownOf(theirs)}`} />
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
      color="warn"
      variant="light"
      role="alert"
      mb="md"
      title={`${whoWords(conflict)} changed this meanwhile. Nothing was saved.`}
    >
      <Button variant="default" onClick={load}>
        Load anew
      </Button>
    </Alert>
  )
}

const whoWords = ({ by, at }: Conflict) =>
  `${by || 'Somebody else'}${at === null ? '' : `, ${instantWords(at)},`}`

function shownOf(value: string | boolean): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value === '' ? 'empty' : value
}
