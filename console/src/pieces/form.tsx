import { Alert } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { conflictIn, type Conflict } from '../interface/conflict.ts'
import { type Clash, mergedOver } from '../interface/merge.ts'
import { problemsOf, type Problems } from '../interface/wrong.ts'
import { ChangedMeanwhile, intoView, LoadAnew } from './changed-meanwhile.tsx'

type Values = Record<string, string | boolean>

/** How a form deals with a record that somebody else changes while it is open. */
export type Versioned<V extends Values> = {
  /** The version of the record as it was last read: read when the form opens, and after it saved. */
  version: () => string | undefined
  /** The fields of a record as the service has it; without it, it can only be loaded anew. */
  fieldsOf?: (record: never) => V
  labels?: Readonly<Partial<Record<keyof V & string, string>>>
  /** Values in words, where a field has a choice rather than a text. */
  words?: (field: keyof V & string, value: string) => string | undefined
  load?: () => unknown
  /** Other cards of the same screen change the record, too: what they change and this form does not show is no conflict. */
  hasNeighbours?: true
}

/** The record that a form was made from, as its fields and its version. */
type From<V extends Values> = { first: V; version: string | undefined }

type Meeting<V extends Values> = {
  conflict: Conflict
  taken: (keyof V & string)[]
  clashes: Clash<V>[]
}

/**
 * The fields of a form: what was typed, what is wrong with it, and sending. Nothing that was typed is lost when
 * sending fails; leaving with unsaved changes asks first. Problems of the service stand at the field of the parameter
 * that they name (`names` maps those whose field is called otherwise), the others above the form. `send` gets the version
 * that the form was made from, and its fields as they were then.
 */
export function useFields<V extends Values>(
  first: V,
  send: (values: V, version: string | undefined, before: V) => Promise<unknown>,
  options: {
    versioned?: Versioned<V>
    names?: Readonly<Record<string, keyof V & string>>
    check?: (values: V) => Problems
  } = {},
) {
  const [values, setValues] = useState(first)
  const [problems, setProblems] = useState<Problems>({})
  const [isSending, setSending] = useState(false)
  const isDirty = useRef(false)
  const [meeting, setMeeting] = useState<Meeting<V>>()
  // The record as it was when the form opened, or when it met another's change. Live reading does not move it.
  const from = useRef<From<V>>(undefined)
  from.current ??= { first, version: options.versioned?.version() }
  useLeaving(isDirty)
  const change = (more: Partial<V>) => {
    isDirty.current = true
    setValues(before => ({ ...before, ...more }))
    setProblems(before =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !(name in more) && name !== '')),
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isSending) void sendAll()
  }
  const sendAll = async () => {
    const wrong = options.check?.(values) ?? {}
    setProblems(wrong)
    if (Object.keys(wrong).length > 0) return focusFirst(wrong)
    setSending(true)
    const wasDirty = isDirty.current
    // Where sending leads to another screen, nothing is unsaved any more.
    isDirty.current = false
    try {
      await send(values, from.current?.version, from.current?.first ?? first)
      from.current = { first: values, version: options.versioned?.version() }
      setMeeting(undefined)
    } catch (error) {
      isDirty.current = wasDirty
      const moved = movedOn(error, { from: from.current, values, versioned: options.versioned })
      from.current = moved ?? from.current
      if (moved) return await sendAll()
      const conflict = conflictIn(error)
      if (conflict) return meet(conflict)
      const found = named(problemsOf(error), values, options.names ?? {})
      setProblems(found)
      focusFirst(found)
    } finally {
      setSending(false)
    }
  }
  const meet = (conflict: Conflict) => {
    const { fieldsOf } = options.versioned ?? {}
    if (!fieldsOf || conflict.current === undefined) {
      return setMeeting({ conflict, taken: [], clashes: [] })
    }
    const theirs = fieldsOf(conflict.current as never)
    const merged = mergedOver(from.current?.first ?? first, { mine: values, theirs })
    from.current = { first: theirs, version: conflict.version }
    setValues(merged.values)
    setMeeting({ conflict, taken: merged.taken, clashes: merged.clashes })
  }
  /** Above the fields: what is wrong with the whole, and what somebody else changed meanwhile. */
  const above = (
    <>
      <Problem problems={problems} />
      {meeting && options.versioned?.fieldsOf && (
        <ChangedMeanwhile
          {...meeting}
          labels={options.versioned.labels ?? ({} as Partial<Record<keyof V & string, string>>)}
          words={options.versioned.words ?? (() => undefined)}
          values={values}
          choose={(field, value) => change({ [field]: value } as unknown as Partial<V>)}
        />
      )}
      {meeting && options.versioned && !options.versioned.fieldsOf && (
        <LoadAnew conflict={meeting.conflict} load={() => void options.versioned?.load?.()} />
      )}
    </>
  )
  const text = <N extends keyof V & string>(name: N) => ({
    name,
    value: String(values[name]),
    error: problems[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      change({ [name]: event.currentTarget.value } as unknown as Partial<V>),
  })
  const tick = <N extends keyof V & string>(name: N) => ({
    name,
    checked: values[name] === true,
    onChange: (event: { currentTarget: { checked: boolean } }) =>
      change({ [name]: event.currentTarget.checked } as unknown as Partial<V>),
  })
  /** Says that what stands in the fields is not unsaved. */
  const settled = () => {
    isDirty.current = false
  }
  return { values, change, problems, submit, isSending, text, tick, settled, above }
}

/** Asks before somebody leaves what they typed and did not save. */
function useLeaving(isDirty: { readonly current: boolean }) {
  useBlocker({
    shouldBlockFn: () =>
      isDirty.current && !globalThis.confirm('Leave without saving what you typed?'),
    enableBeforeUnload: () => isDirty.current,
  })
}

type Sent<V extends Values> = {
  from: From<V> | undefined
  values: V
  versioned: Versioned<V> | undefined
}

/**
 * The record as it is now, where it changed meanwhile in nothing that the form shows and other cards of its screen
 * change it: then nobody has anything to decide, and sending goes on from there.
 */
function movedOn<V extends Values>(
  error: unknown,
  { from, values, versioned }: Sent<V>,
): From<V> | undefined {
  const { current, version } = conflictIn(error) ?? {}
  const { fieldsOf, hasNeighbours } = versioned ?? {}
  if (!fieldsOf || !hasNeighbours || current === undefined || version === undefined)
    return undefined
  if (!from || version === from.version) return undefined
  const theirs = fieldsOf(current as never)
  const { taken, clashes } = mergedOver(from.first, { mine: values, theirs })
  return taken.length + clashes.length === 0 ? { first: theirs, version } : undefined
}

/** Problems by field; those of parameters that no field has are told together. */
function named(
  problems: Problems,
  values: Values,
  names: Readonly<Record<string, string>>,
): Problems {
  const found: Record<string, string> = {}
  for (const [parameter, text] of Object.entries(problems)) {
    const field = names[parameter] ?? parameter
    if (field in values) found[field] = sentence(text)
    else found[''] = `${found[''] ?? ''} ${parameter === '' ? '' : `${parameter} `}${text}`.trim()
  }
  return found
}

/** The service's sentences follow the name of their parameter: "must be …". */
const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function focusFirst(problems: Problems) {
  const [first] = Object.keys(problems)
  if (first === undefined || first === '') return
  requestAnimationFrame(() => {
    document
      .querySelector<HTMLElement>(`main [name="${first}"], [role=dialog] [name="${first}"]`)
      ?.focus()
  })
}

export function Problem({ problems }: { problems: Problems }) {
  const text = problems['']
  return text === undefined ? null : (
    <Alert ref={intoView} color="bad" variant="light" role="alert" mb="md" title={text} />
  )
}
