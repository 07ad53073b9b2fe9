import { Checkbox, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import type { Question } from '@marquee-events/client'
import { textIn } from '../../../../src/core/questions/rules.ts'

type Value = string | readonly string[]

type Props = {
  question: Question
  language: string
  value: Value | undefined
  answer: (value: Value) => void
  name?: string
  error?: string | undefined
  /** Choices that are open no more, which were answered before and may stay. */
  kept?: readonly string[]
}

/** The field of a question by its kind, as the pages have it. */
export function QuestionField(props: Props) {
  const { question, language, value, answer, name, error, kept = [] } = props
  const { kind, required, choices } = question
  const text = typeof value === 'string' ? value : ''
  const field = {
    label: textIn(question.text, language),
    withAsterisk: required,
    value: text,
    error,
    ...(name !== undefined && { name }),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      answer(currentTarget.value),
  }
  const open = choices
    .filter(({ id, closed }) => closed !== true || kept.includes(id))
    .map(({ id, text: words }) => ({ value: id, label: textIn(words, language) }))
  const blank = { value: '', label: 'Please choose' }
  switch (kind) {
    case 'choice':
      return <NativeSelect {...field} data={[blank, ...open]} />
    case 'yes_no':
      return (
        <NativeSelect
          {...field}
          data={[blank, { value: 'yes', label: 'Yes' }, { value: 'no', label: 'No' }]}
        />
      )
    case 'several':
      return (
        <Checkbox.Group
          label={field.label}
          withAsterisk={required}
          error={error}
          value={[value ?? []].flat()}
          onChange={answer}
        >
          <Stack gap="xs" mt="xs">
            {open.map(choice => (
              <Checkbox key={choice.value} {...choice} />
            ))}
          </Stack>
        </Checkbox.Group>
      )
    case 'consent':
      return (
        <Checkbox
          label={field.label}
          error={error}
          checked={text === 'yes'}
          onChange={({ currentTarget }) => answer(currentTarget.checked ? 'yes' : '')}
        />
      )
    case 'long_text':
      return <Textarea {...field} />
    default:
      return <TextInput {...field} type={inputTypes[kind]} />
  }
}

const inputTypes = { text: 'text', date: 'date', email: 'email', phone: 'tel' } as const
