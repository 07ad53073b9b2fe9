/** A number of a record, or another whole one, as it is stored: as text. What is none counts as 0, which no record has. */
export function wholeNumber(text: string | undefined): number {
  const number = Number(text ?? '')
  return Number.isSafeInteger(number) ? number : 0
}

const countMost = 2_147_483_647

/** A count, such as a capacity; null for what is none, below zero (no limit there) or beyond any. */
export function countOrNone(text: string): number | null {
  const count = text === '' ? Number.NaN : Number(text)
  return Number.isInteger(count) && count >= 0 && count <= countMost ? count : null
}
