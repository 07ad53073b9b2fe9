import type { ParamProblem } from '../../core/errors.ts'
import type { QuestionChoice, QuestionKind, TextByLanguage } from '../../core/questions/kinds.ts'
import { type AskedOf, type AskedQuestion, conditionWords } from '../../core/questions/rules.ts'

/** What staff say of a question. */
export type QuestionDraft = {
  asked_of: AskedOf
  kind: QuestionKind
  text: TextByLanguage
  required: boolean
  choices: QuestionChoice[]
  tickets: number[]
  show_if: { question: number; is: string[] } | null
  sensitive: boolean
  /** Whether the door is shown its answers. */
  at_door: boolean
  closed: boolean
}

export type QuestionRow = AskedQuestion &
  QuestionDraft & {
    event_id: number
    /** Counts its texts, from 1. */
    version: number
  }

/** One event asks at most this many questions. */
export const questionsMost = 60

type Around = {
  /** The question as it is; undefined for a new one. */
  current: QuestionRow | undefined
  /** The other questions of the event. */
  others: readonly QuestionRow[]
  /** The tickets of the event. */
  tickets: readonly number[]
  /** Whether anybody has answered it. */
  isAnswered: boolean
}

type Problems = Record<string, ParamProblem>

/** What is wrong with a question as staff want it, by parameter (contract.md 40.3). */
export function draftProblems(draft: QuestionDraft, around: Around): Problems {
  const problems = [
    textProblem(draft),
    choicesProblem(draft, around),
    ticketsProblem(draft, around),
    dependentsProblem(draft, around),
    conditionProblem(draft, around),
    doorProblem(draft),
    ...answeredProblems(draft, around),
  ]
  return Object.fromEntries(problems.flatMap(one => (one ? [[one[0], { message: one[1] }]] : [])))
}

type Problem = readonly [param: string, message: string] | undefined

const textProblem = ({ text }: QuestionDraft): Problem =>
  Object.values(text).some(one => one.trim() !== '')
    ? undefined
    : ['text', 'must say the question in one language at least, such as {"en": "Diet"}.']

function doorProblem({ at_door: atDoor, sensitive, asked_of: of }: QuestionDraft): Problem {
  if (atDoor && sensitive) {
    return ['at_door', 'must be false: sensitive answers are not shown at the door.']
  }
  return atDoor && of === 'order'
    ? ['at_door', 'must be false: the door is shown what each attendee answered.']
    : undefined
}

const hasChoices = ({ kind }: Pick<QuestionDraft, 'kind'>) =>
  kind === 'choice' || kind === 'several'

function choicesProblem(draft: QuestionDraft, around: Around): Problem {
  const { choices } = draft
  if (!hasChoices(draft)) {
    return choices.length === 0 ? undefined : ['choices', 'only choice and several have choices.']
  }
  return listProblem(draft) ?? lostProblem(draft, around)
}

/** What is wrong with the choices themselves. */
function listProblem({ choices, required, closed: isOver }: QuestionDraft): Problem {
  if (choices.length === 0) return ['choices', 'must have one choice at least.']
  const ids = new Set(choices.map(({ id }) => id))
  if (ids.size < choices.length) return ['choices', 'each choice must have an id of its own.']
  if (required && !isOver && choices.every(({ closed }) => closed)) {
    return ['choices', 'must have one that is open, because an answer is required.']
  }
  return choices.some(({ text }) => !Object.values(text).some(one => one.trim() !== ''))
    ? ['choices', 'each choice must have a text in one language at least.']
    : undefined
}

/** A choice that is missing though somebody chose it, or another question depends on it. */
function lostProblem({ choices }: QuestionDraft, { current, others, isAnswered }: Around): Problem {
  const ids = new Set(choices.map(({ id }) => id))
  const lost = isAnswered ? (current?.choices.find(({ id }) => !ids.has(id))?.id ?? '') : ''
  if (lost !== '') return ['choices', `must still have ${lost}: close a choice instead.`]
  const needed = dependents(current, others).flatMap(
    ({ show_if: condition }) => condition?.is ?? [],
  )
  const missed = needed.find(id => !ids.has(id))
  return missed === undefined
    ? undefined
    : ['choices', `must still have ${missed}: another question depends on it.`]
}

function ticketsProblem({ tickets }: QuestionDraft, around: Around): Problem {
  const foreign = tickets.find(id => !around.tickets.includes(id))
  const wasThere = (id: number) => around.current?.tickets.includes(id) ?? false
  return foreign === undefined || wasThere(foreign)
    ? undefined
    : ['tickets', `must be tickets of this event; ${foreign} is none.`]
}

/** The questions that are shown only with an answer to this one. */
export const dependents = <Q extends AskedQuestion>(
  question: Pick<AskedQuestion, 'id'> | undefined,
  others: readonly Q[],
): Q[] =>
  question === undefined ? [] : others.filter(({ show_if: one }) => one?.question === question.id)

function dependentsProblem(draft: QuestionDraft, { current, others }: Around): Problem {
  const depend = dependents(current, others)
  if (depend.length === 0) return undefined
  if (draft.asked_of === 'attendee' && depend.some(({ asked_of: of }) => of === 'order')) {
    return ['asked_of', 'must stay order: a question of the order depends on it.']
  }
  if (conditionWords(draft) === undefined) {
    return ['kind', 'must have answers to choose: another question depends on it.']
  }
  return draft.show_if
    ? ['show_if', 'must be null: another question depends on this one.']
    : undefined
}

function conditionProblem(
  { show_if: condition, asked_of: whom }: QuestionDraft,
  { others }: Around,
) {
  if (!condition) return undefined
  const source = others.find(({ id }) => id === condition.question)
  if (!source) return about('must name another question of this event.')
  if (source.show_if) return about('must name a question that has no condition itself.')
  if (whom === 'order' && source.asked_of === 'attendee') {
    return about('must name a question of the order: this one is asked once for all places.')
  }
  const words = conditionWords(source)
  if (!words) return about('must name a question with answers to choose.')
  const isKnown = condition.is.length > 0 && condition.is.every(one => words.includes(one))
  return isKnown ? undefined : about(`its \`is\` must be some of ${words.join(', ')}.`)
}

const about = (message: string): Problem => ['show_if', message]

/** Who answered, answered this question: its kind and whom it asks stay. */
function answeredProblems(draft: QuestionDraft, { current, isAnswered }: Around): Problem[] {
  if (!current || !isAnswered) return []
  const stays = (param: 'kind' | 'asked_of' | 'sensitive'): Problem =>
    draft[param] === current[param]
      ? undefined
      : [param, `must stay ${String(current[param])}: it has answers. Close it and ask anew.`]
  // What was asked in confidence stays so; the other way is open.
  return [stays('kind'), stays('asked_of'), ...(current.sensitive ? [stays('sensitive')] : [])]
}
