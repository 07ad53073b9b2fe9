import { expect, test } from 'vitest'
import { sharedSums } from '../../../../tests/support/shared-sums.ts'
import { anonymous, type Caller } from '../../../core/caller.ts'
import { createBudgets } from '../../budgets/budgets.ts'
import { createStorageLimit } from './storage-limit.ts'

const clock = { now: () => new Date('2026-11-21T12:00:00Z') }
const MiB = 1024 * 1024
const zeros = Buffer.alloc(9 * MiB)

function aLimit(mostMiB: number) {
  const deps = { clock, share: sharedSums(), secret: () => Buffer.alloc(32), log: { warn() {} } }
  const limit = createStorageLimit(createBudgets({ ...deps, on: true }), mostMiB)
  return (address: string, bytes: number, caller: Caller = anonymous) =>
    limit.admit({ caller, request: { address, rawBody: zeros.subarray(0, bytes) }, isKept: false })
}

test('a network’s requests and stored answers are counted, and past the limit it waits for the next hour', () => {
  const write = aLimit(1)
  write('10.0.0.1', MiB / 2)('x'.repeat(MiB / 2))
  expect(() => write('10.0.0.1', 0)).toThrow('Too many requests')
  expect(() => write('10.0.0.2', 0)).not.toThrow()
  const user: Caller = { kind: 'scanner', scannerKeyId: 1, eventId: null }
  expect(() => write('10.0.0.1', 0, user)).not.toThrow()
})

test('when all networks together store too much, networks that stored little are still admitted', () => {
  const write = aLimit(1024)
  for (let network = 1; network <= 4; network += 1) write(`10.0.0.${network}`, 0)
  for (let network = 1; network <= 4; network += 1) {
    for (let times = 0; times < 511; times += 1) write(`10.0.0.${network}`, 2 * MiB)
  }
  write('10.0.0.9', 9 * MiB)
  expect(() => write('10.0.0.9', 0)).toThrow('Too many requests')
  for (let orders = 0; orders < 20; orders += 1) write('10.0.0.10', 1000)
})
