import { expect, test } from 'vitest'
import {
  addressHash,
  bounceAddress,
  endingToken,
  mayRetry,
  mayWithdraw,
  messageOfBounce,
  messageOfToken,
  messageStates,
} from './rules.ts'

const key = Buffer.alloc(32, 1)
const other = Buffer.alloc(32, 2)

test('a bounce address leads to its message, and forged addresses lead to none', () => {
  const address = bounceAddress(key, 'bounces@example.org', 812)
  expect(address).toMatch(/^bounces\+812-[0-9a-f]{16}@example\.org$/)
  expect(messageOfBounce(key, address)).toBe(812)
  expect(messageOfBounce(key, address.toUpperCase())).toBe(812)
  expect(messageOfBounce(other, address)).toBeUndefined()
  expect(messageOfBounce(key, address.replace('+812', '+813'))).toBeUndefined()
  expect(messageOfBounce(key, 'bounces@example.org')).toBeUndefined()
})

test('an unsubscribe token holds for its own message only', () => {
  const token = endingToken(key, 812)
  expect(messageOfToken(key, token)).toBe(812)
  expect(messageOfToken(other, token)).toBeUndefined()
  expect(messageOfToken(key, token.replace('812', '813'))).toBeUndefined()
  expect(messageOfToken(key, 'anything')).toBeUndefined()
})

test('an address is compared without regard to case and surrounding blanks', () => {
  expect(addressHash(key, ' Ada@Example.org ')).toEqual(addressHash(key, 'ada@example.org'))
  expect(addressHash(other, 'ada@example.org')).not.toEqual(addressHash(key, 'ada@example.org'))
})

test('a mail that was sent is neither sent again nor withdrawn', () => {
  expect(messageStates.filter(mayRetry)).toEqual([
    'failed',
    'suppressed',
    'bounced',
    'withdrawn',
    'withheld',
  ])
  expect(messageStates.filter(mayWithdraw)).toEqual(['queued', 'withheld'])
})
