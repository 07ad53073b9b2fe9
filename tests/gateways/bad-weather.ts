import { expect, test } from 'vitest'
import type { Gateway, PaymentState } from '../../src/shop/payments/gateway.ts'
import { GatewayUnavailable } from '../../src/shop/payments/gateway-errors.ts'
import { aCharge, failureOf, freshKey, type GatewayCase, hurried } from './cases.ts'

const isLong = process.env['LONG'] !== undefined
export const usd = (minor: number) => ({ minor, currency: 'USD' })

export async function refund(
  gateway: Gateway,
  reference: string,
  request: Parameters<NonNullable<Gateway['refund']>>[1],
): Promise<PaymentState> {
  if (!gateway.refund) throw new Error('Every gateway of ours can give money back')
  return gateway.refund(reference, request)
}

export function badWeather(one: GatewayCase, pay: (reference: string) => Promise<PaymentState>) {
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
