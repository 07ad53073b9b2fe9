import { expect, test } from 'vitest'
import { isGuestAddress, isMailAddress, mailboxOf } from './mail-address.ts'

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

test.each([
  ['Ada@Example.org', 'ada@example.org'],
  ['ada+1@example.org', 'ada@example.org'],
  ['ada.l+x+y@example.org', 'ada.l@example.org'],
  ['a.d.a+x@Gmail.com', 'ada@gmail.com'],
  ['+x@example.org', '@example.org'],
])('what is sent to %s arrives in the mailbox %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox)
})
