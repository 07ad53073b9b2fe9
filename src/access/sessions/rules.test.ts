import { expect, test } from 'vitest'
import {
  credentialEnd,
  isSameOrigin,
  mayReadWithCookie,
  returnPath,
  sessionCookieHeader,
  sessionLives,
  sessionNonce,
  sessionNonceHolds,
} from './rules.ts'

const start = new Date('2031-05-01T10:00:00Z')
const later = (hours: number) => new Date(start.getTime() + hours * 3_600_000)

test.each([
  [0, 11.9, true],
  [0, 12, false],
  [719, 719.9, true],
  [719, 720, false],
])(
  'a session last used %d hours after its beginning is open %d hours after it: %s',
  (used, now, lives) => {
    const session = { created_at: start, used_at: later(used) }
    expect(sessionLives(session, later(now))).toBe(lives)
  },
)

test('a session may create lasting credentials during the ten minutes after signing in', () => {
  const session = { created_at: start, used_at: later(1) }
  expect(credentialEnd(session, later(0.16))).toBeNull()
  expect(credentialEnd(session, later(0.17))).toEqual(later(720))
})

test.each([
  ['/account', '/account'],
  ['/docs/events?a=b#c', '/docs/events?a=b#c'],
  ['//evil.example', '/account'],
  ['/\\evil.example', '/account'],
  ['/a\\b', '/account'],
  ['https://evil.example', '/account'],
  ['javascript:alert(1)', '/account'],
  ['/\t/evil.example', '/account'],
  ['/\n', '/account'],
  ['', '/account'],
  [undefined, '/account'],
  [['/a'], '/account'],
])('after signing in, the wish to go to %j leads to %s', (wanted, path) => {
  expect(returnPath(wanted)).toBe(path)
})

test('the session cookie is bound to the host and to https where the site has https, and plain on localhost', () => {
  expect(sessionCookieHeader('abc', 'https://tickets.example')).toBe(
    '__Host-marquee-session=abc; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure',
  )
  expect(sessionCookieHeader('', 'http://localhost:3000')).toBe(
    'marquee-session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
  )
})

test('the nonce of a session holds for that session on that installation only', () => {
  const key = Buffer.alloc(32, 1)
  const nonce = sessionNonce(key, 7)
  expect(sessionNonceHolds(key, 7, nonce)).toBe(true)
  expect(sessionNonceHolds(key, 8, nonce)).toBe(false)
  expect(sessionNonceHolds(Buffer.alloc(32, 2), 7, nonce)).toBe(false)
  for (const sent of [undefined, '', [nonce], `${nonce}a`]) {
    expect(sessionNonceHolds(key, 7, sent)).toBe(false)
  }
})

const root = 'https://tickets.example'

test.each([
  [{ origin: root }, true],
  [{ 'sec-fetch-site': 'same-origin' }, true],
  [{ 'sec-fetch-site': 'same-site' }, false],
  [{ 'sec-fetch-site': 'none' }, false],
  [{ origin: 'null', 'sec-fetch-site': 'same-origin' }, false],
  [{ origin: 'https://evil.example' }, false],
  [{ origin: 'http://tickets.example' }, false],
  [{}, undefined],
])('a write with the headers %j counts as coming from our own page: %s', (headers, own) => {
  expect(isSameOrigin(headers, root)).toBe(own)
})

test.each([
  [{}, true],
  [{ 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }, true],
  [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }, true],
  [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }, false],
  [{ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' }, false],
  [{ origin: 'https://evil.example', 'sec-fetch-mode': 'navigate' }, false],
])('a read with the headers %j may use the session cookie: %s', (headers, may) => {
  expect(mayReadWithCookie(headers, root)).toBe(may)
})
