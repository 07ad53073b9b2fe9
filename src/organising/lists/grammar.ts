import type { ParamProblem } from '../../core/errors.ts'
import { exactDecimal } from '../../core/money.ts'
import { nearest } from '../../core/nearest.ts'
import { dayEdge, isDayAlone, parseWhen } from '../../core/time.ts'
import type {
  ListRequest,
  FilterRequest,
  Bound,
  Filter,
  ListShape,
  PagePosition,
  Sort,
} from './declaration.ts'

/** Parameters of a list by name, as they were sent. */
export type ListParameters = Readonly<Record<string, string | undefined>>

export type ReadingOf = {
  readonly zone: string
  readonly now: Date
  /** The currency of amounts where `filter.currency` names none. */
  readonly currency: string
}

type Problems = Record<string, ParamProblem>

const bounds: readonly Bound[] = ['is', 'gte', 'lte']
const bounded: ReadonlySet<string> = new Set(['amount', 'moment'])
const valuesMost = 200

/** The names of the parameters with which a filter is asked for: `filter.total`, `filter.total.gte`, `filter.total.lte`. */
export const parametersOf = (name: string, { kind }: Filter): string[] =>
  bounded.has(kind)
    ? bounds.map(bound => `filter.${name}${bound === 'is' ? '' : `.${bound}`}`)
    : [`filter.${name}`]

/**
 * Reads the address of a list (contract.md 29.1), or says for each bad parameter what would be right. It decides nothing
 * about rights.
 */
export function readAsked(
  shape: ListShape,
  parameters: ListParameters,
  reading: ReadingOf,
): ListRequest | { problems: Problems } {
  const problems: Problems = {}
  const refuse = (name: string, message: string, code = 'rest_invalid_param') => {
    problems[name] = { message, code }
  }
  for (const name of Object.keys(parameters)) {
    if (!name.startsWith('filter.') || isParameter(shape, name)) continue
    refuse(name, noFilter(shape, name), 'rest_unknown_param')
  }
  const filters = Object.entries(shape.filters).flatMap(([name, filter]) =>
    parametersOf(name, filter).flatMap(parameter => {
      const text = parameters[parameter]
      if (text === undefined) return []
      const read = readFilter({ name, filter, bound: boundOf(parameter) }, text.trim(), {
        ...reading,
        currency: currencyOf(parameters, reading),
      })
      if (typeof read !== 'string') return [read]
      refuse(parameter, read)
      return []
    }),
  )
  const sort = readSort(shape, parameters['sort'] ?? shape.usualSort)
  if (typeof sort === 'string') refuse('sort', sort)
  const columns = readColumns(shape, parameters['columns'])
  if (typeof columns === 'string') refuse('columns', columns)
  const after =
    typeof sort === 'string' || parameters['cursor'] === undefined
      ? undefined
      : readCursor(shape, sort, parameters['cursor'])
  if (typeof after === 'string') refuse('cursor', after)
  if (Object.keys(problems).length > 0) return { problems }
  return {
    search: (parameters['search'] ?? '').trim(),
    filters,
    sort: sort as Sort,
    columns: columns as readonly string[],
    named: parameters['columns'] !== undefined,
    after: after as PagePosition | undefined,
  }
}

const filterNames = (shape: ListShape) =>
  Object.entries(shape.filters).flatMap(([name, filter]) => parametersOf(name, filter))

/** Answers are named by their questions: whoever names one that is not there is told which are. */
function noFilter(shape: ListShape, name: string): string {
  const all = filterNames(shape)
  if (!name.startsWith('filter.answer.')) return unknown(`The list has no ${name}`, name, all)
  if (shape.answers !== undefined) return shape.answers
  const answers = all.filter(one => one.startsWith('filter.answer.'))
  return unknown(`The list has no ${shortened(name)}`, name, answers)
}

const isParameter = (shape: ListShape, name: string) => filterNames(shape).includes(name)

const boundOf = (parameter: string): Bound => {
  const last = parameter.split('.').at(-1)
  return last === 'gte' || last === 'lte' ? last : 'is'
}

const currencyOf = (parameters: ListParameters, { currency }: ReadingOf) =>
  /^[a-z]{3}$/i.test(parameters['filter.currency'] ?? '')
    ? (parameters['filter.currency'] ?? '').toUpperCase()
    : currency

/** A sentence that names what there is. */
function unknown(sentence: string, name: string, existing: readonly string[]): string {
  const near = nearest(name, existing)
  const meant = near === undefined ? '' : ` Did you mean ${near}?`
  return `${sentence}.${meant} It has: ${existing.join(', ')}.`
}

type FilterParameter = { name: string; filter: Filter; bound: Bound }

/** The filter, or what would be right. */
function readFilter({ name, filter, bound }: FilterParameter, text: string, reading: ReadingOf) {
  const { kind } = filter
  if (kind === 'amount') return readAmount(name, bound, { text, reading })
  if (kind === 'moment') return readMoment(name, bound, { text, reading })
  if (kind === 'flag') {
    if (text === 'true' || text === 'false') return { name, kind, value: text === 'true' } as const
    return 'must be true or false.'
  }
  const values = [...new Set(text.split(',').map(value => value.trim()))].filter(Boolean)
  if (values.length === 0) return 'must have a value.'
  if (values.length > valuesMost) return `must have at most ${valuesMost} values.`
  if (kind === 'ids') {
    if (values.some(value => !/^[1-9]\d{0,14}$/.test(value)))
      return 'must be ids, with commas between.'
    return { name, kind, values: values.map(Number) } as const
  }
  if (kind === 'words') {
    const wrong = values.find(value => !filter.words.includes(value))
    if (wrong !== undefined) return unknown(`${wrong} is not ${whatIs(name)}`, wrong, filter.words)
  }
  return { name, kind, values } as const
}

const whatIs = (name: string) =>
  name.startsWith('answer.') ? 'a choice of this question' : `a ${name} of this list`

type Text = { text: string; reading: ReadingOf }

function readAmount(name: string, bound: Bound, { text, reading }: Text): FilterRequest | string {
  const isNegative = text.startsWith('-')
  const amount = exactDecimal(text.slice(isNegative ? 1 : 0), reading.currency)
  if (amount) {
    return { name, kind: 'amount', bound, minor: isNegative ? -amount.minor : amount.minor }
  }
  return `must be an amount of ${reading.currency}, such as 12.50; filter.currency names another currency.`
}

function readMoment(name: string, bound: Bound, { text, reading }: Text): FilterRequest | string {
  const when = parseWhen(text, reading)
  if (!when) return 'must be a day or a moment, such as 2026-11-21 or 2026-11-21T12:00:00Z.'
  const isDay = isDayAlone(text)
  const next = new Date(dayEdge(when.local, 'end', reading.zone).instant.getTime() + 1000)
  if (bound === 'gte') return { name, kind: 'moment', from: when.instant }
  if (bound === 'lte') {
    return { name, kind: 'moment', before: isDay ? next : new Date(when.instant.getTime() + 1) }
  }
  if (!isDay) return 'must be a day, such as 2026-11-21; moments go with .gte and .lte.'
  return { name, kind: 'moment', from: when.instant, before: next }
}

function readSort({ sorts }: ListShape, text: string): Sort | string {
  const descending = text.startsWith('-')
  const by = descending ? text.slice(1) : text
  if (Object.hasOwn(sorts, by)) return { by, descending }
  const existing = Object.keys(sorts)
  return `${unknown(`The list is not sorted by ${shortened(by)}`, by, existing)} Put - before one for the other direction.`
}

function readColumns({ columns, usual, answers }: ListShape, text: string | undefined) {
  if (text === undefined) return usual
  const names = [...new Set(text.split(',').map(name => name.trim()))].filter(Boolean)
  const existing = Object.keys(columns)
  const wrong = names.find(name => !Object.hasOwn(columns, name))
  if (wrong?.startsWith('answer.') && answers !== undefined) return answers
  if (wrong !== undefined) {
    return unknown(`The list has no column ${shortened(wrong)}`, wrong, existing)
  }
  return names.length === 0 ? `must name columns. It has: ${existing.join(', ')}.` : names
}

const shortened = (text: string) => text.slice(0, 60)

/** What stands in a cursor: it is of one order of one list, so that it cannot be used with another. */
export function cursorOf(
  shape: ListShape,
  { by, descending }: Sort,
  { value, id }: PagePosition,
): string {
  const text = JSON.stringify([shape.name, by, descending ? 1 : 0, value, id])
  return Buffer.from(text).toString('base64url')
}

function readCursor(
  shape: ListShape,
  { by, descending }: Sort,
  text: string,
): PagePosition | string {
  const read = decoded(text)
  const [list, sort, way, value, id] = Array.isArray(read) ? (read as unknown[]) : []
  if (list !== shape.name || typeof value !== 'string' || !Number.isSafeInteger(id)) {
    return 'must be the `next` of an answer before, or be left out for the first page.'
  }
  if (sort !== by || way !== (descending ? 1 : 0)) {
    return 'belongs to another sort; send the sort of its list, or begin at the first page.'
  }
  const isSound = { moment: isMoment, number: isNumber, text: () => true }[
    shape.sorts[by]?.type ?? 'text'
  ]
  return isSound(value) ? { value, id: Number(id) } : 'is damaged; begin at the first page.'
}

const isMoment = (value: string) => /^\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(value)
const isNumber = (value: string) => /^-?\d{1,15}$/.test(value)

function decoded(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return undefined
  }
}
