import { expect, test } from 'vitest'
import { hashOfKey, hashOfRequest, isFinal, isKey, open, seal } from './rules.ts'

const answer = { status: 201, headers: { location: '/x' }, body: { secret: 'abc' } }

test('a sealed answer opens with its key only, and shows nothing without it', () => {
  const sealed = seal('one', answer)
  expect(open('one', sealed)).toEqual(answer)
  expect(() => open('two', sealed)).toThrow()
  expect(sealed.toString('latin1')).not.toContain('abc')
})

test('the stored hash of a key is not the key that opens the answer', () => {
  const sealed = seal('one', answer)
  expect(() => open(hashOfKey('one').toString('base64'), sealed)).toThrow()
})

test('another key, method, path or parameter is another request', () => {
  const asked = { key: 'k', method: 'POST', url: '/a', parameters: { x: 1 } }
  const hashes = [
    asked,
    { ...asked, method: 'PUT' },
    { ...asked, url: '/b' },
    { ...asked, parameters: { x: 2 } },
    { ...asked, key: 'other' },
  ].map(request => hashOfRequest(request).toString('hex'))
  expect(new Set(hashes).size).toBe(5)
})

test.each([
  ['', false],
  ['a key', false],
  ['ä', false],
  ['x'.repeat(256), false],
  ['8e03978e-40d5-43dd-bc93-6894a57f9324', true],
])('%j is a key: %s', (key, expected) => {
  expect(isKey(key)).toBe(expected)
})

test('faults and requests to come back are not kept', () => {
  expect([200, 201, 400, 402, 404].every(isFinal)).toBe(true)
  expect([409, 429, 500, 502, 503].some(isFinal)).toBe(false)
})

test('a large answer is kept in a fraction of its size, and opens as it was', () => {
  const lines = Array.from({ length: 50 }, (_, id) => ({ id, name: 'A fairly ordinary ticket' }))
  const large = { ...answer, body: { lines, note: 'ü€😀' } }
  const sealed = seal('one', large)
  expect(open('one', sealed)).toEqual(large)
  expect(sealed.length).toBeLessThan(JSON.stringify(large).length / 5)
})
