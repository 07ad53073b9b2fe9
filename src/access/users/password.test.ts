import { expect, test } from 'vitest'
import { hashPassword, passwordMatches } from './password.ts'

test('a password is stored as argon2id of 19 MiB and two passes, each time with another salt', async () => {
  const [first, second] = await Promise.all([hashPassword('one word'), hashPassword('one word')])
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(second).not.toBe(first)
  expect(await passwordMatches(first, 'one word')).toBe(true)
  expect(await passwordMatches(first, 'another word')).toBe(false)
})

test('no password belongs to an account without one', async () => {
  expect(await passwordMatches(null, '')).toBe(false)
})
