import { expect, test } from 'vitest'
import { type Recipient, rowsOf } from './rules.ts'

const texts = [
  { locale: 'en', subject: 'Doors', body: 'Open.' },
  { locale: 'de', subject: 'Einlass', body: 'Offen.' },
] as const
const judging = {
  texts,
  site: 'en',
  bounces: (address: string) => address === 'gone@example.com',
} as const
const to = (id: number, email: string, locale: Recipient['locale'] = 'en') => ({
  id,
  email,
  locale,
})
const told = (recipients: readonly Recipient[]) =>
  rowsOf(recipients, judging).map(({ subjectId, action, reason, method, count }) => [
    subjectId,
    action,
    reason,
    method,
    count,
  ])

test('an address is written to once, however it is written and however many places it has', () => {
  expect(
    told([to(3, 'Ada@Example.com'), to(1, 'ada@example.com '), to(2, 'bo@example.com')]),
  ).toEqual([
    [2, 'do', null, 'en', 1],
    [3, 'do', null, 'en', 2],
  ])
})

test('a guest reads the own language where there is a text in it, and else that of the site', () => {
  expect(told([to(1, 'a@example.com', 'de'), to(2, 'b@example.com', 'fr')])).toEqual([
    [1, 'do', null, 'de', 1],
    [2, 'do', null, 'en', 1],
  ])
})

test('rows without an address, and addresses whose mails come back, are left out with the reason', () => {
  expect(told([to(1, ''), to(2, 'no address'), to(3, 'gone@example.com')])).toEqual([
    [1, 'skip', 'no_address', 'en', 1],
    [2, 'skip', 'no_address', 'en', 1],
    [3, 'skip', 'mail_bounces', 'en', 1],
  ])
})
