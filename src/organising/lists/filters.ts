import { sql } from 'kysely'
import type { Reach } from '../../core/caller.ts'
import { parseSearch, searchForms } from '../../core/text.ts'
import { containing } from '../../platform/db/like.ts'
import type { FilterRequest } from './declaration.ts'
import type { Condition, Sql } from './store.ts'

/** What the SQL of a list depends on beside what was asked for. */
export type Sight = {
  /** The events whose rows are listed. */
  readonly reach: Reach
  /** Whether addresses are searched: only where the caller sees them of every row. */
  readonly contacts: boolean
  /** Whether names are searched, where rows are of orders: only where the caller reads every order of them. */
  readonly names: boolean
  /** Whether codes are searched. */
  readonly codes: boolean
  /** The events whose orders are narrowed by what they are as a whole, such as their total. */
  readonly whole: Reach
}

/** A condition of a column of which an index knows all rows: `find` reads them by it. */
export const indexed = (from: Sql, id: Sql, each: Sql): Condition => ({
  each,
  find: sql`select ${id} as id from ${from} where ${each}`,
})

export const textsIn = (values: readonly string[]) => sql`any(${[...values]}::text[])`
export const idsIn = (values: readonly number[]) => sql`any(${[...values]}::bigint[])`

/** A word of a search as the forms that people write it in. An index of three letters cannot find a `short` one. */
export type SearchedWord = { forms: string[]; short: boolean }

export function searchedWords(search: string): {
  wanted: SearchedWord[]
  excluded: SearchedWord[]
} {
  const { words, phrases, excluded } = parseSearch(search)
  const formsOf = (word: string) => {
    const forms = searchForms(word)
    return { forms, short: forms.some(form => Array.from(form).length < 3) }
  }
  return { wanted: [...words, ...phrases].map(formsOf), excluded: excluded.map(formsOf) }
}

/** Whether one of these texts holds one of the forms. The first text is the whole that an index knows. */
export function holdsForm(
  whole: Sql,
  lines: readonly Sql[] | undefined,
  forms: readonly string[],
): Sql {
  const parts = forms.map(form => {
    const part = containing(form)
    if (lines === undefined) return sql`${whole} like ${part}`
    const within = sql.join(
      lines.map(line => sql`${line} like ${part}`),
      sql` or `,
    )
    return sql`(${whole} like ${part} and (${within}))`
  })
  return sql`(${sql.join(parts, sql` or `)})`
}

export const lineOf = (text: Sql, line: number) => sql`split_part(${text}, E'\n', ${sql.lit(line)})`

/** The lines of an order's text that the reader may search; undefined for all. References open whole payments. */
export function textLines({ reach, contacts }: Sight): Sql[] | undefined {
  const text = sql`t.search_text`
  if (reach === 'all' && contacts) return undefined
  return [lineOf(text, 1), ...(contacts ? [lineOf(text, 2)] : [])]
}

/** A number as people say it: `#1 234`. */
export const numberIn = (word: string): number | undefined =>
  /^#?[1-9]\d{0,14}$/.test(word) ? Number(word.replace('#', '')) : undefined

export function momentCondition(column: Sql, filter: FilterRequest): Sql {
  if (filter.kind !== 'moment') return sql`true`
  const { from, before } = filter
  return sql.join(
    [
      from ? sql`${column} >= ${from}::timestamptz` : sql`true`,
      before ? sql`${column} < ${before}::timestamptz` : sql`true`,
    ],
    sql` and `,
  )
}

export function amountCondition(
  { minor, currency }: { minor: Sql; currency: Sql },
  filter: FilterRequest,
  code: string,
): Sql {
  if (filter.kind !== 'amount') return sql`true`
  const { bound, minor: amount } = filter
  const compared = { is: sql`=`, gte: sql`>=`, lte: sql`<=` }[bound]
  return sql`(${minor} ${compared} ${amount}::bigint and ${currency} = ${code})`
}
