import { expect, test } from 'vitest'
import { hashOfKey, hashOfRequest, isFinal, isKey, open, seal } from './rules.ts'

const answer = { status: 201, headers: { location: '/x' }, body: { secret: 'abc' } }

test('a stored answer can be opened with its idempotency key only and reveals nothing without it', () => {
  const sealed = seal('one', answer)
  expect(open('one', sealed)).toEqual(answer)
  expect(() => open('two', sealed)).toThrow()
  expect(sealed.toString('latin1')).not.toContain('abc')
})

test('the stored hash of an idempotency key does not open the stored answer', () => {
  const sealed = seal('one', answer)
  expect(() => open(hashOfKey('one').toString('base64'), sealed)).toThrow()
})

test('another key, method, path or parameter makes another request', () => {
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
])('%j is a valid idempotency key: %s', (key, expected) => {
  expect(isKey(key)).toBe(expected)
})

test('faults and answers that ask to come back later are not stored', () => {
  const ofStatus = (status: number) => isFinal({ status, code: 'invalid_param' })
  expect([200, 201, 400, 402, 403, 404].every(ofStatus)).toBe(true)
  expect([409, 429, 500, 502, 503].some(ofStatus)).toBe(false)
  expect(isFinal({ status: 403, code: 'rest_confirm_required' })).toBe(false)
})

test('a large answer is stored in a fraction of its size and opens unchanged', () => {
  const lines = Array.from({ length: 50 }, (_, id) => ({ id, name: 'A fairly ordinary ticket' }))
  const large = { ...answer, body: { lines, note: 'ü€😀' } }
  const sealed = seal('one', large)
  expect(open('one', sealed)).toEqual(large)
  expect(sealed.length).toBeLessThan(JSON.stringify(large).length / 5)
})
