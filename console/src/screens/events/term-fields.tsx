import { Button, TextInput } from '@mantine/core'
import type { TermKind } from '../../interface/place-queries.ts'
import { useRecordRights } from '../../interface/record-rights.ts'
import type { useFields } from '../../pieces/form.tsx'
import { plain } from '../../pieces/words.ts'
import { type EventDraft, newTerms, notYours } from './event-draft.ts'
import { nameHint, Suggestions, type useKnown } from './linked-fields.tsx'

type Props = {
  form: ReturnType<typeof useFields<EventDraft>>
  known: ReturnType<typeof useKnown>
  kind: TermKind
}

const labels: Readonly<Record<TermKind, readonly [one: string, about: string]>> = {
  categories: ['Category', 'What it is: lists and feeds are filtered by it.'],
  tags: ['Tag', 'What else it has to do with.'],
}

/** Categories or tags by their names. Those that are not known are made with the event, by whoever may make them. */
export function TermFields({ form: { values, change, problems }, known, kind }: Props) {
  const { mayWrite } = useRecordRights()
  const [label, about] = labels[kind]
  const names = values[kind].split('\n')
  const isNew = (name: string) => newTerms(known[kind], name).length > 0
  const refusal = (name: string) => (isNew(name) && !mayWrite[kind] ? notYours : undefined)
  return (
    <>
      {names.map((name, at) => (
        <TextInput
          // A name has no identity but its place.
          key={at}
          label={at === 0 ? label : `${label} ${at + 1}`}
          description={nameHint(isNew(name) && mayWrite[kind], at === 0 ? about : '') || undefined}
          list={kind}
          autoComplete="off"
          maxLength={200}
          name={kind}
          value={name}
          error={(at === 0 ? problems[kind] : undefined) ?? refusal(name)}
          onChange={event =>
            change({ [kind]: names.with(at, event.currentTarget.value).join('\n') })
          }
        />
      ))}
      <Suggestions id={kind} names={[...new Set(known[kind].map(term => plain(term.name)))]} />
      {names.at(-1) !== '' && (
        <Button
          variant="subtle"
          onClick={() => change({ [kind]: `${values[kind]}\n` })}
          style={{ alignSelf: 'start' }}
        >
          Another {label.toLowerCase()}
        </Button>
      )}
    </>
  )
}
