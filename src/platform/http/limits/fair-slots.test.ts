import { expect, test } from 'vitest'
import { createFairSlots, type SlotLimits } from './fair-slots.ts'

const usual: SlotLimits = {
  atOnce: 2,
  atOncePerName: 1,
  waiting: 5,
  waitingPerName: 3,
  waitMs: 60_000,
}

/** Slots that note who gets in, and how to have one of them leave. */
function aDoor(limits: Partial<SlotLimits> = {}) {
  const slots = createFairSlots({ ...usual, ...limits })
  const inside: { name: string; leave: () => void }[] = []
  const refused: string[] = []
  const ask = async (name: string) => {
    const entered = await slots.enter(name)
    if (typeof entered === 'string') refused.push(`${name}: ${entered}`)
    else inside.push({ name, leave: entered })
  }
  return {
    ask,
    refused,
    inside: () => inside.map(({ name }) => name),
    /** The one who came first leaves. */
    leave: async () => {
      inside.shift()?.leave()
      await Promise.resolve()
      await Promise.resolve()
    },
  }
}

test('a caller with many requests takes turns with a caller with few', async () => {
  const door = aDoor({ atOnce: 1 })
  await door.ask('many')
  void door.ask('many')
  void door.ask('many')
  void door.ask('few')
  const order: string[] = []
  for (let nth = 0; nth < 4; nth += 1) {
    await expect.poll(() => door.inside().length).toBe(1)
    order.push(...door.inside())
    await door.leave()
  }
  expect(order).toEqual(['many', 'few', 'many', 'many'])
})

test('one caller never has every place', async () => {
  const door = aDoor()
  await door.ask('many')
  void door.ask('many')
  await door.ask('other')
  expect(door.inside()).toEqual(['many', 'other'])
})

test('a caller with enough waiting requests is refused at once', async () => {
  const door = aDoor()
  await Promise.all([door.ask('a'), door.ask('b')])
  for (const name of ['a', 'a', 'a']) void door.ask(name)
  await door.ask('a')
  expect(door.refused).toEqual(['a: own'])
})

test('when too many requests wait, the caller with the most of them is refused first', async () => {
  const door = aDoor({ waiting: 3 })
  await Promise.all([door.ask('a'), door.ask('b')])
  for (const name of ['a', 'a', 'b']) void door.ask(name)
  void door.ask('c')
  await expect.poll(() => door.refused).toEqual(['a: own'])
  await door.ask('d')
  expect(door.refused).toEqual(['a: own', 'd: all'])
})

test('a request that waits too long is refused and leaves its place to the next', async () => {
  const door = aDoor({ atOnce: 1, waitMs: 1 })
  await door.ask('a')
  await Promise.all([door.ask('a'), door.ask('b')])
  expect(door.refused).toEqual(['a: own', 'b: all'])
  await door.leave()
  await door.ask('b')
  expect(door.inside()).toEqual(['b'])
})
