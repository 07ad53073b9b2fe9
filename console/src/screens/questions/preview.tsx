import { Stack } from '@mantine/core'
import type { Question } from '@marquee-events/client'
import { useState } from 'react'
import { judge } from '../../../../src/core/questions/rules.ts'
import { Card } from '../../pieces/page.tsx'
import { asAsked } from './question-draft.ts'
import { QuestionField } from './question-field.tsx'

type Values = ReadonlyMap<number, string | readonly string[]>

type Props = { event: number; questions: readonly Question[]; language: string }

/** The form as one buyer with one guest sees it, by the same rules as the pages: answers show what depends on them. */
export function Preview({ event, questions, language }: Props) {
  const [values, setValues] = useState<Values>(new Map())
  const open = questions.filter(({ closed }) => !closed)
  const part = (of: Question['asked_of'], above?: Values) => {
    const asked = open.filter(question => question.asked_of === of)
    const judged = judge(
      asked.map(question => asAsked(question, event)),
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
            <QuestionField
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
