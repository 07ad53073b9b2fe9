import { totalPages } from '../core/page.ts'
import { Answer } from '../platform/http/answer.ts'

/** Pages of the events namespace are silently no longer than this (contract.md 5.3). */
export const perPageMax = 50

/** What lists of the events namespace count in, as it is written (contract.md 3.4). */
export const eventCountHeaders = ['X-TEC-Total', 'X-TEC-TotalPages'] as const

/** An answer with the counts of a list of the events namespace, which stand in its headers too. */
export function counted<T extends object>(
  body: T,
  { total, perPage }: { total: number; perPage: number },
): Answer<T> {
  const [ofAll, ofPages] = eventCountHeaders
  const headers = { [ofAll]: String(total), [ofPages]: String(totalPages(total, perPage)) }
  return new Answer(body, { headers })
}
