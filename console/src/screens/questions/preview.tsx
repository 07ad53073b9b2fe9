import { Checkbox, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import type { Question } from '@marquee-events/client'
import { useState } from 'react'
import { type AskedQuestion, judge, textIn } from '../../../../src/core/questions/rules.ts'
import { Card } from '../../pieces/page.tsx'

type Values = ReadonlyMap<number, string | readonly string[]>

const askedOf = (question: Question, event: number): AskedQuestion => ({
  ...question,
  event_id: event,
  choices: question.choices.map(choice => ({ closed: false, ...choice })),
})

type Props = { event: number; questions: readonly Question[]; language: string }

/** The form as one buyer with one guest sees it, by the same rules as the pages: answers show what depends on them. */
export function Preview({ event, questions, language }: Props) {
  const [values, setValues] = useState<Values>(new Map())
  const open = questions.filter(({ closed }) => !closed)
  const part = (of: Question['asked_of'], above?: Values) => {
    const asked = open.filter(question => question.asked_of === of)
    const judged = judge(
      asked.map(question => askedOf(question, event)),
      { given: values },
      above,
    )
    const shown = new Set(judged.shown.map(({ id }) => id))
    return { kept: judged.kept, shown: asked.filter(({ id }) => shown.has(id)) }
  }
  const ofOrder = part('order')
  const ofGuest = part('attendee', ofOrder.kept)
  const answer = (id: number, value: string | readonly string[]) =>
    setValues(before => new Map([...before, [id, value]]))
  return (
    <Card title="What buyers see">
      {open.length === 0 ? (
        <p className="soft">Nothing is asked.</p>
      ) : (
        <Stack>
          {[...ofOrder.shown, ...ofGuest.shown].map(question => (
            <PreviewField
              key={question.id}
              question={question}
              language={language}
              value={values.get(question.id)}
              answer={value => answer(question.id, value)}
            />
          ))}
        </Stack>
      )}
    </Card>
  )
}

type FieldProps = {
  question: Question
  language: string
  value: string | readonly string[] | undefined
  answer: (value: string | readonly string[]) => void
}

function PreviewField({ question, language, value, answer }: FieldProps) {
  const { kind, required, choices } = question
  const text = typeof value === 'string' ? value : ''
  const field = {
    label: textIn(question.text, language),
    withAsterisk: required,
    value: text,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      answer(currentTarget.value),
  }
  const open = choices
    .filter(({ closed }) => closed !== true)
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
