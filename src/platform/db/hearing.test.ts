import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { messageOf } from './announce.ts'
import { createHearing, nameOf, pooledNameOf, type WhoElse } from './hearing.ts'

const id = 'aaaaaaaa'
const other = 'bbbbbbbb'
const alone: WhoElse = { names: [] }

function aHearing() {
  const rows: unknown[] = []
  let forgotten = 0
  const hearing = createHearing({ changes: { heard: row => rows.push(row) }, id })
  hearing.listen(() => {
    forgotten += 1
  })
  const check = (change: Partial<WhoElse> = {}) =>
    hearing.confirm({ ...alone, ...change }, performance.now())
  return { hearing, rows, check, forgotten: () => forgotten }
}

const message = (from: string) => messageOf(from, new Map([['events', new Set([7])]]))

test('nothing counts as heard before the first check', () => {
  const { hearing, check } = aHearing()
  expect(hearing.heardSince()).toBeUndefined()
  check()
  expect(hearing.heardSince()).toBeDefined()
  expect(hearing.trouble()).toBeUndefined()
})

test('messages of others are passed on, our own are not', () => {
  const { hearing, rows } = aHearing()
  hearing.hear(message(other))
  hearing.hear(message(id))
  expect(rows).toHaveLength(1)
})

test('a process that announced writes and is gone at the next check outdates everything kept', () => {
  const { hearing, check, forgotten } = aHearing()
  check()
  const before = hearing.heardSince()
  hearing.hear(message(other))
  check({ names: [nameOf(other)] })
  expect([hearing.heardSince(), forgotten()]).toEqual([before, 1])
  check()
  expect(hearing.heardSince()).not.toBe(before)
})

test('a write that the database tells of a stranger is passed on, and nobody is missed afterwards', () => {
  const { hearing, rows, check, forgotten } = aHearing()
  check()
  const before = forgotten()
  hearing.hear('{"from":"","rows":[["venues"]]}')
  expect(rows).toEqual([new Map([['venues', 'all']])])
  check()
  expect(forgotten()).toBe(before)
})

test('a process that said only hello and is gone at the next check outdates everything kept', () => {
  const { hearing, check, forgotten } = aHearing()
  check()
  const before = forgotten()
  hearing.hear(messageOf(other, new Map()))
  check()
  expect(forgotten()).toBe(before + 1)
})

test('a process that was first heard while a question was under way is missed at the one after it', () => {
  const { hearing, check, forgotten } = aHearing()
  check()
  const before = forgotten()
  const began = performance.now()
  hearing.hear(messageOf(other, new Map()))
  hearing.confirm(alone, began)
  expect(forgotten()).toBe(before)
  check()
  expect(forgotten()).toBe(before + 1)
})

test('a process is gone with its own connection, and not when a pooler names others differently', () => {
  const { check, forgotten } = aHearing()
  const [lasting, pooled] = [nameOf(other), pooledNameOf(other)]
  check({ names: [lasting, pooled, pooledNameOf(id)] })
  const before = forgotten()
  check({ names: [lasting] })
  check({ names: [lasting, pooled] })
  expect(forgotten()).toBe(before)
  check({ names: [pooled] })
  expect(forgotten()).toBe(before + 1)
  // What it had under way may have been committed until now.
  check({ names: [] })
  expect(forgotten()).toBe(before + 2)
})
