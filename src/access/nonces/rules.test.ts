import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { issueNonce, nonceHolds } from './rules.ts'

const secret = randomBytes(32)
const binding = { action: 'edit_ticket', userId: 7, recordId: 12 } as const
const now = new Date('2031-05-01T10:00:00Z')
const hoursLater = (hours: number) => new Date(now.getTime() + hours * 3_600_000)

test('a nonce holds for at least 12 hours and at most 24', () => {
  const nonce = issueNonce(secret, binding, now)
  expect(nonceHolds(secret, { ...binding, nonce, now })).toBe(true)
  expect(nonceHolds(secret, { ...binding, nonce, now: hoursLater(12) })).toBe(true)
  expect(nonceHolds(secret, { ...binding, nonce, now: hoursLater(24) })).toBe(false)
})

test('a nonce is refused for another user, another action and another record', () => {
  const nonce = issueNonce(secret, binding, now)
  expect(nonceHolds(secret, { ...binding, userId: 8, nonce, now })).toBe(false)
  expect(nonceHolds(secret, { ...binding, action: 'remove_ticket', nonce, now })).toBe(false)
  expect(nonceHolds(secret, { ...binding, recordId: 13, nonce, now })).toBe(false)
  expect(nonceHolds(randomBytes(32), { ...binding, nonce, now })).toBe(false)
  expect(nonceHolds(secret, { ...binding, nonce: '', now })).toBe(false)
})
