import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { createPace } from './pace.ts'

/** Uses the processor alone for so many milliseconds. */
async function work(ms: number) {
  const end = performance.now() + ms
  while (performance.now() < end);
}

async function secondsFor(turns: number, isSelling: () => boolean) {
  const pace = createPace(isSelling)
  const began = performance.now()
  for (let turn = 0; turn < turns; turn += 1) await pace.turn(() => work(30))
  return performance.now() - began
}

test('work that fills the processor rests between its turns while tickets are sold', async () => {
  const alone = await secondsFor(8, () => false)
  const beside = await secondsFor(8, () => true)
  expect(beside).toBeGreaterThan(alone + 60)
})

test('a rest ends as soon as the sale does, and work that fails rests too', async () => {
  let isSelling = true
  const pace = createPace(() => isSelling)
  for (let turn = 0; turn < 8; turn += 1) await pace.turn(() => work(30))
  const waiting = pace.turn(async () => 'done')
  isSelling = false
  await expect(waiting).resolves.toBe('done')
  await expect(pace.turn(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})

test('a stop ends all rests', async () => {
  const pace = createPace(() => true)
  for (let turn = 0; turn < 8; turn += 1) await pace.turn(() => work(30))
  const waiting = pace.turn(async () => 'done')
  pace.close()
  await expect(waiting).resolves.toBe('done')
  expect(pace.isClosed()).toBe(true)
})
