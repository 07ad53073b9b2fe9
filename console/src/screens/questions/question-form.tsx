import { Button, Checkbox, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import type { Question } from '@marquee-events/client'
import { marquee } from '../../interface/marquee.ts'
import { say, useEnded } from '../../interface/writes.ts'
import { Problem, useFields } from '../../pieces/form.tsx'
import { conditionsFor, draftOf, fieldsOf, hasChoices, kindWords } from './question-draft.ts'

type Props = {
  event: number
  question: Question | undefined
  questions: readonly Question[]
  language: string
  close: () => void
}

/** The form of a question: what is asked, of whom, and when. */
export function QuestionForm({ event, question, questions, language, close }: Props) {
  const ended = useEnded()
  const form = useFields(
    fieldsOf(question, language),
    async values => {
      const draft = draftOf(values, question, language)
      if (question) await marquee.updateQuestion({ id: event, question: question.id, ...draft })
      else await marquee.createQuestion({ id: event, ...draft })
      await ended(['questions'])
      say(question ? 'The question is saved.' : 'The question is asked from now on.')
      close()
    },
    {
      names: { show_if: 'condition' },
      check: ({ text: words, kind, choices }) => ({
        ...(words.trim() === '' && { text: 'What do you ask?' }),
        ...(hasChoices(kind) && choices.trim() === '' && { choices: 'Which choices are there?' }),
      }),
    },
  )
  const { text, tick, values } = form
  const select = (name: 'asked_of' | 'kind' | 'condition') => ({
    name,
    value: values[name],
    error: form.problems[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      form.change({ [name]: currentTarget.value }),
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <Problem problems={form.problems} />
      <Stack>
        <TextInput label="Question" {...text('text')} data-autofocus autoComplete="off" />
        <NativeSelect
          label="Whom it asks"
          {...select('asked_of')}
          data={[
            { value: 'attendee', label: 'Each guest' },
            { value: 'order', label: 'The buyer, once' },
          ]}
        />
        <NativeSelect
          label="What an answer is"
          {...select('kind')}
          data={Object.entries(kindWords).map(([value, label]) => ({ value, label }))}
        />
        {hasChoices(values.kind) && (
          <Textarea
            label="Choices"
            description="One on each line. A line that is gone closes its choice; who chose it keeps it."
            autosize
            minRows={3}
            {...text('choices')}
          />
        )}
        <NativeSelect
          label="It is asked"
          {...select('condition')}
          data={conditionsFor(question?.id, values.asked_of, { questions, language })}
        />
        <Checkbox label="An answer is required" {...tick('required')} />
        <Checkbox
          label="Sensitive, such as diet or access"
          description="Kept out of lists, and out of files unless they are asked for."
          {...tick('sensitive')}
        />
        <Checkbox
          label="Show the answer at the door"
          description="Each guest's answer is read before the next scan. Of a date of birth the door reads the age only, such as 18+."
          {...tick('at_door')}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={form.isSending}>
            {question ? 'Save the question' : 'Ask this'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
