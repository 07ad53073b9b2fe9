import { Button, Group, Stack } from '@mantine/core'
import type { GivenAnswer, Question } from '@marquee-events/client'
import { judge } from '../../../../src/core/questions/rules.ts'
import { say, useEnded } from '../../interface/writes.ts'
import { useFields } from '../../pieces/form.tsx'
import { counted } from '../../pieces/words.ts'
import { site } from '../../site.ts'
import { asAsked } from './question-draft.ts'
import { QuestionField } from './question-field.tsx'

type SentAnswer = { question: number; value: string | string[] | null }

/** What is answered: an order, or one place of it. */
export type AnsweredPart = {
  kind: 'order' | 'attendee'
  id: number
  name: string
  send: (answers: SentAnswer[]) => Promise<unknown>
}

type Props = {
  part: AnsweredPart
  /** All that is asked of it, also what is shown only with an answer to another. */
  questions: readonly (Question & { event_id: number })[]
  answers: readonly GivenAnswer[]
  /** The answers of its order, on which its questions may depend. */
  above: readonly GivenAnswer[]
  close: () => void
}

type Answer = string | readonly string[]

/** Fields have texts: of several choices the ids with commas between. */
const asText = (value: Answer | null | undefined) => [value ?? []].flat().join(',')
const fieldOf = (id: number) => `q${id}`

/** Corrects answers. Gaps may stay: staff do not know everything. */
export function AnswersForm({ part, questions, answers, above, close }: Props) {
  const ended = useEnded()
  const hidden = new Set(
    answers.filter(({ value }) => value === undefined).map(({ question }) => question),
  )
  const own = questions.filter(({ id }) => !hidden.has(id))
  const before = new Map(
    answers.flatMap(({ question, value }): [number, Answer][] =>
      value === undefined || value === null ? [] : [[question, value]],
    ),
  )
  const kept = new Map(
    above.flatMap(({ question, value }): [number, Answer][] =>
      value === undefined || value === null ? [] : [[question, value]],
    ),
  )
  const valueIn = (values: Readonly<Record<string, string>>, { id, kind }: Question): Answer => {
    const text = values[fieldOf(id)] ?? ''
    return kind === 'several' ? text.split(',').filter(Boolean) : text
  }
  const judged = (values: Readonly<Record<string, string>>) =>
    judge(
      own.map(question => asAsked(question, question.event_id)),
      { given: new Map(own.map(one => [one.id, valueIn(values, one)])), before },
      kept,
    )
  const form = useFields(
    Object.fromEntries(own.map(({ id }) => [fieldOf(id), asText(before.get(id))])),
    async values => {
      const { shown } = judged(values)
      const sent = shown.flatMap(({ id }): SentAnswer[] => {
        const text = values[fieldOf(id)] ?? ''
        if (text === asText(before.get(id))) return []
        const question = own.find(one => one.id === id)
        const value = question && valueIn(values, question)
        if (value === undefined || value.length === 0) return [{ question: id, value: null }]
        return [{ question: id, value: typeof value === 'string' ? value : [...value] }]
      })
      await part.send(sent)
      await ended(['orders', 'attendees', 'questions'])
      say('The answers are saved.')
      close()
    },
    {
      check: values =>
        Object.fromEntries(
          judged(values).problems.flatMap(({ question, why }) =>
            why === 'invalid' ? [[fieldOf(question), 'This does not answer the question.']] : [],
          ),
        ),
    },
  )
  const { shown, problems } = judged(form.values)
  const missing = problems.filter(({ why }) => why === 'missing').length
  return (
    <form onSubmit={form.submit} noValidate>
      {form.above}
      <Stack>
        {shown.map(({ id }) => {
          const question = own.find(one => one.id === id)
          return question ? (
            <QuestionField
              key={id}
              question={question}
              language={site.language}
              name={fieldOf(id)}
              value={valueIn(form.values, question)}
              answer={value => form.change({ [fieldOf(id)]: asText(value) })}
              error={form.problems[fieldOf(id)]}
              kept={[before.get(id) ?? []].flat()}
            />
          ) : null
        })}
        {missing > 0 && (
          <p className="soft small" role="status">
            {counted(missing, 'answer')} missing. You can save it so.
          </p>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={form.isSending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
