import type { Question } from '@marquee-events/client'
import { conditionWords, textIn } from '../../../../src/core/questions/rules.ts'

export const kindWords: Readonly<Record<Question['kind'], string>> = {
  text: 'A line of text',
  long_text: 'Several lines of text',
  choice: 'One of several choices',
  several: 'Any of several choices',
  yes_no: 'Yes or no',
  consent: 'A consent to tick',
  date: 'A date',
  email: 'An e-mail address',
  phone: 'A telephone number',
}

export type QuestionFields = {
  text: string
  asked_of: string
  kind: string
  required: boolean
  choices: string
  condition: string
  sensitive: boolean
  at_door: boolean
}

const always = ''

const blank: QuestionFields = {
  text: '',
  asked_of: 'attendee',
  kind: 'text',
  required: false,
  choices: '',
  condition: always,
  sensitive: false,
  at_door: false,
}

/** The fields of a question as the form has them; `language` is the one in which it is written. */
export function fieldsOf(question: Question | undefined, language: string): QuestionFields {
  if (!question) return blank
  const { show_if: condition, asked_of, kind, required, sensitive, at_door } = question
  const open = question.choices.filter(({ closed }) => closed !== true)
  return {
    text: textIn(question.text, language),
    asked_of,
    kind,
    required,
    choices: open.map(({ text }) => textIn(text, language)).join('\n'),
    condition: condition ? `${condition.question}:${condition.is.join(',')}` : always,
    sensitive,
    at_door,
  }
}

export const hasChoices = (kind: string) => kind === 'choice' || kind === 'several'

/** The question as the service takes it. Choices that are no line any more are closed. */
export function draftOf(fields: QuestionFields, before: Question | undefined, language: string) {
  const { condition } = fields
  const at = condition.indexOf(':')
  return {
    text: { ...before?.text, [language]: fields.text },
    asked_of: fields.asked_of as Question['asked_of'],
    kind: fields.kind as Question['kind'],
    required: fields.required,
    choices: hasChoices(fields.kind)
      ? choicesOf(fields.choices, before?.choices ?? [], language)
      : [],
    show_if:
      condition === always
        ? { is: [] }
        : { question: Number(condition.slice(0, at)), is: condition.slice(at + 1).split(',') },
    sensitive: fields.sensitive,
    at_door: fields.at_door,
  }
}

type Choices = Question['choices']

function choicesOf(lines: string, before: Choices, language: string): Choices {
  const ids = new Set(before.map(({ id }) => id))
  const written = lines.split('\n').flatMap((line): Choices => {
    const text = line.trim()
    if (text === '') return []
    const same = before.find(choice => textIn(choice.text, language) === text)
    if (same) return [{ ...same, closed: false }]
    const id = freshId(text, ids)
    ids.add(id)
    return [{ id, text: { [language]: text } }]
  })
  const kept = new Set(written.map(({ id }) => id))
  return [
    ...written,
    ...before.filter(({ id }) => !kept.has(id)).map(one => ({ ...one, closed: true })),
  ]
}

function freshId(text: string, taken: ReadonlySet<string>): string {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
  const base = plain.replace(/^-/, '').replace(/-$/, '').slice(0, 30) || 'choice'
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? base : `${base}-${number}`
    if (!taken.has(id)) return id
  }
}

/** What a question may depend on, as a list to choose from: `Are you a member? is yes`. */
export function conditionsFor(
  own: number | undefined,
  askedOf: string,
  { questions, language }: { questions: readonly Question[]; language: string },
): { value: string; label: string }[] {
  const sources = questions.filter(
    ({ id, show_if: condition, closed, asked_of: of }) =>
      id !== own && !condition && !closed && (askedOf === 'attendee' || of === 'order'),
  )
  const options = sources.flatMap(source =>
    (
      conditionWords({
        kind: source.kind,
        choices: source.choices.map(one => ({ closed: false, ...one })),
      }) ?? []
    ).map(word => ({
      value: `${source.id}:${word}`,
      label: `only if “${textIn(source.text, language)}” is ${wordOf(source, word, language)}`,
    })),
  )
  return [{ value: always, label: 'always' }, ...options]
}

/** An answer in words. */
export function wordOf(
  { choices }: Pick<Question, 'choices'>,
  word: string,
  language: string,
): string {
  const choice = choices.find(({ id }) => id === word)
  return choice ? textIn(choice.text, language) : word
}

/** A question as the rules of the service take it. */
export const asAsked = (question: Question, event: number) => ({
  ...question,
  event_id: event,
  choices: question.choices.map(choice => ({ closed: false, ...choice })),
})
