import { numberedSlug } from '../../core/slug.ts'

/** Which of these slugs other records have. */
type TakenAmong = (slugs: readonly string[]) => Promise<ReadonlySet<string>>

const firstNumbers = Array.from({ length: 8 }, (_, index) => index + 1)
const doublings = Array.from({ length: 18 }, (_, index) => 16 * 2 ** index)
const steps = 16

/**
 * The slug to use: the wished one, else it with the first number nobody has. Where thousands share a name it is looked
 * for between a number that is taken and one that is free, so a handful of questions suffices for any; where numbers in
 * between were given up again it may be one of those or a later one, but always one that is free.
 */
export async function freeSlug(wished: string, takenAmong: TakenAmong): Promise<string> {
  if (wished === '') return ''
  const firstFree = async (numbers: readonly number[]) => {
    const taken = await takenAmong(numbers.map(number => numberedSlug(wished, number)))
    return numbers.find(number => !taken.has(numberedSlug(wished, number)))
  }
  const early = await firstFree(firstNumbers)
  if (early !== undefined) return numberedSlug(wished, early)
  let free = await firstFree(doublings)
  if (free === undefined) throw new Error(`No number is free for the slug ${wished}.`)
  let taken = free / 2
  while (free - taken > 1) {
    const step = Math.ceil((free - taken) / steps)
    const between: number[] = []
    for (let number = taken + step; number < free; number += step) between.push(number)
    const found = await firstFree(between)
    taken = found === undefined ? (between.at(-1) ?? taken) : found - step
    free = found ?? free
  }
  return numberedSlug(wished, free)
}
