import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { GatewayUnavailable } from '../../src/shop/payments/gateway-errors.ts'
import { stripeGateway } from '../../src/shop/payments/stripe/stripe.ts'
import { aCharge, cardOn, clock, failureOf, fakes, freshKey, quick, oneLine } from './cases.ts'

const { card } = fakes()
const usd = (minor: number) => ({ minor, currency: 'USD' })

test('a buyer sent to 3-D Secure pays, or fails and tries again', async () => {
  const gateway = cardOn(card())
  const { reference } = await gateway.start(aCharge())
  card().pay(reference, 'pm_card_threeDSecure2Required')
  expect(await gateway.lookUp(reference)).toMatchObject({ kind: 'needs_action', received: usd(0) })
  card().authenticate(reference, false)
  expect(await gateway.lookUp(reference)).toMatchObject({
    kind: 'needs_payment_method',
    decline: { code: 'payment_intent_authentication_failure' },
  })
  card().pay(reference, 'pm_card_threeDSecure2Required')
  card().authenticate(reference)
  expect(await gateway.lookUp(reference)).toMatchObject({ kind: 'paid', received: usd(2500) })
})

test('a delayed payment is processing until it arrives or fails', async () => {
  const gateway = cardOn(card())
  const { reference } = await gateway.start(aCharge())
  card().pay(reference, 'pm_delayed')
  expect((await gateway.lookUp(reference)).kind).toBe('processing')
  card().finish(reference, false)
  expect((await gateway.lookUp(reference)).kind).toBe('needs_payment_method')
  card().pay(reference, 'pm_delayed')
  card().finish(reference)
  expect((await gateway.lookUp(reference)).kind).toBe('paid')
})

test('a payment intent ended by the provider is expired, and one ended by us is cancelled', async () => {
  const gateway = cardOn(card())
  const one = await gateway.start(aCharge())
  card().expire(one.reference)
  expect((await gateway.lookUp(one.reference)).kind).toBe('expired')
  const other = await gateway.start(aCharge())
  await gateway.cancel?.(other.reference)
  expect((await gateway.lookUp(other.reference)).kind).toBe('cancelled')
})

test('the reason of a declined card is told in the provider’s words for buyers', async () => {
  const gateway = cardOn(card())
  const { reference } = await gateway.start(aCharge())
  card().pay(reference, 'pm_card_chargeDeclinedInsufficientFunds')
  expect(await gateway.lookUp(reference)).toMatchObject({
    decline: { code: 'insufficient_funds', reason: 'Your card has insufficient funds.' },
  })
})

test('a refund that bounces does not count as refunded', async () => {
  const gateway = cardOn(card())
  const { reference } = await gateway.start(aCharge())
  card().pay(reference)
  card().setRefunds('later')
  const request = { amount: usd(900), idempotencyKey: freshKey('refund') }
  const pending = await gateway.refund?.(reference, request)
  card().setRefunds('now')
  expect(pending).toMatchObject({ refunded: usd(900), refunds: [{ state: 'pending' }] })
  card().finishRefund(pending?.refunds[0]?.id ?? '', false)
  expect(await gateway.lookUp(reference)).toMatchObject({
    refunded: usd(0),
    refunds: [{ state: 'failed', key: request.idempotencyKey }],
  })
})

test('a payment’s refunds are all read, also when they need several answers', async () => {
  const gateway = cardOn(card())
  const { reference } = await gateway.start(aCharge())
  card().pay(reference)
  for (let time = 0; time < 13; time += 1) {
    await gateway.refund?.(reference, { amount: usd(10), idempotencyKey: freshKey('refund') })
  }
  const state = await gateway.lookUp(reference)
  expect(state.refunds).toHaveLength(13)
  expect(state.refunded).toEqual(usd(130))
})

test('a dispute and its outcome are read', async () => {
  const gateway = cardOn(card())
  const { reference } = await gateway.start(aCharge())
  card().pay(reference)
  const disputeId = card().dispute(reference)
  const disputed = await gateway.lookUp(reference)
  const answerBy = expect.any(Date)
  expect(disputed.disputes).toEqual([{ id: disputeId, amount: usd(2500), state: 'open', answerBy }])
  card().closeDispute(disputeId, 'won')
  expect((await gateway.lookUp(reference)).disputes).toMatchObject([{ state: 'won' }])
})

test('the provider is sent the order, the purchase and the receipt address, cut to its limits', async () => {
  const gateway = cardOn(card())
  const long = 'x'.repeat(600)
  const { reference } = await gateway.start(aCharge({ metadata: { ticket_names: long } }))
  expect(card().intent(reference)).toMatchObject({
    receipt_email: 'ada@example.com',
    description: 'Order 4711',
    metadata: { marquee: 'house', order_id: '4711', ticket_names: 'x'.repeat(500) },
  })
})

test('client secrets are compared in constant time and shown only when asked for', async () => {
  const { clientSecret, reference } = await cardOn(card()).start(aCharge())
  const secret = card().intent(reference).client_secret ?? ''
  expect(clientSecret?.matches(secret)).toBe(true)
  expect(clientSecret?.matches(`${secret}x`)).toBe(false)
  expect(clientSecret?.reveal()).toBe(secret)
  expect(`${String(clientSecret)} ${JSON.stringify({ clientSecret })}`).not.toContain('_secret_')
})

test.each([
  ['JPY', 1045, 1045],
  ['ISK', 5, 500],
  ['HUF', 1045, 1045],
  ['EUR', 1045, 1045],
])(
  'in %s %d minor units of ours are %d at the card processor, and back',
  async (currency, ours, theirs) => {
    const gateway = cardOn(card())
    const state = await gateway.start(oneLine(ours, currency))
    expect(card().intent(state.reference).amount).toBe(theirs)
    expect(state.amount).toEqual(gateway.payable({ minor: ours, currency }))
  },
)

describe('answers that the SDK takes for success', () => {
  const answering = async (status: number, body: unknown) => {
    const server = createServer((request, response) => {
      request.resume()
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const gateway = stripeGateway({
      secretKey: 'sk_test_x',
      webhookSecrets: [],
      apiBase: `http://127.0.0.1:${port}`,
      clock,
      patience: { ...quick, attempts: 1 },
    })
    return { gateway, close: () => server.close() }
  }

  test.each([
    [500, { message: 'no error member' }],
    [404, { message: 'a proxy that knows no such page' }],
    [503, {}],
    [200, { object: 'payment_intent' }],
    [200, {}],
  ])('like %d %j are treated as an outage', async (status, body) => {
    const { gateway, close } = await answering(status, body)
    expect(await failureOf(gateway.start(aCharge()))).toBeInstanceOf(GatewayUnavailable)
    expect(await failureOf(gateway.lookUp('pi_1'))).toBeInstanceOf(GatewayUnavailable)
    close()
  })
})

test('refused credentials are an outage that repeating does not mend', async () => {
  const gateway = stripeGateway({
    secretKey: 'sk_test_wrong',
    webhookSecrets: [],
    apiBase: card().url,
    clock,
    patience: quick,
  })
  const before = card().seen.length
  const error = await failureOf(gateway.start(aCharge()))
  expect(error).toMatchObject({ name: 'GatewayUnavailable', retryable: false })
  expect(card().seen.length - before).toBe(1)
})

test('a 5xx that the processor repeats for an idempotency key is circumvented, with the same payment each time', async () => {
  const gateway = cardOn(card())
  card().faults.next({ kind: 'status', status: 500, when: 'after' }, /payment_intents$/)
  const charge = aCharge()
  const { reference } = await gateway.start(charge)
  expect((await gateway.start(charge)).reference).toBe(reference)
})

test('a refund hidden by a repeated 5xx is found and not made again', async () => {
  const gateway = cardOn(card())
  const { reference } = await gateway.start(aCharge())
  card().pay(reference)
  card().faults.next({ kind: 'status', status: 500, when: 'after' }, /refunds$/)
  const request = { amount: usd(900), idempotencyKey: freshKey('refund') }
  expect(await gateway.refund?.(reference, request)).toMatchObject({ refunded: usd(900) })
  expect((await gateway.lookUp(reference)).refunds).toHaveLength(1)
})

test('used-up idempotency keys are told apart from an outage', async () => {
  const gateway = cardOn(card())
  for (let time = 0; time < 9; time += 1) {
    card().faults.next({ kind: 'status', status: 500, when: 'after' }, /payment_intents$/)
  }
  const error = await failureOf(gateway.start(aCharge()))
  card().faults.clear()
  expect(error).toMatchObject({ name: 'GatewayUnavailable', retryable: true })
})

test('what was taken is listed page by page, the newest first, with its mark and without what was given back', async () => {
  const gateway = cardOn(card())
  clock.advance(60)
  const since = clock.now()
  const references: string[] = []
  for (let at = 0; at < 103; at += 1) {
    const { reference } = await gateway.start(aCharge({ orderId: at + 1, eventIds: [7, 9] }))
    if (at !== 50) references.push(reference)
    card().pay(reference, at === 50 ? 'pm_card_chargeDeclined' : 'pm_card_visa')
  }
  await gateway.refund?.(references[0] ?? '', { amount: usd(700), idempotencyKey: freshKey() })
  const first = await gateway.listTaken?.(since)
  const second = await gateway.listTaken?.(since, first?.next)
  expect([first?.looked, second?.looked, second?.next]).toEqual([100, 3, undefined])
  const all = [...(first?.payments ?? []), ...(second?.payments ?? [])]
  expect(all.map(({ reference }) => reference)).toEqual(references.toReversed())
  expect(all.at(-1)).toEqual({
    reference: references[0],
    orderId: 1,
    installation: 'house',
    eventIds: [7, 9],
    held: usd(1800),
    at: since,
  })
})
