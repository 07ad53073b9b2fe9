import { afterEach, describe, expect, test } from 'vitest'
import type { Charge, Gateway, PaymentState } from '../../src/shop/payments/gateway.ts'
import { GatewayRefused } from '../../src/shop/payments/gateway-errors.ts'
import { hasShapes } from '../support/gateway-shapes.ts'
import { aCharge, failureOf, fakes, freshKey, gatewayCases } from './cases.ts'
import { badWeather, refund, usd } from './bad-weather.ts'

const all = fakes()

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
