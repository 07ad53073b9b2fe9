import { setTimeout as wait } from 'node:timers/promises'
import type { Books } from './sale.ts'

const becomesMilliseconds = 90_000

/** The seed of this run's random moments; `SEED` repeats a run. */
export const seedOf = () => Number(process.env['SEED'] ?? Math.floor(Math.random() * 1_000_000))

/** Waits for a condition; fails with its name, and what else is known then, after a time limit. */
export async function becomes(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  meanwhile = () => '',
) {
  const deadline = performance.now() + becomesMilliseconds
  while (!(await isSo())) {
    if (performance.now() > deadline)
      throw new Error(`It never becomes so: ${what}. ${meanwhile()}`)
    await wait(10)
  }
}

/** Waits until this many more orders were acknowledged. */
export async function salesUntil({ orders, paidOnly }: Books, more: number) {
  const enough = orders.size + paidOnly.size + more
  await becomes(`${more} more orders`, () => orders.size + paidOnly.size >= enough)
}
