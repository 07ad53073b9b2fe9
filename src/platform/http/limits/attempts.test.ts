import { expect, test } from 'vitest'
import { AppError } from '../../../core/errors.ts'
import { createBudgets } from '../../budgets/budgets.ts'
import { sharedSums } from '../../../../tests/support/shared-sums.ts'
import { type AttemptLimit, type ChosenSecret, createAttemptLimit } from './attempts.ts'

const clock = { now: () => new Date('2026-11-21T12:00:00Z') }
const network = (number: number) => `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`

/** The limit of one process; processes with the same `share` are over one database. */
function aLimit(share = sharedSums()) {
  const deps = { clock, share, secret: () => Buffer.alloc(32), log: { warn: () => {} } }
  return createAttemptLimit(createBudgets({ ...deps, on: true }))
}

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
  'while a crowd guesses at a %s, every other network has three tries, so nobody is locked out',
  async (secret, most) => {
    const limit = aLimit()
    await siege(limit, secret, most)
    const tries = []
    for (let number = 0; number < 4; number += 1) tries.push(await guess(limit, secret, network(1)))
    expect(tries).toEqual(['wrong', 'wrong', 'wrong', 'later'])
    expect(await guess(limit, secret, network(2), true)).toBe('right')
  },
)

test('a network that once sent the right secret keeps all its tries during a siege', async () => {
  const limit = aLimit()
  expect(await guess(limit, 'event password', network(1), true)).toBe('right')
  await siege(limit, 'event password', 1000)
  for (let number = 0; number < 30; number += 1) {
    expect(await guess(limit, 'event password', network(1))).toBe('wrong')
  }
  expect(await guess(limit, 'event password', network(1), true)).toBe('later')
})

test('a check that fails with an error counts as no guess and holds up nobody', async () => {
  const limit = aLimit()
  const broken = () => Promise.reject(new Error('no database'))
  const where = { target: '7', address: network(1) }
  for (let number = 0; number < 40; number += 1) {
    await expect(limit.judge('sign-in', where, broken)).rejects.toThrow('no database')
  }
  expect(await guess(limit, 'sign-in', network(1), true)).toBe('right')
})

test('an attacker with very many names does not displace the count of the attacked account', async () => {
  const limit = aLimit()
  for (let number = 0; number < 60_000; number += 1) {
    if (number % 500 === 0) await guess(limit, 'sign-in', network(500_000 + number))
    limit.wrong('order link', { address: network(number) })
  }
  expect(await guess(limit, 'sign-in', network(1), true)).toBe('later')
})

test.each([
  ['sign-in', 10],
  ['event password', 30],
  ['coupon', 30],
] as const)(
  'guesses at a %s are limited over all processes together, and a new process starts with their count',
  async (secret, most) => {
    const share = sharedSums()
    const processes = [aLimit(share), aLimit(share)]
    for (let number = 0; number < most; number += 1) {
      expect(await guess(processes[number % 2] ?? aLimit(share), secret, network(1))).toBe('wrong')
    }
    for (const limit of processes) expect(await guess(limit, secret, network(1))).toBe('later')
    if (secret !== 'coupon') {
      expect(await guess(aLimit(share), secret, network(1), true)).toBe('later')
    }
    expect(await guess(aLimit(share), secret, network(2), true)).toBe('right')
  },
)

test('simultaneous guesses at several processes are never checked more often than the limit', async () => {
  const share = sharedSums()
  const processes = Array.from({ length: 8 }, () => aLimit(share))
  const verdicts = await Promise.all(
    processes.flatMap(limit => [1, 2, 3].map(() => guess(limit, 'sign-in', network(1)))),
  )
  expect(verdicts.filter(verdict => verdict === 'wrong').length).toBeLessThanOrEqual(10)
})

test('a network known to one process is known to the others', async () => {
  const share = sharedSums()
  expect(await guess(aLimit(share), 'sign-in', network(1), true)).toBe('right')
  const limit = aLimit(share)
  for (let number = 0; number < 100; number += 1) {
    await guess(limit, 'sign-in', network(1000 + Math.floor(number / 5)))
  }
  expect(await guess(limit, 'sign-in', network(2), true)).toBe('later')
  expect(await guess(aLimit(share), 'sign-in', network(1), true)).toBe('right')
})

test('a right guess cancels the wrong ones of its own network and no others', async () => {
  const limit = aLimit()
  for (let round = 0; round < 5; round += 1) {
    for (let wrong = 0; wrong < 5; wrong += 1) await guess(limit, 'sign-in', network(1))
    expect(await guess(limit, 'sign-in', network(1), true)).toBe('right')
  }
  // Thirty from the network at all accounts together.
  for (let wrong = 0; wrong < 5; wrong += 1) await guess(limit, 'sign-in', network(1))
  expect(await guess(limit, 'sign-in', network(1), true)).toBe('later')
})
