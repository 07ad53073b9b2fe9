import { expect, test } from 'vitest'
import { isGuestAddress, isMailAddress } from './mail-address.ts'

test.each([
  'ann@example.org',
  "o'brien+tickets@example.co.uk",
  'ann..lee@example.org',
  'münchen@exämple.de',
  'ann@xn--exmple-cua.de',
])('a guest may have the address %s', address => {
  expect([isMailAddress(address), isGuestAddress(address)]).toEqual([true, true])
})

test.each([
  '<ann@example.org>',
  'ann@example.org>',
  'ann@example.org,',
  'ann@example.org;',
  'mailto:ann@example.org',
  '"ann lee"@example.org',
  'ann@[127.0.0.1]',
  'ann@example.org,bo@example.org',
  'ann\u200b@example.org',
  'ann@example.org\u202e',
  '@example.org',
  '',
  `${'a'.repeat(250)}@example.org`,
])('no mail is sent to %j', address => {
  expect([isMailAddress(address), isGuestAddress(address)]).toEqual([false, false])
})

test.each(['root@localhost', 'ann@example..org', 'ann@example.', `${'a'.repeat(65)}@example.org`])(
  'no guest has the address %s',
  address => {
    expect(isGuestAddress(address)).toBe(false)
  },
)
