import { type TObject, type TSchema, Type } from 'typebox'
import { text, oneOf } from '../../platform/http/described/params.ts'
import { instant } from '../../platform/http/described/answer-shapes.ts'
import type { Bound, Column, ColumnType, Filter, ListShape } from './declaration.ts'
import { parametersOf } from './grammar.ts'
import { exportFormats } from './export-files.ts'
import type { List } from './list.ts'

export const pageMost = 200

export const FormatParams = Type.Object({
  format: Type.String({
    pattern: `^(?:${exportFormats.join('|')})$`,
    description:
      'csv; ndjson, a JSON object for each row on a line of its own; or xlsx, a spreadsheet of at most 50,000 rows.',
  }),
})

type Row = Record<string, string | number | null>

/** The parameters of a list's address that decide its rows, by name: what exports and views take, too. */
export function addressParams(shape: ListShape): Record<string, TSchema> {
  const sorts = Object.entries(shape.sorts).map(
    ([name, { about }]) => `\`${name}\` (${lower(about)})`,
  )
  return {
    search: Type.Optional(
      text({
        maxLength: 200,
        description: `Words that must all occur, \`"a phrase"\`, \`-not\`. Looked for in ${shape.searched}.`,
      }),
    ),
    ...Object.fromEntries(
      Object.entries(shape.filters).flatMap(([name, filter]) =>
        parametersOf(name, filter).map(parameter => [
          parameter,
          Type.Optional(text({ maxLength: 4000, description: describeFilter(filter, parameter) })),
        ]),
      ),
    ),
    sort: Type.Optional(
      text({
        maxLength: 60,
        default: shape.usualSort,
        description: `By one of ${sorts.join(', ')}; with - before it from the largest or newest.`,
      }),
    ),
    columns: Type.Optional(
      text({
        maxLength: 1000,
        description: `Which columns, with commas between: ${Object.keys(shape.columns).join(', ')}. Usually ${shape.usual.join(', ')}.${answersIn(shape)}`,
      }),
    ),
  }
}

/** Parameters that are named by what there is: those of answers by the ids of their questions. */
export const addressFamilies = ({ answers }: ListShape) =>
  answers === undefined
    ? {}
    : { patternProperties: { '^filter\\.answer\\.': text({ maxLength: 4000 }) } }

const lower = (words: string) => words.charAt(0).toLowerCase() + words.slice(1)

const answersIn = ({ answers }: ListShape) =>
  answers === undefined
    ? ''
    : ' With one event in `filter.event` each question of it is a column, `answer.12`, and a filter, `filter.answer.12=vegan,veg`.'

const bounds: Record<Bound, string> = { is: '', gte: 'At least: ', lte: 'At most: ' }

function describeFilter({ about, right, ...filter }: Filter, parameter: string): string {
  const bound: Bound = parameter.endsWith('.gte')
    ? 'gte'
    : parameter.endsWith('.lte')
      ? 'lte'
      : 'is'
  const needs = right === undefined ? '' : ` Needs \`${right}\` at every event of the list.`
  return `${bounds[bound]}${about}. ${takes(filter, bound)}${needs}`
}

function takes(
  filter: Parameters<typeof parametersOf>[1] | { kind: string },
  bound: Bound,
): string {
  switch (filter.kind) {
    case 'words':
      return `Some of ${(filter as { words: readonly string[] }).words.join(', ')}, with commas between.`
    case 'ids':
      return 'Ids, with commas between.'
    case 'amount':
      return 'An amount, such as 12.50, of `filter.currency` or else of the currency of the site.'
    case 'moment':
      return bound === 'is'
        ? 'A day in the time zone of the site, such as 2026-11-21.'
        : 'A day in the time zone of the site, or a moment, such as 2026-11-21T12:00:00Z.'
    case 'flag':
      return 'true or false.'
    default:
      return 'Whole texts, with commas between.'
  }
}

/** The parameters of a page of a list. */
export const listQuery = (shape: ListShape) =>
  Type.Object(
    {
      ...addressParams(shape),
      cursor: Type.Optional(
        text({
          maxLength: 2000,
          description: 'The `next` of the page before; with the same sort.',
        }),
      ),
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: pageMost,
          default: 50,
          description: 'How many rows at most.',
        }),
      ),
      count: Type.Optional(
        oneOf(['exact', 'none'], {
          default: 'none',
          description: 'Whether the rows of all pages are counted.',
        }),
      ),
    },
    addressFamilies(shape),
  ) as TObject

const titles: Record<string, string> = {
  orders: 'Order',
  attendees: 'Attendee',
  events: 'Event',
  payments: 'Payment',
  books: 'BookEntry',
}

const asOf = {
  as_of: Type.Optional(
    instant('With the first page: everything that happened before this moment is listed'),
  ),
}

/** A page of a list. */
export function listPage({ shape, upTo }: Pick<List, 'shape' | 'upTo'>) {
  const name = titles[shape.name] ?? shape.name
  const columns = Object.entries(shape.columns).map(([column, declared]) => [
    column,
    Type.Optional(schemaOf(declared)),
  ])
  const row = Type.Unsafe<Row>(
    Type.Object(Object.fromEntries(columns) as Record<string, TSchema>, {
      title: `${name}Row`,
      description: 'The columns that were asked for, less those that the reader may not see.',
    }),
  )
  return Type.Object(
    {
      rows: Type.Array(row, { description: 'In the order of the sort.' }),
      next: Type.Union([Type.String(), Type.Null()], {
        description:
          'The `cursor` of the next page; null on the last. A page with fewer rows than asked for may have a next one.',
      }),
      count: Type.Optional(
        Type.Integer({ description: 'The rows of all pages, with `count=exact`.' }),
      ),
      ...(upTo ? asOf : ({} as typeof asOf)),
    },
    { title: `${name}Rows` },
  )
}

function schemaOf({ type, about, right }: Column): TSchema {
  const description = `${about}${units[type]}.${right === undefined ? '' : ` Needs \`${right}\`.`}`
  const plain = type === 'id' || type === 'count' ? Type.Integer() : Type.String()
  return Type.Union([plain, Type.Null()], { description })
}

const units: Record<ColumnType, string> = {
  id: '',
  count: '',
  text: '',
  amount: ', in major units with all decimals',
  moment: ', ISO 8601 in UTC',
}
