import { totalPages } from '../core/page.ts'
import { Answer } from '../platform/http/answer/answer.ts'

/** The longest page of the events namespace; a longer one is silently shortened (contract.md 5.3). */
export const perPageMax = 50

/** The names under which lists of the events namespace report their totals (contract.md 3.4). */
export const eventCountHeaders = ['X-TEC-Total', 'X-TEC-TotalPages'] as const

/** A response whose totals are also in its headers. */
export function counted<T extends object>(
  body: T,
  { total, perPage }: { total: number; perPage: number },
): Answer<T> {
  const [ofAll, ofPages] = eventCountHeaders
  const headers = { [ofAll]: String(total), [ofPages]: String(totalPages(total, perPage)) }
  return new Answer(body, { headers })
}
