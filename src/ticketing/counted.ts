import { Answer } from '../platform/http/answer.ts'

/** What lists of the tickets namespace count in, as it is written (contract.md 3.4). */
export const ticketCountHeaders = ['X-ET-TOTAL', 'X-ET-TOTAL-PAGES'] as const

/** An answer whose counts stand in its headers too. */
export function counted<T extends { total: number; total_pages: number }>(body: T): Answer<T> {
  const [ofAll, ofPages] = ticketCountHeaders
  const headers = { [ofAll]: String(body.total), [ofPages]: String(body.total_pages) }
  return new Answer(body, { headers })
}
