// Database: in the short run the embedded one alone.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { aFilledCart, fillCart, order, tell } from '../../support/buying.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startPaidApp } from '../../support/paid-app.ts'

const { app, card, cardMessages } = await startPaidApp({ RATE_LIMIT: '100', TRUST_PROXY: 'on' })

/** The samples of a metric by their labels; `''` for none. */
async function samples(name: string): Promise<Record<string, number>> {
  const { text } = await app.call('GET', '/metrics', { headers: { host: 'localhost' } })
  const lines = text.matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)$`, 'gm'))
  return Object.fromEntries([...lines].map(([, labels = '', value]) => [labels, Number(value)]))
}

/** How much each sample of a metric grows while `work` runs; those that stay are left out. */
async function growth(name: string, work: () => Promise<unknown>) {
  const before = await samples(name)
  await work()
  const after = Object.entries(await samples(name))
  const grown = after.map(([labels, value]) => [labels, value - (before[labels] ?? 0)] as const)
  return Object.fromEntries(grown.filter(([, more]) => more > 0))
}

test('calls to payment providers are counted by gateway, operation and outcome, with their time', async () => {
  const { cart_hash, ticketId } = await aFilledCart(app)
  const counted = await growth('marquee_payment_call_seconds_count', async () => {
    const { json } = await order(app, 'cardprocessor', cart_hash)
    card.pay(json.payment_intent_id)
    const { client_secret, payment_intent_id } = json
    await tell(app, `cardprocessor/order/${payment_intent_id}`, { client_secret, cart_hash })
    card.faults.decide(() => ({ kind: 'drop', when: 'before' }))
    await order(app, 'cardprocessor', await fillCart(app, ticketId))
    card.faults.clear()
  })
  expect(counted).toEqual({
    'gateway="card",operation="start",outcome="done"': 1,
    'gateway="card",operation="lookUp",outcome="done"': 1,
    'gateway="card",operation="start",outcome="unavailable"': 1,
  })
  const seconds = Object.values(await samples('marquee_payment_call_seconds_sum'))
  expect(Math.min(...seconds)).toBeGreaterThan(0)
})

test('messages from payment providers are counted by what came of them', async () => {
  card.webhooks.drop()
  const { cart_hash } = await aFilledCart(app)
  const { json } = await order(app, 'cardprocessor', cart_hash)
  card.pay(json.payment_intent_id)
  const counted = await growth('marquee_payment_messages_total', async () => {
    const count = (await card.webhooks.deliver(cardMessages)).length
    expect(count).toBeGreaterThan(0)
    card.webhooks.repeatAll()
    await card.webhooks.deliver(cardMessages)
    await app.tickets('POST', '/commerce/stripe/webhook', { body: { id: 'evt_forged' } })
  })
  expect(counted).toMatchObject({
    'gateway="card",outcome="settled"': expect.any(Number),
    'gateway="card",outcome="repeated"': expect.any(Number),
    'gateway="card",outcome="refused"': 1,
  })
})

test('answers from memory are counted as hits, others as misses', async () => {
  const { eventId } = await ticketOnSale(app)
  const counted = await growth('marquee_kept_answer_requests_total', async () => {
    for (let times = 0; times < 4; times += 1) await app.events('GET', `/events/${eventId}`)
  })
  expect(counted).toEqual({ 'result="miss"': 1, 'result="hit"': 3 })
  expect(await samples('marquee_kept_answer_evictions_total')).toEqual({ '': 0 })
})

test('refusals are counted by the budget that was spent', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  const counted = await growth('marquee_budget_refusals_total', async () => {
    const asked = Array.from({ length: 103 }, () => app.events('GET', '/events', { headers }))
    const refused = (await Promise.all(asked)).filter(({ status }) => status === 429)
    expect(refused).toHaveLength(3)
  })
  expect(counted).toEqual({ 'budget="requests"': 3 })
})

test('the guide for operators has a row for every metric, and no other', async () => {
  const guide = path.resolve(import.meta.dirname, '../../../docs/operate/watching.md')
  const [, table = ''] = readFileSync(guide, 'utf8').split('## Every metric')
  const listed = [...(table.split('## ')[0] ?? '').matchAll(/`(marquee_[a-z_]+)`/g)]
  const { text } = await app.call('GET', '/metrics', { headers: { host: 'localhost' } })
  const own = [...text.matchAll(/^# HELP (marquee_(?!process_|nodejs_)\S+)/gm)]
  const names = (found: RegExpExecArray[]) => new Set(found.map(([, name]) => name))
  expect(names(listed)).toEqual(names(own))
})

test('metrics without a token are for this machine alone, not for what a proxy on it passes on', async () => {
  const ask = async (headers: Record<string, string>) =>
    (await app.call('GET', '/metrics', { headers: { host: 'localhost', ...headers } })).status
  expect(await ask({ accept: 'text/plain', 'user-agent': 'Prometheus/3' })).toBe(200)
  expect(await ask({ 'x-prometheus-scrape-timeout-seconds': '10' })).toBe(200)
  for (const header of [
    'x-forwarded-for',
    'forwarded',
    'x-real-ip',
    'via',
    'x-forwarded-host',
    'x-forwarded-proto',
    'cf-connecting-ip',
    'true-client-ip',
    'fastly-client-ip',
    'x-client-ip',
    'x-original-forwarded-for',
    'x-envoy-external-address',
    'cdn-loop',
    'x-a-proxy-of-tomorrow',
  ]) {
    expect([header, await ask({ [header]: '127.0.0.1' })]).toEqual([header, 401])
  }
  expect(await ask({ host: 'tickets.example.org' })).toBe(401)
})
