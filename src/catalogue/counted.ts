import { totalPages } from '../../core/page.ts'
import { Answer } from './answer.ts'

/** Pages of the events namespace are silently no longer than this (contract.md 5.3). */
export const perPageMax = 50

/** What lists count in, as it is written. */
export const countingHeaders = [
  'X-TEC-Total',
  'X-TEC-TotalPages',
  'X-ET-TOTAL',
  'X-ET-TOTAL-PAGES',
] as const

/** An answer with the counts of a list of the events namespace, which stand in its headers too (contract.md 3.4). */
export function counted<T extends object>(
  body: T,
  { total, perPage }: { total: number; perPage: number },
): Answer<T> {
  const headers = {
    'X-TEC-Total': String(total),
    'X-TEC-TotalPages': String(totalPages(total, perPage)),
  }
  return new Answer(body, { headers })
}
