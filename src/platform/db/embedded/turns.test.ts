import { expect, test } from 'vitest'
import { createTurns, type Rank } from './turns.ts'

/** In which order those who asked in this order get their turn, one at a time. */
async function orderOf(asked: readonly Rank[]): Promise<number[]> {
  const turns = createTurns()
  await turns.take('first')
  const order: number[] = []
  const all = asked.map(async (rank, at) => {
    await turns.take(rank)
    order.push(at)
    turns.give()
  })
  turns.give()
  await Promise.all(all)
  return order
}

test('callers of low rank go behind all others, which are served in order', async () => {
  expect(await orderOf(['last', 'first', 'last', 'first'])).toEqual([1, 3, 0, 2])
})

test('a caller of low rank does not wait for ever', async () => {
  const crowd = Array.from({ length: 200 }, (): Rank => 'first')
  const order = await orderOf(['last', ...crowd])
  expect(order).toHaveLength(201)
  expect(order.indexOf(0)).toBe(50)
})
