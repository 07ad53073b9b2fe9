import { expect, test } from 'vitest'
import { nameInMail } from './person-name.ts'
import { oneLine, senderName } from './one-line.ts'

test.each([
  'Visit http://evil.example',
  'Ada ://x',
  'www.evil.example',
  'WWW.Evil.example',
  'ada@evil.example',
  'ｗｗｗ．evil．example',
  'http：／／evil.example',
  'w\u200bww.evil.example',
  'www。evil。example',
  'ada＠evil.example',
  'Claim your prize at evil.com/win',
  'EVIL.EXAMPLE',
  'evil.eXample',
  'Evil.Com',
  'evil．example',
  'evil.xn--p1ai',
])('the name %j is left out of mails', name => {
  expect(nameInMail(name)).toBe('')
})

test.each([
  'Ada Lovelace',
  'J. R. R. Tolkien',
  'Dr. med. Noor',
  'Dr.Smith',
  'St.John v.d.Berg',
  'Ada Lovelace M.Sc., Ph.D.',
  'Ada.Company',
  'O’Brien: a name',
  '高橋',
  'wwww',
  '',
])('the name %j is in mails as it is', name => {
  expect(nameInMail(name)).toBe(name)
})

test('an encoded word in a text does not reach a header as one', () => {
  expect(oneLine('=?utf-8?Q?Free_money?= now', 100)).toBe('= ?utf-8?Q?Free_money?= now')
  expect(oneLine('=\u200e?utf-8?Q?Free?=', 100)).not.toContain('=?')
  expect(senderName('=?utf-8?B?RnJlZQ==?=')).not.toContain('=?')
  expect(senderName('=@?utf-8?B?RnJlZQ==?=')).not.toContain('=?')
})
