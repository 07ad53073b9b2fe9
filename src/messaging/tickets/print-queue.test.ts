import { expect, test } from 'vitest'
import { createPrintQueue, mailLane, type Queued } from './print-queue.ts'

type Job = Queued & { name: string }

const job = (name: string, pagesLeft: number): Job => ({ name, pagesLeft, lanes: new Set() })
const limits = { pagesOfLane: 400, pagesInAll: 1000 }

/** Draws pages until nothing waits; returns the names of the files in the order in which their pages were drawn. */
function drawAll(queue: ReturnType<typeof createPrintQueue<Job>>): string[] {
  const drawn: string[] = []
  for (let next = queue.next(); next; next = queue.next()) {
    drawn.push(next.name)
    next.pagesLeft -= 1
    if (next.pagesLeft === 0) queue.remove(next)
  }
  return drawn
}

test('a ticket of another network is drawn after one page of a large order, and not after all of it', () => {
  const queue = createPrintQueue<Job>(limits)
  queue.add(job('large', 100), 'one')
  queue.add(job('small', 1), 'other')
  expect(drawAll(queue).indexOf('small')).toBeLessThanOrEqual(1)
})

test('forty large orders of one network take one turn of two from another', () => {
  const queue = createPrintQueue<Job>(limits)
  for (let at = 0; at < 40; at += 1) queue.add(job(`large ${at}`, 10), 'one')
  queue.add(job('small', 5), 'other')
  expect(drawAll(queue).lastIndexOf('small')).toBeLessThanOrEqual(9)
})

test('within a network a small order does not wait for a large one', () => {
  const queue = createPrintQueue<Job>(limits)
  queue.add(job('large', 100), 'one')
  queue.add(job('small', 2), 'one')
  expect(drawAll(queue).lastIndexOf('small')).toBe(3)
})

test('every second page is of a mail, however many networks wait', () => {
  const queue = createPrintQueue<Job>(limits)
  for (let at = 0; at < 50; at += 1) queue.add(job('stranger', 10), `network ${at}`)
  queue.add(job('mail', 3), mailLane)
  expect(drawAll(queue).lastIndexOf('mail')).toBeLessThanOrEqual(5)
})

test('a file for which a mail waits, too, has the turns of both', () => {
  const queue = createPrintQueue<Job>(limits)
  const shared = job('shared', 4)
  for (let at = 0; at < 50; at += 1) queue.add(job('stranger', 10), `network ${at}`)
  queue.add(shared, 'network 0')
  queue.add(shared, mailLane)
  expect(drawAll(queue).lastIndexOf('shared')).toBeLessThanOrEqual(8)
})

test('the network that floods is refused, others and mails are not', () => {
  const queue = createPrintQueue<Job>(limits)
  for (let at = 0; at < 4; at += 1) queue.add(job('large', 100), 'flood')
  expect(queue.refusalFor('flood', 1)).toBe('lane')
  expect(queue.refusalFor('other', 100)).toBeUndefined()
  expect(queue.refusalFor(mailLane, 20)).toBeUndefined()
})

test('what waits is bounded in all: newcomers get their first file up to twice the pages', () => {
  const queue = createPrintQueue<Job>(limits)
  const admitted = Array.from({ length: 100 }, (_, at) => {
    const refusal = queue.refusalFor(`network ${at}`, 100)
    if (!refusal) queue.add(job('one', 100), `network ${at}`)
    return refusal
  })
  expect(admitted.filter(refusal => refusal === undefined).length).toBe(21)
  expect(queue.refusalFor('network 0', 1)).toBe('all')
})
