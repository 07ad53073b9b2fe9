import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createPace } from './pace.ts'

const turns = { restMostMs: 1000, firstTurnMs: 10 }

/** Uses the processor alone for so many milliseconds. */
async function work(ms: number) {
  const end = performance.now() + ms
  while (performance.now() < end);
}

async function millisecondsFor(count: number, isSelling: () => boolean) {
  const pace = createPace(isSelling, turns)
  const began = performance.now()
  for (let turn = 0; turn < count; turn += 1) await pace.turn(() => work(30))
  return performance.now() - began
}

test('work that fills the processor rests between its turns while tickets are sold', async () => {
  const alone = await millisecondsFor(4, () => false)
  const beside = await millisecondsFor(4, () => true)
  expect(beside).toBeGreaterThan(alone + 60)
})

test('the first work of a sale rests too', async () => {
  let isSelling = false
  const pace = createPace(() => isSelling, turns, { sample: () => 1 })
  await pace.turn(() => work(10))
  isSelling = true
  const began = performance.now()
  await pace.turn(async () => {})
  expect(performance.now() - began).toBeGreaterThan(200)
})

test('a rest ends as soon as the sale does, and work that fails rests too', async () => {
  let isSelling = true
  const pace = createPace(() => isSelling, turns)
  await pace.turn(() => work(30))
  const waiting = pace.turn(async () => 'done')
  isSelling = false
  await expect(waiting).resolves.toBe('done')
  await expect(pace.turn(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})

test('workers that rest together begin one after another', async () => {
  const pace = createPace(() => true, turns, { sample: () => 1 })
  const began: number[] = []
  const worker = () =>
    pace.turn(async () => {
      began.push(performance.now())
      await wait(10)
    })
  await worker()
  await Promise.all([worker(), worker(), worker()])
  const gaps = began.slice(1).map((at, index) => at - (began[index] ?? 0))
  // Ten milliseconds of work are a twenty-fifth of the time.
  for (const gap of gaps) expect(gap).toBeGreaterThan(200)
})

test('work that has waited for minutes does not rest', async () => {
  const pace = createPace(() => true, turns, { sample: () => 1 })
  await pace.turn(() => wait(20))
  const began = performance.now()
  for (let turn = 0; turn < 5; turn += 1) await pace.turn(() => wait(1), 120_000)
  expect(performance.now() - began).toBeLessThan(400)
})

test('a stop ends all rests', async () => {
  const pace = createPace(() => true, turns)
  await pace.turn(() => work(30))
  const waiting = pace.turn(async () => 'done')
  pace.close()
  await expect(waiting).resolves.toBe('done')
  expect(pace.isClosed()).toBe(true)
})
