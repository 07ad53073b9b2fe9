import { type Caller, can, isInReach } from '../../core/caller.ts'
import { answerInWords, textIn } from '../../core/questions/rules.ts'
import { bindAnswersOfEvent, listQuestions } from '../../shop/questions/lookup.ts'
import type { QuestionRow } from '../../shop/questions/rules.ts'
import type { Deps } from '../deps.ts'
import type { Column, Filter, FilterKind, FilterRequest } from './declaration.ts'
import type { ListParameters } from './grammar.ts'
import type { List, Row } from './list.ts'
import type { AnswersOfRows } from './store.answered.ts'
import { reachOfList } from './read-list.ts'

/** What a column of a question begins with: `answer.12` has the answers to question 12. */
const prefix = 'answer.'

export const questionColumn = ({ id }: Pick<QuestionRow, 'id'>) => `${prefix}${id}` as const

/** The head of a question's column in files: its id, which never changes, and what it says now. */
export const headOf = ({ id, text }: QuestionRow, language: string): string =>
  `${id} ${textIn(text, language).replaceAll(/\s+/g, ' ')}`

type Context = Pick<Deps, 'db' | 'siteSettings'>

/**
 * The list with a column and a filter for each question of its event (contract.md 29.11), where the address names one event that the
 * caller sees in it. Any other list is as it was.
 */
export async function withAnswers(
  { db, siteSettings }: Context,
  list: List,
  { parameters, caller }: { parameters: ListParameters; caller: Caller },
): Promise<List> {
  const eventId = eventIn(parameters)
  const { answers, shape } = list
  if (!answers || eventId === undefined) return list
  if (!isInReach(reachOfList(shape, caller), eventId)) return list
  const questions = (await listQuestions(db, [eventId])).filter(answers.has)
  if (questions.length > 0 && parameters['cursor'] === undefined) {
    await bindAnswersOfEvent(db, eventId)
  }
  return answered(list, questions, { language: siteSettings().language, eventId })
}

function eventIn(parameters: ListParameters): number | undefined {
  const event = parameters['filter.event']?.trim() ?? ''
  return /^[1-9]\d{0,14}$/.test(event) ? Number(event) : undefined
}

type Around = { language: string; eventId: number }

function answered(list: List, questions: readonly QuestionRow[], around: Around): List {
  const { shape, answers } = list
  if (!answers) return list
  const named = questions.map(question => [questionColumn(question), question] as const)
  const byName = new Map<string, QuestionRow>(named)
  const usual = answers.areUsual
    ? named.flatMap(([name, { sensitive }]) => (sensitive ? [] : [name]))
    : []
  return {
    ...list,
    shape: {
      ...shape,
      answers: questions.length === 0 ? 'This event asks nothing of them.' : undefined,
      columns: { ...shape.columns, ...mapped(named, one => columnOf(one, around.language)) },
      usual: [...shape.usual, ...usual],
      filters: { ...shape.filters, ...mapped(named, one => filterOf(one, around.language)) },
    },
    source: (request, sight, currency) => {
      const isOfAnswer = ({ name }: FilterRequest) => byName.has(name)
      const own = request.filters.filter(filter => !isOfAnswer(filter))
      const source = list.source({ ...request, filters: own }, sight, currency)
      const conditions = request.filters.flatMap(filter => {
        const question = byName.get(filter.name)
        return question && 'values' in filter
          ? [answers.conditionOf(question, filter.values.map(String))]
          : []
      })
      return { ...source, conditions: [...source.conditions, ...conditions] }
    },
    rows: async (db, ids, reader) => {
      const seen = questions.filter(
        ({ sensitive }) => !sensitive || can(reader.caller, 'attendees.write', around.eventId),
      )
      const rows = await list.rows(db, ids, reader)
      const values = await answers.read(db, ids, seen)
      return rows.map(row => ({ ...row, ...cellsOf(row, seen, { ...around, values }) }))
    },
  }
}

type Values = Awaited<ReturnType<AnswersOfRows['read']>>

function cellsOf(
  row: Row,
  questions: readonly QuestionRow[],
  { values, language }: { values: Values; language: string },
): Row {
  const own = values.get(Number(row['number']))
  return Object.fromEntries(
    questions.map(question => {
      const value = own?.get(question.id)
      const said = value === undefined ? null : answerInWords(question, value, language)
      return [questionColumn(question), said]
    }),
  )
}

const mapped = <V>(
  named: readonly (readonly [string, QuestionRow])[],
  to: (question: QuestionRow) => V,
): Record<string, V> => Object.fromEntries(named.map(([name, question]) => [name, to(question)]))

const sensitively = ({ sensitive }: QuestionRow) =>
  sensitive ? ({ right: 'attendees.write' } as const) : {}

const columnOf = (question: QuestionRow, language: string): Column => ({
  type: 'text',
  about: textIn(question.text, language),
  head: headOf(question, language),
  ...sensitively(question),
})

const filterOf = (question: QuestionRow, language: string): Filter => ({
  ...takes(question),
  about: textIn(question.text, language),
  ...sensitively(question),
})

function takes({ kind, choices }: QuestionRow): FilterKind {
  switch (kind) {
    case 'choice':
    case 'several':
      return { kind: 'words', words: choices.map(({ id }) => id) }
    case 'yes_no':
      return { kind: 'words', words: ['yes', 'no'] }
    case 'consent':
      return { kind: 'words', words: ['yes'] }
    default:
      return { kind: 'texts' }
  }
}
