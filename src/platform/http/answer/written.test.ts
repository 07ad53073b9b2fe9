import { expect, test } from 'vitest'
import { jsonText, written } from './written.ts'

const person = { name: 'Ann "A" Example', note: 'a\nb $& $1', list: [1, null] }
const ready = () => written(JSON.stringify(person)) as typeof person

test('JSON text that is ready is sent as it is, wherever it stands in an answer', () => {
  const answer = (one: () => typeof person) => ({ first: one(), all: [one(), one()], total: 2 })
  expect(jsonText(answer(ready))).toBe(JSON.stringify(answer(() => person)))
  expect(jsonText(ready())).toBe(JSON.stringify(person))
})

test('an answer without such text is written as always', () => {
  for (const value of [null, 'text', person, [person]]) {
    expect(jsonText(value)).toBe(JSON.stringify(value))
  }
})

test('outside of answers it is the value', () => {
  expect(JSON.stringify({ kept: ready() })).toBe(JSON.stringify({ kept: person }))
  expect(() => jsonText({ a: ready(), b: 1n })).toThrow(TypeError)
  expect(JSON.stringify({ kept: ready() })).toBe(JSON.stringify({ kept: person }))
})
