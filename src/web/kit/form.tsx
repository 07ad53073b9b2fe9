import type { ComponentChildren } from 'preact'
import { Notice } from './pieces.tsx'
import { useView } from './view.ts'

type Described = {
  name: string
  label: string
  hint?: string | undefined
  /** The problem with a sent value; shown beside the field and read out with it. */
  problem?: string | undefined
  required?: boolean
}

/** Turns a field's name, such as `attendees[0][name]`, into a part of an id. */
export const fieldId = (name: string) => `f-${name.replace(/[^A-Za-z0-9]+/g, '-')}`

function described({ name, hint, problem, required }: Described) {
  const id = fieldId(name)
  const by = [problem && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return {
    id,
    name,
    required: required ? true : undefined,
    'aria-invalid': problem ? ('true' as const) : undefined,
    'aria-describedby': by || undefined,
  }
}

function Around({ field, children }: { field: Described; children: ComponentChildren }) {
  const { t } = useView().words
  const { name, label, hint, problem, required } = field
  const id = fieldId(name)
  return (
    <div class="field">
      <label for={id}>
        {label}
        {!required && <span class="optional"> ({t('form.optional')})</span>}
      </label>
      {children}
      {problem && (
        <p class="problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

type FieldProps = Described & {
  type?: 'text' | 'email' | 'password' | 'search' | 'date' | 'time' | 'tel' | 'number' | 'file'
  value?: string | undefined
  /** What the browser may fill in (WCAG 1.3.5), such as `name` or `email`. */
  autocomplete?: string
  inputmode?: 'numeric' | 'decimal'
  placeholder?: string
  maxlength?: number
  min?: number
  max?: number
}

/** A text field of one line, with its label above and its problem below. */
export function Field({ name, label, hint, problem, required, ...input }: FieldProps) {
  const field = { name, label, hint, problem, required: required ?? false }
  return (
    <Around field={field}>
      <input {...({ type: 'text', ...input, ...described(field) } as object)} />
    </Around>
  )
}

/** A text field of several lines. */
export function TextArea(props: Described & { value?: string; maxlength?: number }) {
  const { value, maxlength, ...field } = props
  return (
    <Around field={field}>
      <textarea maxlength={maxlength} {...described(field)}>
        {value}
      </textarea>
    </Around>
  )
}

export type Choice = { value: string; name: string }

/** A choice of one, as the browser's own list. */
export function Select(
  props: Described & { value?: string | undefined; choices: readonly Choice[] },
) {
  const { value, choices, ...field } = props
  return (
    <Around field={field}>
      <select {...described(field)}>
        {choices.map(choice => (
          <option key={choice.value} value={choice.value} selected={choice.value === value}>
            {choice.name}
          </option>
        ))}
      </select>
    </Around>
  )
}

/** A checkbox with its label. */
export function Checkbox(props: Described & { checked?: boolean; children?: ComponentChildren }) {
  const { checked, children, ...field } = props
  const { label, problem, hint } = field
  const attributes = described(field)
  return (
    <div class="field">
      <div class="check">
        <input type="checkbox" value="1" checked={checked} {...attributes} />
        <label for={attributes.id}>{children ?? label}</label>
      </div>
      {problem && (
        <p class="problem" id={`${attributes.id}-problem`}>
          {problem}
        </p>
      )}
      {hint && (
        <p class="hint" id={`${attributes.id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** The summary above a form with problems: their number, and a link to each field. */
export function FormProblems({ problems }: { problems: readonly Problem[] }) {
  const { t } = useView().words
  if (problems.length === 0) return null
  return (
    <Notice tone="bad" title={t('form.problems', { count: problems.length })} isNew>
      <ul class="plain">
        {problems.map(({ name, text, of }) => (
          <li key={name}>
            <a href={`#${fieldId(name)}`}>{of === undefined ? text : `${of}: ${text}`}</a>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** `of` names the group of the field, where several fields have the same problem. */
export type Problem = { name: string; text: string; of?: string }

/** The problem of the field with this name. */
export const problemOf = (problems: readonly Problem[] | undefined, name: string) =>
  problems?.find(problem => problem.name === name)?.text
