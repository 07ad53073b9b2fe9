import * as fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { aCharge, failureOf, fakes, freshKey, oneLine, walletOn } from './cases.ts'

const { wallet } = fakes()
const usd = (minor: number) => ({ minor, currency: 'USD' })

afterEach(() => wallet().faults.clear())

async function paid() {
  const gateway = walletOn(wallet())
  const { reference } = await gateway.start(aCharge())
  wallet().approve(reference)
  return { gateway, reference, state: await gateway.capture?.(reference, freshKey('c')) }
}

test('the wallet is sent lines, fees and discount, and they add up', async () => {
  const { reference } = await walletOn(wallet()).start(aCharge())
  const order = wallet().order(reference)
  expect(order.purchase_units[0]).toMatchObject({
    reference_id: '4711',
    custom_id: 'marquee-house-4711',
    amount: {
      currency_code: 'USD',
      value: '25.00',
      breakdown: { item_total: { value: '26.44' }, discount: { value: '1.44' } },
    },
    items: [
      { name: 'Evening ticket', sku: 'ticket-12', quantity: '2', unit_amount: { value: '12.50' } },
      { name: 'Service fee', sku: 'fee-3', quantity: '2', unit_amount: { value: '0.72' } },
    ],
  })
})

test('the wallet accepts the sums of any cart', async () => {
  const gateway = walletOn(wallet())
  const line = fc.record({
    unit: fc.integer({ min: 0, max: 1_000_000 }),
    quantity: fc.integer({ min: 1, max: 100 }),
    name: fc.string({ maxLength: 300 }),
  })
  const cart = fc.record({
    currency: fc.constantFrom('USD', 'EUR', 'JPY', 'HUF', 'TWD'),
    lines: fc.array(line, { minLength: 1, maxLength: 12 }),
    off: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  await fc.assert(
    fc.asyncProperty(cart, async ({ currency, lines, off }) => {
      const whole = lines.reduce((sum, one) => sum + one.unit * one.quantity, 0)
      const discount = Math.floor(whole * off)
      const amount = { minor: whole - discount, currency }
      // An amount that rounds to zero at the wallet cannot be paid there.
      fc.pre(gateway.payable(amount).minor > 0)
      const state = await gateway.start({
        ...aCharge(),
        amount,
        discount: { minor: discount, currency },
        lines: lines.map(one => ({
          name: one.name,
          sku: 's',
          quantity: one.quantity,
          unit: { minor: one.unit, currency },
        })),
      })
      expect(state.amount).toEqual(gateway.payable(amount))
    }),
    { numRuns: process.env['LONG'] === undefined ? 25 : 2000 },
  )
})

test.each([
  ['JPY', 1045, '1045'],
  ['HUF', 1045, '10'],
  ['TWD', 1020, '10'],
  ['EUR', 1045, '10.45'],
])(
  'in %s %d minor units of ours are %s at the wallet, and back',
  async (currency, ours, theirs) => {
    const gateway = walletOn(wallet())
    const state = await gateway.start(oneLine(ours, currency))
    expect(wallet().order(state.reference).purchase_units[0].amount.value).toBe(theirs)
    expect(state.amount).toEqual(gateway.payable({ minor: ours, currency }))
  },
)

test('create, capture and refund never share a request id', async () => {
  const before = wallet().seen.length
  const { gateway, reference } = await paid()
  await gateway.refund?.(reference, { amount: usd(1), idempotencyKey: freshKey('r') })
  const ids = wallet()
    .seen.slice(before)
    .filter(({ method, key }) => method === 'POST' && key)
    .map(({ key }) => key)
  expect(ids).toHaveLength(3)
  expect(new Set(ids).size).toBe(3)
})

test('one idempotency key for all three makes three different request ids', async () => {
  const gateway = walletOn(wallet())
  const idempotencyKey = freshKey()
  const { reference } = await gateway.start(aCharge({ idempotencyKey }))
  wallet().approve(reference)
  await gateway.capture?.(reference, idempotencyKey)
  const state = await gateway.refund?.(reference, { amount: usd(1), idempotencyKey })
  expect(state).toMatchObject({ kind: 'paid', refunded: usd(1) })
})

test('a capture is one call, and one that was made before is looked up as it is now', async () => {
  const gateway = walletOn(wallet())
  const { reference } = await gateway.start(aCharge())
  wallet().approve(reference)
  const key = freshKey('c')
  const callsOf = async () => {
    const before = wallet().seen.length
    const state = await gateway.capture?.(reference, key)
    return {
      state,
      calls: wallet()
        .seen.slice(before)
        .map(({ method }) => method),
    }
  }
  const first = await callsOf()
  expect(first).toMatchObject({ state: { kind: 'paid', reference }, calls: ['POST'] })
  expect(first.state).toEqual(await gateway.lookUp(reference))
  await gateway.refund?.(reference, { amount: usd(1), idempotencyKey: freshKey() })
  const again = await callsOf()
  expect(again).toMatchObject({ state: { refunded: usd(1) }, calls: ['POST', 'GET'] })
})

test('a wallet order that nobody approved is not captured', async () => {
  const gateway = walletOn(wallet())
  const { reference } = await gateway.start(aCharge())
  expect(
    await failureOf(gateway.capture?.(reference, freshKey('c')) ?? Promise.resolve()),
  ).toMatchObject({
    name: 'GatewayRefused',
    kind: 'wrong_state',
    details: [{ issue: 'ORDER_NOT_APPROVED' }],
  })
})

test('a capture under review is processing, then paid or declined', async () => {
  const gateway = walletOn(wallet())
  for (const arrives of [true, false]) {
    const { reference } = await gateway.start(aCharge())
    wallet().approve(reference)
    wallet().setCapture(reference, 'pending')
    const state = await gateway.capture?.(reference, freshKey('c'))
    expect(state).toMatchObject({ kind: 'processing', received: usd(0) })
    wallet().finishCapture(state?.chargeId ?? '', arrives)
    expect((await gateway.lookUp(reference)).kind).toBe(arrives ? 'paid' : 'declined')
  }
})

test('a declined capture stays declined for its key, and a new key is a new try', async () => {
  const gateway = walletOn(wallet())
  const { reference } = await gateway.start(aCharge())
  wallet().approve(reference)
  wallet().setCapture(reference, 'decline')
  const capture = async (key: string) => gateway.capture?.(reference, key)
  const key = freshKey('c')
  expect(await failureOf(capture(key))).toMatchObject({ kind: 'declined' })
  expect(await failureOf(capture(key))).toMatchObject({ kind: 'declined' })
  expect(await capture(freshKey('c'))).toMatchObject({ kind: 'paid' })
})

test('a wallet order that needs the payer again says so', async () => {
  const gateway = walletOn(wallet())
  const { reference, approveUrl } = await gateway.start(aCharge())
  expect(approveUrl).toContain(`token=${reference}`)
  wallet().needAction(reference)
  expect((await gateway.lookUp(reference)).kind).toBe('needs_action')
})

test('a wallet order that the wallet has forgotten is not found', async () => {
  const gateway = walletOn(wallet())
  const { reference } = await gateway.start(aCharge())
  wallet().expire(reference)
  expect(await failureOf(gateway.lookUp(reference))).toMatchObject({ kind: 'not_found' })
})

test('a wallet refund that fails does not count as refunded', async () => {
  const { gateway, reference } = await paid()
  wallet().setRefunds('later')
  const state = await gateway.refund?.(reference, {
    amount: usd(900),
    idempotencyKey: freshKey('r'),
  })
  wallet().setRefunds('now')
  expect(state).toMatchObject({ refunded: usd(900), refunds: [{ state: 'pending' }] })
  wallet().finishRefund(state?.refunds[0]?.id ?? '', false)
  expect(await gateway.lookUp(reference)).toMatchObject({
    refunded: usd(0),
    refunds: [{ state: 'failed' }],
  })
})

test('a refund key used for another amount is refused', async () => {
  const { gateway, reference } = await paid()
  const idempotencyKey = freshKey('r')
  const refund = async (minor: number) =>
    gateway.refund?.(reference, { amount: usd(minor), idempotencyKey })
  await refund(100)
  expect(await failureOf(refund(200))).toMatchObject({ kind: 'key_reused' })
  expect(await gateway.lookUp(reference)).toMatchObject({ refunded: usd(100) })
})

test('one access token serves many calls, and is renewed when it expires', async () => {
  const gateway = walletOn(wallet())
  const tokens = () => wallet().seen.filter(({ path }) => path === '/v1/oauth2/token').length
  const before = tokens()
  await Promise.all([1, 2, 3, 4].map(() => gateway.start(aCharge())))
  expect(tokens() - before).toBe(1)
  wallet().endTokens()
  expect(await gateway.start(aCharge())).toMatchObject({ kind: 'created' })
  expect(tokens() - before).toBe(2)
})

test('a failed token request does not affect later ones', async () => {
  const gateway = walletOn(wallet())
  for (let time = 0; time < 3; time += 1) {
    wallet().faults.next({ kind: 'status', status: 503, when: 'before' }, /oauth2/)
  }
  expect(await failureOf(gateway.start(aCharge()))).toMatchObject({ name: 'GatewayUnavailable' })
  expect(await gateway.start(aCharge())).toMatchObject({ kind: 'created' })
})
