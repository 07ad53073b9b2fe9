import { afterEach, describe, expect, test } from 'vitest'
import type { Charge, Gateway, PaymentState } from '../../src/shop/payments/gateway.ts'
import { GatewayRefused, GatewayUnavailable } from '../../src/shop/payments/gateway-errors.ts'
import { hasShapes } from '../support/gateway-shapes.ts'
import {
  aCharge,
  failureOf,
  fakes,
  freshKey,
  type GatewayCase,
  gatewayCases,
  hurried,
} from './cases.ts'

const all = fakes()
const isLong = process.env['LONG'] !== undefined
const usd = (minor: number) => ({ minor, currency: 'USD' })

const refuse = (kind: string) => expect.objectContaining({ name: 'GatewayRefused', kind })

describe.each(gatewayCases(all))('$name', one => {
  afterEach(() => one.provider()?.faults.clear())

  /** The buyer pays and we capture: with a separate capture, approval alone moves no money. */
  async function pay(reference: string): Promise<PaymentState> {
    await one.agree(reference)
    const gateway = one.gateway()
    return gateway.capture
      ? gateway.capture(reference, freshKey('capture'))
      : gateway.lookUp(reference)
  }

  function charged(reference: string) {
    return one.ledger()?.find(line => line.reference === reference)
  }

  test('starts a payment unpaid, pays it once, and remembers its order', async () => {
    const gateway = one.gateway()
    const started = await gateway.start(aCharge())
    expect(started).toMatchObject({
      kind: 'created',
      gateway: gateway.name,
      orderId: 4711,
      amount: usd(2500),
      received: usd(0),
      refunded: usd(0),
      refunds: [],
    })
    const paid = await pay(started.reference)
    expect(paid).toMatchObject({ kind: 'paid', amount: usd(2500), received: usd(2500) })
    expect(paid.chargeId).toBeTruthy()
    const { clientSecret: _, ...again } = await gateway.lookUp(started.reference)
    expect(paid).toMatchObject(again)
    expect(charged(started.reference) ?? { charges: 1, charged: 2500 }).toMatchObject({
      charges: 1,
      charged: 2500,
    })
  })

  test('refunds a part and then the rest, to the cent', async () => {
    const gateway = one.gateway()
    const { reference } = await gateway.start(aCharge())
    await pay(reference)
    const first = { amount: usd(901), idempotencyKey: freshKey('refund'), reason: 'Rain' }
    const part = await refund(gateway, reference, first)
    expect(part).toMatchObject({ kind: 'paid', received: usd(2500), refunded: usd(901) })
    expect(part.refunds).toEqual([
      { id: expect.any(String), amount: usd(901), state: 'done', key: first.idempotencyKey },
    ])
    // Repeating the request refunds nothing more.
    expect((await refund(gateway, reference, first)).refunded).toEqual(usd(901))
    const rest = { amount: usd(1599), idempotencyKey: freshKey('refund') }
    expect(await refund(gateway, reference, rest)).toMatchObject({ refunded: usd(2500) })
    expect((await gateway.lookUp(reference)).refunds).toHaveLength(2)
    expect(charged(reference) ?? { charged: 2500, refunded: 2500 }).toMatchObject({
      charged: 2500,
      refunded: 2500,
    })
    const more = { amount: usd(1), idempotencyKey: freshKey('refund') }
    expect(await failureOf(refund(gateway, reference, more))).toEqual(refuse('too_much'))
  })

  test('makes a refund once, even when the provider forgot its idempotency key', async () => {
    const gateway = one.gateway()
    const { reference } = await gateway.start(aCharge())
    await pay(reference)
    const request = { amount: usd(400), idempotencyKey: freshKey('refund') }
    await refund(gateway, reference, request)
    one.provider()?.forgetKeys()
    expect(await refund(gateway, reference, request)).toMatchObject({ refunded: usd(400) })
    expect(charged(reference)?.refunded ?? 400).toBe(400)
    const other = { ...request, amount: usd(500) }
    expect(await failureOf(refund(gateway, reference, other))).toEqual(refuse('key_reused'))
  })

  test('refuses to refund more than was paid, and then anything', async () => {
    const gateway = one.gateway()
    const { reference } = await gateway.start(aCharge())
    await pay(reference)
    const tooMuch = { amount: usd(2501), idempotencyKey: freshKey('refund') }
    expect(await failureOf(refund(gateway, reference, tooMuch))).toEqual(refuse('too_much'))
    expect((await gateway.lookUp(reference)).refunded).toEqual(usd(0))
  })

  test('lets a declined buyer pay with the next try', async () => {
    const gateway = one.gateway()
    const { reference } = await gateway.start(aCharge())
    await one.refuseNext(reference)
    expect(await declinedWhere(gateway, reference)).toMatch(/declined/)
    expect((await gateway.lookUp(reference)).received).toEqual(usd(0))
    expect(await pay(reference)).toMatchObject({ kind: 'paid', received: usd(2500) })
    expect(charged(reference)?.charges ?? 1).toBe(1)
  })

  test('changes the amount until the payment is paid', async () => {
    const gateway = one.gateway()
    const charge = aCharge()
    const { reference } = await gateway.start(charge)
    const cheaper = { ...charge, amount: usd(2356), discount: usd(288) }
    const update = async (...given: [string, Charge]) => gateway.updateAmount?.(...given)
    expect(await update(reference, cheaper)).toMatchObject({ reference, amount: usd(2356) })
    expect(await update(reference, charge)).toMatchObject({ amount: usd(2500) })
    expect(await update(reference, cheaper)).toMatchObject({ amount: usd(2356) })
    expect(await pay(reference)).toMatchObject({ kind: 'paid', received: usd(2356) })
    expect(await failureOf(update(reference, charge))).toEqual(refuse('wrong_state'))
  })

  // A wallet order cannot be cancelled. Without a capture it moves no money, and it expires.
  test.skipIf(one.name.endsWith('wallet'))(
    'ends an unpaid payment; a paid one answers that it is paid',
    async () => {
      const gateway = one.gateway()
      const cancel = async (reference: string) => gateway.cancel?.(reference)
      const { reference } = await gateway.start(aCharge())
      expect(await cancel(reference)).toMatchObject({ kind: 'cancelled', received: usd(0) })
      expect(await cancel(reference)).toMatchObject({ kind: 'cancelled' })
      const other = await gateway.start(aCharge())
      await pay(other.reference)
      expect(await cancel(other.reference)).toMatchObject({ kind: 'paid' })
    },
  )

  test('finds the same payment by the same key, and makes another for a new attempt', async () => {
    const gateway = one.gateway()
    const charge = aCharge()
    const first = await gateway.start(charge)
    expect((await gateway.start(charge)).reference).toBe(first.reference)
    const next = await gateway.start({ ...charge, idempotencyKey: freshKey() })
    expect(next.reference).not.toBe(first.reference)
  })

  test('refuses a key that was used for another amount', async () => {
    const gateway = one.gateway()
    const charge = aCharge()
    await gateway.start(charge)
    const other = { ...charge, amount: usd(2356), discount: usd(288) }
    expect(await failureOf(gateway.start(other))).toEqual(refuse('key_reused'))
  })

  test.runIf(one.name.endsWith('wallet'))(
    'takes the money once when a payment is captured twice',
    async () => {
      const gateway = one.gateway()
      const { reference } = await gateway.start(aCharge())
      await pay(reference)
      expect(await gateway.capture?.(reference, freshKey('capture'))).toMatchObject({
        kind: 'paid',
      })
      expect(charged(reference)?.charges ?? 1).toBe(1)
    },
  )

  test.each(['nothing-like-this', '../../v1/balance', 'a b', ''])(
    'refuses the unknown reference %j as not found',
    async reference => {
      const gateway = one.gateway()
      expect(await failureOf(gateway.lookUp(reference))).toEqual(refuse('not_found'))
    },
  )

  test('never sends a charge whose lines do not add up', async () => {
    const gateway = one.gateway()
    const heard = one.provider()?.seen.length
    const wrong = [
      aCharge({ amount: usd(2501) }),
      aCharge({ discount: usd(-144) }),
      aCharge({ discount: { minor: 144, currency: 'EUR' } }),
      aCharge({ amount: usd(0), lines: [], discount: usd(0) }),
    ]
    for (const charge of wrong) {
      const error = await failureOf(gateway.start(charge))
      expect(error).toBeInstanceOf(Error)
      expect(error).not.toBeInstanceOf(GatewayRefused)
    }
    expect(one.provider()?.seen.length).toBe(heard)
  })

  describe.runIf(one.ledger !== undefined && !one.name.startsWith('sandbox'))(
    'during faults of the provider',
    () => {
      badWeather(one, pay)
    },
  )
})

// Last, when the fakes have handled all requests above.
describe.skipIf(!hasShapes)('published shapes (GATEWAY_SHAPES names the folder)', () => {
  test('all answers of the fake card processor have the published members and types', () => {
    expect(all.shapes.card?.problems()).toEqual([])
    expect([...(all.shapes.card?.met ?? [])].sort()).toEqual([
      'charge',
      'event',
      'payment_intent',
      'refund',
    ])
  })

  test('all answers of the fake wallet fit the published descriptions', () => {
    expect(all.shapes.wallet?.problems()).toEqual([])
    expect([...(all.shapes.wallet?.met ?? [])].sort()).toEqual([
      'checkout_orders_v2.error_404',
      'checkout_orders_v2.error_422',
      'checkout_orders_v2.order',
      'notifications_webhooks_v1.event',
      'payments_payment_v2.error_422',
      'payments_payment_v2.refund',
    ])
  })
})

/** What the buyer is told: in the state of a card payment, by the refused capture of a wallet's. */
async function declinedWhere(gateway: Gateway, reference: string): Promise<string> {
  if (!gateway.capture) {
    const state = await gateway.lookUp(reference)
    return state.kind === 'needs_payment_method' ? state.decline.reason : state.kind
  }
  const error = await failureOf(gateway.capture(reference, freshKey('capture')))
  if (!(error instanceof GatewayRefused) || error.kind !== 'declined') throw error
  return error.publicReason
}

async function refund(
  gateway: Gateway,
  reference: string,
  request: Parameters<NonNullable<Gateway['refund']>>[1],
): Promise<PaymentState> {
  if (!gateway.refund) throw new Error('Every gateway of ours can give money back')
  return gateway.refund(reference, request)
}

function badWeather(one: GatewayCase, pay: (reference: string) => Promise<PaymentState>) {
  const faults = () => {
    const provider = one.provider()
    if (!provider) throw new Error('The sandbox has no weather')
    return provider.faults
  }
  const creating = /^POST \/(v1\/payment_intents|v2\/checkout\/orders)$/
  const refunding = /^POST .*(\/refunds|\/refund)$/

  const created = () => one.ledger()?.length ?? 0

  test.each([
    ['a dropped connection before the effect', { kind: 'drop', when: 'before' }],
    ['a dropped connection after the effect', { kind: 'drop', when: 'after' }],
    ['a 503', { kind: 'status', status: 503, when: 'before' }],
    ['a 429', { kind: 'status', status: 429, when: 'before', retryAfterSeconds: 0 }],
  ] as const)('%s is repeated with the same key and makes one payment', async (_name, fault) => {
    const before = created()
    faults().next(fault, creating)
    const { reference } = await one.gateway().start(aCharge())
    expect(created()).toBe(before + 1)
    expect(await pay(reference)).toMatchObject({ kind: 'paid' })
  })

  test('a refund whose answers are all lost is made once, and found again by its key', async () => {
    const gateway = one.gateway()
    const { reference } = await gateway.start(aCharge())
    await pay(reference)
    for (let time = 0; time < 3; time += 1)
      faults().next({ kind: 'drop', when: 'after' }, refunding)
    const request = { amount: usd(700), idempotencyKey: freshKey('refund') }
    expect(await failureOf(refund(gateway, reference, request))).toBeInstanceOf(GatewayUnavailable)
    faults().clear()
    expect(await gateway.lookUp(reference)).toMatchObject({
      refunded: usd(700),
      refunds: [{ key: request.idempotencyKey }],
    })
    expect(await refund(gateway, reference, request)).toMatchObject({ refunded: usd(700) })
    expect(one.ledger()?.find(line => line.reference === reference)).toMatchObject({
      refunded: 700,
    })
  })

  test('an outage is reported as such, with the time to wait, after a limited number of tries', async () => {
    const before = one.provider()?.seen.length ?? 0
    for (let time = 0; time < 9; time += 1) {
      const fault = { kind: 'status', status: 429, when: 'before', retryAfterSeconds: 30 } as const
      faults().next(fault, creating)
    }
    const error = await failureOf(one.gateway().start(aCharge()))
    expect(error).toBeInstanceOf(GatewayUnavailable)
    expect(error).toMatchObject({ retryable: true, retryAfterSeconds: 30 })
    expect((one.provider()?.seen.length ?? 0) - before).toBe(1)
  })

  const inHurry = (attempts: number) => {
    const gateway = one.gatewayWith?.(hurried(attempts))
    if (!gateway) throw new Error('The sandbox never hangs')
    return gateway
  }

  test('a request without an answer is repeated with the same key and makes one payment', async () => {
    const before = created()
    faults().next({ kind: 'hang' }, creating)
    const { reference } = await inHurry(20).start(aCharge())
    expect(created()).toBe(before + 1)
    expect(await pay(reference)).toMatchObject({ kind: 'paid' })
  })

  test('a slow provider is waited for, but not for ever', async () => {
    for (let time = 0; time < 9; time += 1) faults().next({ kind: 'hang' }, creating)
    const error = await failureOf(inHurry(2).start(aCharge()))
    expect(error).toMatchObject({ name: 'GatewayUnavailable', retryable: true })
    faults().clear()
    faults().next({ kind: 'slow', ms: 40 }, creating)
    expect(await one.gateway().start(aCharge())).toMatchObject({ kind: 'created' })
  })

  const seeds = Array.from({ length: isLong ? 20 : 1 }, (_, index) => 20_310_304 + index)
  test.each(seeds)(
    'under random faults (seed %d) each payment is charged once and each refund made once',
    async seed => {
      faults().random({ seed, chance: 0.3 })
      const gateway = one.gateway()
      // Every failed call is repeated with the same key, as the shop's jobs do.
      const insist = async <T>(call: () => Promise<T>): Promise<T> => {
        for (let time = 0; time < 40; time += 1) {
          try {
            return await call()
          } catch (error) {
            const stuck = !(error instanceof GatewayUnavailable) || error.keySpent
            if (stuck) throw error
          }
        }
        throw new Error(`It never went through (seed ${seed})`)
      }
      for (let round = 0; round < (isLong ? 12 : 8); round += 1) {
        const keys = { start: freshKey(), capture: freshKey('capture'), refund: freshKey('refund') }
        const charge = aCharge({ idempotencyKey: keys.start })
        const { reference } = await insist(() => gateway.start(charge))
        await one.agree(reference)
        if (gateway.capture) await insist(async () => gateway.capture?.(reference, keys.capture))
        const request = { amount: usd(300 + round), idempotencyKey: keys.refund }
        await insist(() => refund(gateway, reference, request))
        const state = await insist(() => gateway.lookUp(reference))
        const line = one.ledger()?.find(each => each.reference === reference)
        expect(line, `seed ${seed}, round ${round}`).toMatchObject({
          charges: 1,
          charged: 2500,
          refunded: 300 + round,
        })
        expect(state).toMatchObject({ kind: 'paid', refunded: usd(300 + round) })
      }
    },
  )
}
