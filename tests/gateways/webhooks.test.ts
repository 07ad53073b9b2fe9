import { Stripe } from 'stripe'
import { afterEach, describe, expect, test } from 'vitest'
import type { WebhookVerdict } from '../../src/shop/payments/gateway.ts'
import { stripeGateway } from '../../src/shop/payments/stripe/stripe.ts'
import { cardSignature } from '../support/fake-card.ts'
import type { SignedMessage } from '../support/fake-webhooks.ts'
import { aCharge, cardOn, clock, fakes, freshKey } from './cases.ts'

const { card, wallet } = fakes()
const start = new Date('2031-03-04T10:00:00Z')
const seconds = start.getTime() / 1000

afterEach(() => {
  clock.set(start)
  card().webhooks.drop()
  wallet().webhooks.drop()
  wallet().faults.clear()
})

const verify = async (gateway: ReturnType<typeof cardOn>, message: SignedMessage) =>
  (await gateway.verifyWebhook?.(message.rawBody, message.headers)) as WebhookVerdict

const refused = (because: string) => ({ kind: 'refused', because })

describe('messages of the card processor', () => {
  const body = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'payment_intent.succeeded',
    created: seconds,
    livemode: false,
    data: {
      object: {
        id: 'pi_1',
        object: 'payment_intent',
        metadata: { marquee: 'house', order_id: '7' },
      },
    },
  })
  const signed = (header: string): SignedMessage => ({
    rawBody: Buffer.from(body),
    headers: { 'stripe-signature': header },
  })
  const right = () => cardSignature(body, card().webhookSecret, seconds)

  test('are read, when signed: what happened, to which payment, of which order', async () => {
    expect(await verify(cardOn(card()), signed(right()))).toEqual({
      kind: 'event',
      event: {
        gateway: 'card',
        id: 'evt_1',
        providerType: 'payment_intent.succeeded',
        kind: 'payment',
        reference: 'pi_1',
        chargeId: undefined,
        orderId: 7,
        installation: 'house',
        accountId: undefined,
        createdAt: start,
        live: false,
        refetch: true,
      },
    })
  })

  test('are accepted with signatures made by the provider’s SDK', async () => {
    const header = new Stripe('sk_test_x').webhooks.generateTestHeaderString({
      payload: body,
      secret: card().webhookSecret,
      timestamp: seconds,
    })
    expect(await verify(cardOn(card()), signed(header))).toMatchObject({ kind: 'event' })
  })

  test('are refused with a changed body, another secret, or a missing or broken header', async () => {
    const gateway = cardOn(card())
    const changed = { ...signed(right()), rawBody: Buffer.from(body.replace('pi_1', 'pi_2')) }
    expect(await verify(gateway, changed)).toEqual(refused('wrong_signature'))
    const foreign = cardSignature(body, 'whsec_other', seconds)
    expect(await verify(gateway, signed(foreign))).toEqual(refused('wrong_signature'))
    for (const header of [
      '',
      'nonsense',
      't=,v1=',
      `t=${seconds}`,
      right().replace('v1=', 'v0='),
      't=1,t=2,v1=ab',
    ]) {
      expect(await verify(gateway, signed(header))).toEqual(refused('no_signature'))
    }
    expect(await verify(gateway, { rawBody: Buffer.from(body), headers: {} })).toEqual(
      refused('no_signature'),
    )
  })

  test('are accepted for five minutes, into the past and into the future', async () => {
    const gateway = cardOn(card())
    for (const [offset, verdict] of [
      [-300, 'event'],
      [300, 'event'],
      [-301, 'refused'],
      [301, 'refused'],
    ] as const) {
      const header = cardSignature(body, card().webhookSecret, seconds + offset)
      expect((await verify(gateway, signed(header))).kind).toBe(verdict)
    }
  })

  test('do not become younger by a second timestamp', async () => {
    const old = cardSignature(body, card().webhookSecret, seconds - 301)
    expect(await verify(cardOn(card()), signed(old))).toEqual(refused('too_old'))
    for (const header of [
      `t=${seconds},${old}`,
      `${old},t=${seconds}`,
      `t=${seconds},${old.replace(',', 'x,')}`,
    ]) {
      expect(await verify(cardOn(card()), signed(header))).toEqual(refused('no_signature'))
    }
    const padded = old.replace('t=', ' t=')
    expect(await verify(cardOn(card()), signed(`t=${seconds},${padded}`))).toEqual(
      refused('wrong_signature'),
    )
  })

  test('are accepted with any of several signatures and any of the three newest secrets', async () => {
    const secrets = ['whsec_a', 'whsec_b', 'whsec_c', 'whsec_d']
    const gateway = stripeGateway({ secretKey: 'sk_test_x', webhookSecrets: secrets, clock })
    const by = (secret: string) => cardSignature(body, secret, seconds)
    const kinds = await Promise.all(
      secrets.map(async secret => (await verify(gateway, signed(by(secret)))).kind),
    )
    expect(kinds).toEqual(['event', 'event', 'event', 'refused'])
    const several = `${by('whsec_b')},v1=${'0'.repeat(64)},v0=abc`
    expect((await verify(gateway, signed(several))).kind).toBe('event')
    const other = `t=${seconds},v1=${'0'.repeat(64)},${by('whsec_c').split(',')[1]}`
    expect((await verify(gateway, signed(other))).kind).toBe('event')
  })

  test('are refused while we have no secret', async () => {
    const gateway = stripeGateway({ secretKey: 'sk_test_x', webhookSecrets: [], clock })
    expect(await verify(gateway, signed(right()))).toEqual(refused('no_signature'))
  })

  test('are unreadable when signed nonsense; unknown types and newer versions are read', async () => {
    const gateway = cardOn(card())
    const sign = (text: string): SignedMessage => ({
      rawBody: Buffer.from(text),
      headers: { 'stripe-signature': cardSignature(text, card().webhookSecret, seconds) },
    })
    for (const text of [
      '',
      '[]',
      '{"object":"event"}',
      '{"object":"list","type":"x"}',
      '"x"',
      '{',
    ]) {
      expect(await verify(gateway, sign(text))).toEqual(refused('unreadable'))
    }
    const newer = body.replace('payment_intent.succeeded', 'payment_intent.teleported')
    expect(await verify(gateway, sign(newer))).toMatchObject({
      event: { kind: 'other', refetch: false },
    })
    const unknownMembers = body.replace(
      '"livemode":false',
      '"livemode":false,"api_version":"2040-01-01.x","new":[1]',
    )
    expect(await verify(gateway, sign(unknownMembers))).toMatchObject({
      event: { kind: 'payment', refetch: true },
    })
  })

  test('each lead to the payment’s present state, whatever it goes through', async () => {
    const gateway = cardOn(card())
    const { reference } = await gateway.start(aCharge())
    card().pay(reference, 'pm_card_chargeDeclined')
    card().pay(reference, 'pm_card_threeDSecure2Required')
    card().authenticate(reference)
    await gateway.refund?.(reference, {
      amount: { minor: 500, currency: 'USD' },
      idempotencyKey: freshKey('r'),
    })
    const disputed = card().dispute(reference)
    card().closeDispute(disputed, 'won')
    card().webhooks.duplicate()
    card().webhooks.shuffle(7)
    const seen: string[] = []
    await card().webhooks.deliverInParallel(async message => {
      const verdict = await verify(gateway, message)
      if (verdict.kind !== 'event') return 401
      seen.push(`${verdict.event.providerType} ${verdict.event.kind}`)
      const state = await gateway.lookUpEvent?.(verdict.event)
      const about = verdict.event.refetch ? reference : undefined
      expect(state?.reference).toBe(about)
      expect(state?.kind ?? 'paid').toBe('paid')
      return 200
    })
    expect([...new Set(seen)].sort()).toEqual([
      'charge.dispute.closed dispute',
      'charge.dispute.created dispute',
      'charge.failed payment',
      'charge.refunded refund',
      'charge.succeeded payment',
      'payment_intent.created other',
      'payment_intent.payment_failed payment',
      'payment_intent.requires_action payment',
      'payment_intent.succeeded payment',
      'refund.created refund',
    ])
    expect(card().webhooks.pending).toEqual([])
  })

  test('tell when an account was disconnected', async () => {
    card().announce('account.application.deauthorized', { id: 'ca_1', object: 'application' })
    card().announce('account.updated', { id: 'acct_1', object: 'account' })
    const kinds: string[] = []
    await card().webhooks.deliver(async message => {
      const verdict = await verify(cardOn(card()), message)
      kinds.push(verdict.kind === 'event' ? verdict.event.kind : verdict.because)
      return 200
    })
    expect(kinds).toEqual(['disconnected', 'other'])
  })
})

test('the queue of a fake provider keeps unaccepted messages, and repeats what it is told to', async () => {
  const queue = card().webhooks
  card().announce('a', { id: 'x', object: 'x' })
  card().announce('b', { id: 'x', object: 'x' })
  expect(await queue.deliver(async () => 500)).toEqual([500, 500])
  expect(queue.pending.map(({ type }) => type)).toEqual(['a', 'b'])
  expect(await queue.deliver(async () => 200, 1)).toEqual([200])
  expect(queue.pending.map(({ type }) => type)).toEqual(['b'])
  queue.drop()
  queue.repeatAll()
  expect(queue.pending.length).toBe(queue.history.length)
})
