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

test('a bounce address names its message, and only one that we made does', () => {
  const address = bounceAddress(key, 'bounces@example.org', 812)
  expect(address).toMatch(/^bounces\+812-[0-9a-f]{16}@example\.org$/)
  expect(messageOfBounce(key, address)).toBe(812)
  expect(messageOfBounce(key, address.toUpperCase())).toBe(812)
  expect(messageOfBounce(other, address)).toBeUndefined()
  expect(messageOfBounce(key, address.replace('+812', '+813'))).toBeUndefined()
  expect(messageOfBounce(key, 'bounces@example.org')).toBeUndefined()
})

test('a token for ending mails is for its message alone', () => {
  const token = endingToken(key, 812)
  expect(messageOfToken(key, token)).toBe(812)
  expect(messageOfToken(other, token)).toBeUndefined()
  expect(messageOfToken(key, token.replace('812', '813'))).toBeUndefined()
  expect(messageOfToken(key, 'anything')).toBeUndefined()
})

test('an address is the same in capital letters and with blanks around it', () => {
  expect(addressHash(key, ' Ada@Example.org ')).toEqual(addressHash(key, 'ada@example.org'))
  expect(addressHash(other, 'ada@example.org')).not.toEqual(addressHash(key, 'ada@example.org'))
})

test('what has left is neither sent again nor taken back', () => {
  expect(messageStates.filter(mayRetry)).toEqual(['failed', 'suppressed', 'bounced', 'withdrawn'])
  expect(messageStates.filter(mayWithdraw)).toEqual(['queued'])
})
