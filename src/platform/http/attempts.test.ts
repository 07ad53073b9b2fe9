import { expect, test } from 'vitest'
import { AppError } from '../../core/errors.ts'
import { type AttemptLimit, type ChosenSecret, createAttemptLimit } from './attempts.ts'

const clock = { now: () => new Date('2026-11-21T12:00:00Z') }
const network = (number: number) => `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`

/** One guess: whether it was judged, and how; 'later' when it was not. */
async function guess(limit: AttemptLimit, secret: ChosenSecret, address: string, right = false) {
  try {
    const judge = async () => (right ? true : undefined)
    const verdict = await limit.judge(secret, { target: '7', address }, judge)
    return verdict === true ? 'right' : 'wrong'
  } catch (error) {
    expect(error).toBeInstanceOf(AppError)
    expect((error as AppError).retryAfterSeconds).toBeGreaterThan(0)
    return 'later'
  }
}

/** So many wrong guesses, 25 from each network, from the networks that follow `first`. */
async function siege(limit: AttemptLimit, secret: ChosenSecret, guesses: number) {
  for (let number = 0; number < guesses; number += 1) {
    await guess(limit, secret, network(1000 + Math.floor(number / 25)))
  }
}

test.each([
  ['event password', 1000],
  ['coupon', 3000],
] as const)(
  'a crowd that guesses at a %s leaves strangers three tries each, so nobody is locked out',
  async (secret, most) => {
    const limit = createAttemptLimit(clock)
    await siege(limit, secret, most)
    const tries = []
    for (let number = 0; number < 4; number += 1) tries.push(await guess(limit, secret, network(1)))
    expect(tries).toEqual(['wrong', 'wrong', 'wrong', 'later'])
    expect(await guess(limit, secret, network(2), true)).toBe('right')
  },
)

test('a network that was right before has all its tries during a siege', async () => {
  const limit = createAttemptLimit(clock)
  expect(await guess(limit, 'event password', network(1), true)).toBe('right')
  await siege(limit, 'event password', 1000)
  for (let number = 0; number < 30; number += 1) {
    expect(await guess(limit, 'event password', network(1))).toBe('wrong')
  }
  expect(await guess(limit, 'event password', network(1), true)).toBe('later')
})

test('a judge that fails counts as no guess and holds up nobody', async () => {
  const limit = createAttemptLimit(clock)
  const broken = () => Promise.reject(new Error('no database'))
  const where = { target: '7', address: network(1) }
  for (let number = 0; number < 40; number += 1) {
    await expect(limit.judge('sign-in', where, broken)).rejects.toThrow('no database')
  }
  expect(await guess(limit, 'sign-in', network(1), true)).toBe('right')
})

test('an attacker with very many names cannot make it forget the account under attack', async () => {
  const limit = createAttemptLimit(clock)
  for (let number = 0; number < 120_000; number += 1) {
    if (number % 1000 === 0) await guess(limit, 'sign-in', network(500_000 + number))
    limit.wrong('order link', { address: network(number) })
  }
  expect(await guess(limit, 'sign-in', network(1), true)).toBe('later')
})
