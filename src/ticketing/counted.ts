import { Answer } from '../platform/http/answer/answer.ts'

/** The names under which lists of the tickets namespace report their totals (contract.md 3.4). */
export const ticketCountHeaders = ['X-ET-TOTAL', 'X-ET-TOTAL-PAGES'] as const

/** A response whose totals are also in its headers. */
export function counted<T extends { total: number; total_pages: number }>(body: T): Answer<T> {
  const [ofAll, ofPages] = ticketCountHeaders
  const headers = { [ofAll]: String(body.total), [ofPages]: String(body.total_pages) }
  return new Answer(body, { headers })
}
