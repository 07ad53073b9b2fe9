import { parseList } from '../../core/csv.ts'

export type LinkData = Record<string, unknown>

/** The id of a record, or the data of a new one. */
export type LinkItem = number | LinkData

/**
 * The records that a `venue` or `organizer` parameter names, in any form: id, CSV of ids, `{id}`, data, or a
 * list of these (contract.md 5.6). `""`, `0`, `false` and `[]` name none. Undefined when a member is neither
 * id nor data.
 */
export function linkItems(value: unknown): LinkItem[] | undefined {
  if (isEmpty(value)) return []
  if (Array.isArray(value)) return everyItem(value.filter(entry => !isEmpty(entry)))
  return everyItem(isData(value) ? [value] : parseList(value))
}

function everyItem(entries: readonly unknown[] | undefined): LinkItem[] | undefined {
  const items = entries?.map(item)
  return items?.every(entry => entry !== undefined) ? items : undefined
}

function item(entry: unknown): LinkItem | undefined {
  if (!isData(entry)) return idIn(entry)
  return isEmpty(entry['id']) ? entry : idIn(entry['id'])
}

const isData = (value: unknown): value is LinkData =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  return !value || (typeof value === 'string' && /^(\s*|0)$/.test(value))
}

function idIn(value: unknown): number | undefined {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : ''
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
}
