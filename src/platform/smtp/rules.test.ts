import { describe, expect, test } from 'vitest'
import { judgeRefusal, pauseSeconds, restSeconds } from './rules.ts'

const refused = (step: string, code: number | undefined, text = '', kind = 'EENVELOPE') =>
  judgeRefusal({ step, code, text, kind })

describe('a refusal by the mail server', () => {
  test.each([
    ['421 at the greeting', refused('CONN', 421), { kind: 'retry', slower: true }],
    ['432 behind the mail', refused('DATA', 432), { kind: 'retry', slower: true }],
    ['450 for the mailbox', refused('RCPT TO', 450), { kind: 'retry', slower: false }],
    ['451 behind the mail', refused('DATA', 451), { kind: 'retry', slower: false }],
    [
      '550 for an unknown mailbox',
      refused('RCPT TO', 550, '550 5.1.1 no such user'),
      { kind: 'fail', suppress: true },
    ],
    [
      '550 for a blocked sender',
      refused('RCPT TO', 550, '550 5.7.1 denied'),
      { kind: 'fail', suppress: false },
    ],
    ['500 for the mailbox', refused('RCPT TO', 500), { kind: 'fail', suppress: false }],
    ['554 for the content', refused('DATA', 554), { kind: 'fail', suppress: false }],
    ['535 at sign-in', refused('AUTH PLAIN', 535, '', 'EAUTH'), { kind: 'stop' }],
    ['454 at sign-in', refused('AUTH PLAIN', 454, '', 'EAUTH'), { kind: 'away' }],
    ['553 for our address', refused('MAIL FROM', 553), { kind: 'stop' }],
    ['552 for the size', refused('DATA', 552), { kind: 'lighten' }],
    [
      '552 for a full mailbox',
      refused('RCPT TO', 552, '552 5.2.2 full'),
      { kind: 'fail', suppress: false },
    ],
    [
      'a cut behind the mail',
      refused('DATA', undefined, '', 'ECONNECTION'),
      { kind: 'retry', slower: false },
    ],
    ['nobody there', refused('CONN', undefined, '', 'ESOCKET'), { kind: 'away' }],
  ])('is understood: %s', (_, verdict, expected) => {
    expect(verdict).toEqual(expected)
  })
})

test('the pause before the next attempt at a mail grows up to six hours', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 20].map(restSeconds).map(seconds => seconds / 60)).toEqual([
    1, 5, 15, 30, 60, 120, 240, 360, 360,
  ])
})

test('an unreachable mail server is tried again within a quarter of an hour', () => {
  expect([1, 2, 3, 4, 5, 9].map(pauseSeconds)).toEqual([60, 120, 240, 480, 900, 900])
})
