import type { ComponentChildren } from 'preact'
import { answerField, type AskedPlace } from '../../core/questions/fields.ts'
import { placeName } from '../../core/questions/live-form.ts'
import type { QuestionChoice, TextByLanguage } from '../../core/questions/kinds.ts'
import { type AskedQuestion, textIn } from '../../core/questions/rules.ts'
import { longTextMost, textMost } from '../../core/questions/values.ts'
import { Field, fieldId, type Problem, problemOf, Select, TextArea } from '../kit/form.tsx'
import { useView } from '../kit/view.ts'

/** A question as pages show it. */
export type ShownQuestion = AskedQuestion & { readonly text: TextByLanguage }

export type QuestionFieldsProps = {
  /** What is asked here, shown or not: a script hides what is not asked, and without one its condition is said. */
  group: readonly ShownQuestion[]
  /** All questions of the form, which conditions name. */
  questions: readonly ShownQuestion[]
  /** As they were sent or kept. */
  values: ReadonlyMap<number, unknown>
  place?: AskedPlace | undefined
  problems: readonly Problem[] | undefined
}

/** The fields of questions about an order, or about one place. */
export function QuestionFields({ group, questions, place, ...rest }: QuestionFieldsProps) {
  return (
    <>
      {group.map(question => (
        <div
          key={question.id}
          data-question={JSON.stringify(forScript(question))}
          data-place={place ? placeName(place) : ''}
        >
          <QuestionField question={question} questions={questions} place={place} {...rest} />
        </div>
      ))}
    </>
  )
}

/** What the script needs of a question: the same rules decide there (core/questions). */
const forScript = ({
  id,
  event_id,
  asked_of,
  kind,
  required,
  choices,
  show_if,
}: ShownQuestion): AskedQuestion => ({
  id,
  event_id,
  asked_of,
  kind,
  required,
  choices: choices.map(choice => ({ id: choice.id, text: {}, closed: choice.closed })),
  tickets: [],
  show_if,
})

type OneProps = Omit<QuestionFieldsProps, 'group'> & { question: ShownQuestion }

function QuestionField({ question, questions, values, place, problems }: OneProps) {
  const { words } = useView()
  const { t, language } = words
  const name = answerField(question.id, place)
  const { kind, required } = question
  const value = values.get(question.id)
  const text = typeof value === 'string' ? value : ''
  const field = {
    name,
    label: textIn(question.text, language),
    hint: useCondition(question, questions),
    problem: problemOf(problems, name),
    required,
  }
  switch (kind) {
    case 'long_text':
      return <TextArea {...field} value={text} maxlength={longTextMost} />
    case 'choice':
      return (
        <Select
          {...field}
          value={text}
          choices={[blank(t), ...choicesOf(question, value, language)]}
        />
      )
    case 'yes_no':
      return <Select {...field} value={text} choices={[blank(t), ...yesAndNo(t)]} />
    case 'several':
      return <Several field={field} choices={choicesOf(question, value, language)} value={value} />
    case 'consent':
      return (
        <Marks field={field}>
          <Mark
            name={name}
            id={fieldId(name)}
            value="yes"
            label={field.label}
            checked={text === 'yes'}
          />
        </Marks>
      )
    default:
      return <Field {...field} type={types[kind]} value={text} maxlength={longest[kind]} />
  }
}

const types = { text: 'text', date: 'date', email: 'email', phone: 'tel' } as const
const longest = { text: textMost, date: 10, email: 254, phone: 30 } as const

type Translate = ReturnType<typeof useView>['words']['t']
const blank = (t: Translate) => ({ value: '', name: t('question.choose') })
const yesAndNo = (t: Translate) => [
  { value: 'yes', name: t('question.yes') },
  { value: 'no', name: t('question.no') },
]

/** The choices that are open, and those that were chosen before. */
const choicesOf = (
  { choices }: { choices: readonly QuestionChoice[] },
  value: unknown,
  language: string,
) =>
  choices
    .filter(({ id, closed }) => !closed || [value].flat().includes(id))
    .map(({ id, text }) => ({ value: id, name: textIn(text, language) }))

/** The condition of a question in words. */
function useCondition(
  { show_if: condition }: ShownQuestion,
  questions: readonly ShownQuestion[],
): string | undefined {
  const { t, language, list } = useView().words
  const source = condition && questions.find(({ id }) => id === condition.question)
  if (!condition || !source) return undefined
  const answers = condition.is.map(one => {
    const choice = source.choices.find(({ id }) => id === one)
    if (choice) return textIn(choice.text, language)
    return t(one === 'no' ? 'question.no' : 'question.yes')
  })
  return t('question.onlyIf', {
    question: textIn(source.text, language),
    answers: list(answers),
  })
}

type Described = {
  name: string
  label: string
  hint: string | undefined
  problem: string | undefined
  required: boolean
}

type SeveralProps = {
  field: Described
  choices: readonly { value: string; name: string }[]
  value: unknown
}

function Several({ field, choices, value }: SeveralProps) {
  const { t } = useView().words
  const { name, label, required } = field
  const chosen = [value].flat()
  return (
    <fieldset>
      <legend>
        {label}
        {!required && <span class="optional"> ({t('form.optional')})</span>}
      </legend>
      <Marks field={field}>
        {choices.map((choice, at) => (
          <Mark
            key={choice.value}
            name={name}
            id={at === 0 ? fieldId(name) : `${fieldId(name)}-${choice.value}`}
            value={choice.value}
            label={choice.name}
            checked={chosen.includes(choice.value)}
          />
        ))}
      </Marks>
    </fieldset>
  )
}

/** Checkboxes; the blank value before them says that the question was there when none is ticked. */
function Marks({ field, children }: { field: Described; children: ComponentChildren }) {
  const { name, hint, problem } = field
  const id = fieldId(name)
  return (
    <div class="field">
      <input type="hidden" name={name} value="" />
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

type MarkProps = { name: string; id: string; value: string; label: string; checked: boolean }

const Mark = ({ label, ...box }: MarkProps) => (
  <div class="check">
    <input type="checkbox" {...box} />
    <label for={box.id}>{label}</label>
  </div>
)
