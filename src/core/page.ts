/** Pages there are: 0 when there is nothing. */
export function totalPages(total: number, perPage: number): number {
  return Math.ceil(total / perPage)
}

/** Rows before this page (the first is 1). Beyond what a database can count it stays there: such a page is empty. */
export function pageOffset(page: number, perPage: number): number {
  return Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER)
}

/** What a link can carry; `undefined`, `null`, `""` and empty lists are left out. */
type LinkValue = string | number | boolean | null | undefined | readonly (string | number)[]

/** Names and values in the order in which they stand in the address. */
export type LinkParams = Readonly<Record<string, LinkValue>>

/**
 * The address of a list with its filters, all of them and URL-encoded (contract.md 3.4): lists as CSV, yes and no as 1 and 0.
 * An item that would not survive that (commas part lists, which are decoded once more) makes it a list of `name[]`.
 * `base` ends in a slash.
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
  /** Every filter in effect, without the page. */
  readonly params: LinkParams
  readonly page: number
  readonly perPage: number
  readonly total: number
}

export type PageLinks = { rest_url: string; next_rest_url?: string; previous_rest_url?: string }

/**
 * Links of a page to itself and its neighbours; neighbours that do not exist are absent. The first page is named in
 * `rest_url` only (contract.md 12.4).
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
