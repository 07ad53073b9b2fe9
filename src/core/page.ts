/** The number of pages; 0 for an empty list. */
export function totalPages(total: number, perPage: number): number {
  return Math.ceil(total / perPage)
}

/**
 * The number of rows before this page; pages count from 1. Limited to what a database can count: a page that
 * far is empty.
 */
export function pageOffset(page: number, perPage: number): number {
  return Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER)
}

/** The values that a link can carry. `undefined`, `null`, `""` and empty lists are left out. */
type LinkValue = string | number | boolean | null | undefined | readonly (string | number)[]

/** Parameter names and values, in their order in the address. */
export type LinkParams = Readonly<Record<string, LinkValue>>

/**
 * The URL of a list with all its filters, URL-encoded (contract.md 3.4). Lists are written as CSV, booleans
 * as 1 and 0. A list with an item that CSV cannot carry (a comma or a percent sign) is written as repeated
 * `name[]`. `base` ends in a slash.
 */
export function listUrl(base: string, params: LinkParams): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) {
    if (isList(value) && value.some(item => /[,%]/.test(String(item)))) {
      for (const item of value) query.append(`${name}[]`, String(item))
      continue
    }
    const text = linkText(value)
    if (text !== '') query.append(name, text)
  }
  return query.size === 0 ? base : `${base}?${query.toString()}`
}

export type ListPage = {
  readonly base: string
  /** Every filter in effect, without the page number. */
  readonly params: LinkParams
  readonly page: number
  readonly perPage: number
  readonly total: number
}

export type PageLinks = { rest_url: string; next_rest_url?: string; previous_rest_url?: string }

/**
 * Links to this page and its neighbours; a neighbour that does not exist is absent. Only `rest_url` names
 * page 1 (contract.md 12.4).
 */
export function pageLinks({ base, params, page, perPage, total }: ListPage): PageLinks {
  const to = (other: number) => listUrl(base, { ...params, page: other > 1 ? other : undefined })
  return {
    rest_url: listUrl(base, { page, ...params }),
    ...(page < totalPages(total, perPage) && { next_rest_url: to(page + 1) }),
    ...(page > 1 && { previous_rest_url: to(page - 1) }),
  }
}

const isList = (value: LinkValue) => typeof value === 'object' && value !== null

function linkText(value: LinkValue): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? '1' : '0'
  return isList(value) ? value.join(',') : String(value)
}
