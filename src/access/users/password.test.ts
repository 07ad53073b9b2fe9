import { expect, test } from 'vitest'
import { hashPassword, passwordMatches } from './password.ts'

test('a password is hashed with argon2id, 19 MiB and two passes, with a new salt each time', async () => {
  const [first, second] = await Promise.all([hashPassword('one word'), hashPassword('one word')])
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(second).not.toBe(first)
  expect(await passwordMatches(first, 'one word')).toBe(true)
  expect(await passwordMatches(first, 'another word')).toBe(false)
})

test('an account without a password accepts none', async () => {
  expect(await passwordMatches(null, '')).toBe(false)
})
