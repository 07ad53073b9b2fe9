import { expect, test } from 'vitest'
import { smoke } from '../../scripts/gateway-smoke.ts'
import { readConfig } from '../../src/config/config.ts'
import { fakes } from './cases.ts'

const { card, wallet } = fakes()

async function run(environment: Record<string, string>, approve?: (reference: string) => void) {
  const lines: string[] = []
  const read = readConfig(environment)
  if ('problems' in read) throw new Error(read.problems.join(' '))
  const code = await smoke(read.config, {
    say: line => void lines.push(line),
    waitForBuyer: async () => false,
    ...(approve && { approve }),
  })
  return { code, text: lines.join('\n') }
}

const cardKeys = () => ({ STRIPE_SECRET_KEY: card().secretKey, STRIPE_API_BASE: card().url })
const walletKeys = () => ({
  PAYPAL_CLIENT_ID: wallet().clientId,
  PAYPAL_CLIENT_SECRET: wallet().clientSecret,
  PAYPAL_API_BASE: wallet().url,
})

test('the smoke test pays and refunds at both providers and reports what it did', async () => {
  const { code, text } = await run({ ...cardKeys(), ...walletKeys() }, reference =>
    wallet().approve(reference),
  )
  expect(text).toMatch(/card: paid 10\.00 USD[^]*wallet: gave the rest back, 2 refunds/)
  expect(code).toBe(0)
  for (const line of [...card().ledger(), ...wallet().ledger()]) {
    expect(line).toMatchObject({ charged: 1000, refunded: 1000, charges: 1 })
  }
  expect(text).not.toContain(card().secretKey)
})

test('the smoke test without keys says so and exits with 2', async () => {
  const { code, text } = await run({})
  expect([code, text]).toEqual([2, expect.stringMatching(/no keys/)])
})

test('the smoke test refuses live keys before anything is sent', async () => {
  const before = card().seen.length
  const { code, text } = await run({ ...cardKeys(), STRIPE_SECRET_KEY: 'sk_live_x' })
  expect([code, text]).toEqual([1, expect.stringMatching(/test keys only/)])
  expect(card().seen.length).toBe(before)
})

test('the smoke test fails plainly when nobody approves the wallet order', async () => {
  const { code, text } = await run(walletKeys())
  expect([code, text]).toEqual([1, expect.stringMatching(/nobody approved/)])
})
