import { expect, test } from 'vitest'
import { likelyAddress } from './likely-address.ts'

test.each([
  ['ada@gmial.com', 'ada@gmail.com'],
  ['ada@gmial.con', 'ada@gmail.com'],
  ['Ada@gmail.con', 'Ada@gmail.com'],
  ['ada@gamil.com', 'ada@gmail.com'],
  ['ada@hotmial.fr', 'ada@hotmail.fr'],
  ['ada@outlok.com', 'ada@outlook.com'],
  ['ada@icloudd.com', 'ada@icloud.com'],
])('%s was probably meant to be %s', (typed, meant) => {
  expect(likelyAddress(typed)).toBe(meant)
})

test.each([
  'ada@gmail.com',
  'ada@example.org',
  'ada@mail.com',
  'ada@ymail.com',
  'ada@yahoo.it',
  'ada@hotmail.de',
  'ada@gmx.at',
  'ada@gmx.de',
  'ada@web.com',
  'ada@orange.com',
  'ada',
  '@gmial.com',
])('%s is taken as it is', typed => {
  expect(likelyAddress(typed)).toBeUndefined()
})
