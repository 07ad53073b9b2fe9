import { numberedSlug } from '../../core/slug.ts'

/** Returns those of these slugs that other records have. */
type TakenAmong = (slugs: readonly string[]) => Promise<ReadonlySet<string>>

const firstNumbers = Array.from({ length: 8 }, (_, index) => index + 1)
const doublings = Array.from({ length: 18 }, (_, index) => 16 * 2 ** index)
const steps = 16

/**
 * The slug to use: the wanted one, or the one with a free number. Where thousands share a name, a search
 * between a taken and a free number needs only a handful of queries. When numbers in between were freed, the
 * result may be one of those or a later one; it is always free.
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
    const lowest = await firstFree(between)
    taken = lowest === undefined ? (between.at(-1) ?? taken) : lowest - step
    free = lowest ?? free
  }
  return numberedSlug(wished, free)
}
