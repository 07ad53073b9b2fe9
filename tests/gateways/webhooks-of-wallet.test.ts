import { afterEach, describe, expect, test } from 'vitest'
import type { WebhookVerdict } from '../../src/shop/payments/gateway.ts'
import { paypalGateway } from '../../src/shop/payments/paypal/paypal.ts'
import { walletHeaders } from '../support/fake-wallet.ts'
import type { SignedMessage } from '../support/fake-webhooks.ts'
import {
  aCharge,
  type cardOn,
  clock,
  failureOf,
  fakes,
  freshKey,
  quick,
  walletOn,
} from './cases.ts'

const { card, wallet } = fakes()
const start = new Date('2031-03-04T10:00:00Z')

afterEach(() => {
  clock.set(start)
  card().webhooks.drop()
  wallet().webhooks.drop()
  wallet().faults.clear()
})

const verify = async (gateway: ReturnType<typeof cardOn>, message: SignedMessage) =>
  (await gateway.verifyWebhook?.(message.rawBody, message.headers)) as WebhookVerdict

const refused = (because: string) => ({ kind: 'refused', because })

describe('messages of the wallet', () => {
  const body = JSON.stringify({
    id: 'WH-1',
    event_type: 'PAYMENT.CAPTURE.COMPLETED',
    create_time: '2031-03-04T09:59:00Z',
    resource: {
      id: 'CAP1',
      custom_id: 'marquee-house-7',
      supplementary_data: { related_ids: { order_id: 'ORDER1' } },
    },
  })
  const signed = (more: Partial<Parameters<typeof walletHeaders>[1]> = {}): SignedMessage => ({
    rawBody: Buffer.from(body),
    headers: walletHeaders(body, {
      id: 'aaaa-bbbb',
      time: '2031-03-04T10:00:00Z',
      webhookId: wallet().webhookId,
      certificateUrl: wallet().certificateUrl,
      ...more,
    }),
  })
  const certificateFetches = () =>
    wallet().seen.filter(({ path }) => path.includes('/certs/')).length

  test('are read, when signed, and the certificate is fetched once', async () => {
    const gateway = walletOn(wallet())
    const before = certificateFetches()
    const verdicts = await Promise.all([1, 2, 3].map(() => verify(gateway, signed())))
    verdicts.push(await verify(gateway, signed()))
    for (const verdict of verdicts) {
      expect(verdict).toMatchObject({
        kind: 'event',
        event: {
          id: 'WH-1',
          kind: 'payment',
          reference: 'ORDER1',
          chargeId: 'CAP1',
          orderId: 7,
          installation: 'house',
        },
      })
    }
    expect(certificateFetches() - before).toBe(1)
  })

  test('are refused with a changed body, another webhook, key or algorithm, or missing headers', async () => {
    const gateway = walletOn(wallet())
    const changed = { ...signed(), rawBody: Buffer.from(body.replace('ORDER1', 'ORDER2')) }
    expect(await verify(gateway, changed)).toEqual(refused('wrong_signature'))
    expect(await verify(gateway, signed({ webhookId: 'ANOTHER' }))).toEqual(
      refused('wrong_signature'),
    )
    const garbled = signed()
    garbled.headers['paypal-transmission-sig'] = 'AAAA'
    expect(await verify(gateway, garbled)).toEqual(refused('wrong_signature'))
    for (const name of Object.keys(signed().headers).filter(header =>
      header.startsWith('paypal-'),
    )) {
      const message = signed()
      message.headers[name] = name === 'paypal-auth-algo' ? 'SHA1withRSA' : ''
      expect(await verify(gateway, message)).toEqual(refused('no_signature'))
    }
  })

  test('are refused without fetching a certificate from another host', async () => {
    const gateway = walletOn(wallet())
    const before = wallet().seen.length
    for (const certificateUrl of [
      'https://evil.example/v1/notifications/certs/CERT-1',
      `${wallet().url}@evil.example/v1/notifications/certs/CERT-1`,
      wallet().certificateUrl.replace('127.0.0.1', 'localhost'),
      `${wallet().url}/v2/checkout/orders`,
      `${wallet().certificateUrl}?x=1`,
      `${wallet().certificateUrl}/../../x`,
      'file:///etc/passwd',
      'not a url',
    ]) {
      expect(await verify(gateway, signed({ certificateUrl }))).toEqual(refused('wrong_signature'))
    }
    expect(wallet().seen.length).toBe(before)
  })

  test('from the real provider may name only its own hosts', async () => {
    const gateway = paypalGateway({
      clientId: 'a',
      clientSecret: 'b',
      webhookId: wallet().webhookId,
      environment: 'live',
      clock,
      patience: quick,
    })
    expect(await verify(gateway, signed())).toEqual(refused('wrong_signature'))
  })

  test('ask for an unknown certificate at most once a minute, and for a limited number of them', async () => {
    const gateway = walletOn(wallet())
    const before = certificateFetches()
    const missing = wallet().certificateUrl.replace(/CERT-.*/, 'CERT-none')
    for (let time = 0; time < 5; time += 1)
      await verify(gateway, signed({ certificateUrl: missing }))
    expect(certificateFetches() - before).toBe(1)
    const flood = Array.from({ length: 40 }, (_, index) => missing.replace('none', `none${index}`))
    const results = await Promise.allSettled(
      flood.map(url => verify(gateway, signed({ certificateUrl: url }))),
    )
    expect(results.some(({ status }) => status === 'rejected')).toBe(true)
    expect(certificateFetches() - before).toBeLessThanOrEqual(20)
  })

  test('fail so that the provider repeats them when their certificate cannot be fetched', async () => {
    const gateway = walletOn(wallet())
    wallet().faults.next({ kind: 'status', status: 503, when: 'before' }, /certs/)
    expect(await failureOf(verify(gateway, signed()))).toMatchObject({ name: 'GatewayUnavailable' })
    wallet().faults.next({ kind: 'drop', when: 'before' }, /certs/)
    expect(await failureOf(verify(gateway, signed()))).toMatchObject({ name: 'GatewayUnavailable' })
    expect(await verify(gateway, signed())).toMatchObject({ kind: 'event' })
  })

  test('are accepted for three days, and not from next week', async () => {
    const gateway = walletOn(wallet())
    expect((await verify(gateway, signed({ time: '2031-03-01T10:00:00Z' }))).kind).toBe('event')
    expect(await verify(gateway, signed({ time: '2031-02-27T10:00:00Z' }))).toEqual(
      refused('too_old'),
    )
    expect(await verify(gateway, signed({ time: '2031-03-04T10:06:00Z' }))).toEqual(
      refused('too_old'),
    )
    expect(await verify(gateway, signed({ time: 'yesterday' }))).toEqual(refused('too_old'))
  })

  test('each lead to the order’s present state, whatever it goes through', async () => {
    const gateway = walletOn(wallet())
    const { reference } = await gateway.start(aCharge())
    wallet().approve(reference)
    await gateway.capture?.(reference, freshKey('c'))
    await gateway.refund?.(reference, {
      amount: { minor: 500, currency: 'USD' },
      idempotencyKey: freshKey('r'),
    })
    wallet().announce('CUSTOMER.DISPUTE.CREATED', {
      dispute_id: 'PP-D-1',
      disputed_transactions: [
        {
          seller_transaction_id:
            wallet().order(reference).purchase_units[0].payments?.captures[0]?.id,
        },
      ],
    })
    wallet().announce('BILLING.PLAN.CREATED', { id: 'P-1' })
    wallet().webhooks.shuffle(3)
    const seen: string[] = []
    await wallet().webhooks.deliver(async message => {
      const verdict = await verify(gateway, message)
      if (verdict.kind !== 'event') return 401
      const state = await gateway.lookUpEvent?.(verdict.event)
      seen.push(`${verdict.event.providerType} ${verdict.event.kind} ${state?.kind}`)
      expect(state?.reference ?? reference).toBe(reference)
      return 200
    })
    expect(seen.sort()).toEqual([
      'BILLING.PLAN.CREATED other undefined',
      'CHECKOUT.ORDER.APPROVED payment paid',
      'CUSTOMER.DISPUTE.CREATED dispute paid',
      'PAYMENT.CAPTURE.COMPLETED payment paid',
      'PAYMENT.CAPTURE.REFUNDED refund paid',
    ])
  })

  test('are believed about reversed money, which only messages tell, because they are signed', async () => {
    const gateway = walletOn(wallet())
    const { reference } = await gateway.start(aCharge())
    wallet().approve(reference)
    await gateway.capture?.(reference, freshKey('c'))
    wallet().webhooks.drop()
    wallet().reverse(reference)
    await wallet().webhooks.deliver(async message => {
      const verdict = await verify(gateway, message)
      const event = verdict.kind === 'event' ? verdict.event : undefined
      expect(event && (await gateway.lookUpEvent?.(event))).toMatchObject({
        reference,
        disputes: [{ amount: { minor: 2500, currency: 'USD' }, state: 'lost' }],
      })
      return 200
    })
    expect(wallet().webhooks.pending).toEqual([])
  })
})
