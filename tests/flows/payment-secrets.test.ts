// Database: in the short run a server alone, where there is one.
import { Writable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { reconcile } from '../../src/shop/orders/reconciling/reconcile.ts'
import { createLog } from '../../src/platform/log.ts'
import { systemRandom } from '../../src/platform/random.ts'
import { aFilledCart, letMinutesPass, order, readOrder, tell } from '../support/buying.ts'
import { openTestDatabase } from '../support/database.ts'
import { startFakeCard } from '../support/fake-card.ts'
import { startFakeWallet } from '../support/fake-wallet.ts'
import { movableClock } from '../support/movable-clock.ts'
import { cardSettings, walletSettings } from '../support/paid-app.ts'
import { openApp, type TestApp, testStart } from '../support/start-app.ts'

const clock = movableClock(testStart)
const card = await startFakeCard({ clock })
const wallet = await startFakeWallet({ clock })
const logged: string[] = []
const log = createLog(
  'trace',
  new Writable({ write: (line, _, done) => (logged.push(String(line)), done()) }),
)
const patience = { timeoutMs: 20_000, attempts: 2, firstWaitMs: 1 }
const app = await openApp(
  await openTestDatabase(),
  { ...cardSettings(card), ...walletSettings(wallet) },
  { log, patience },
)
// Requests made while a provider hangs: none of them may wait for it.
const hurried = await createApp({
  ...app.deps,
  database: app.database,
  log,
  random: systemRandom,
  patience: { ...patience, timeoutMs: 100 },
})
await hurried.http.ready()
const inHurry: Pick<TestApp, 'db' | 'tickets'> = {
  db: app.db,
  tickets: async (method, path, sent) => {
    const url = `/${app.config.apiVendor}/tickets/v1${path}`
    const payload = sent?.body as object
    const got = await hurried.http.inject({ method: method as 'POST', url, payload })
    return { status: got.statusCode, json: got.json(), text: got.body, headers: {} }
  },
}
afterAll(async () => {
  await hurried.close()
  await app.close()
  await card.close()
  await wallet.close()
})

test('no log at any level, no error and no page contains a secret of a payment', async () => {
  const answers: string[] = []
  const secrets = [card.secretKey, card.webhookSecret, wallet.clientSecret, 'A21AA']
  for (const fault of [
    undefined,
    { kind: 'drop', when: 'after' } as const,
    { kind: 'status', status: 401, when: 'before' } as const,
    { kind: 'status', status: 503, when: 'after' } as const,
    { kind: 'hang' } as const,
  ]) {
    for (const way of ['cardprocessor', 'wallet'] as const) {
      const provider = way === 'wallet' ? wallet : card
      const { cart_hash } = await aFilledCart(app)
      const begun = await order(app, way, cart_hash)
      const { client_secret } = begun.json
      if (client_secret) secrets.push(client_secret)
      const reference = begun.json.payment_intent_id ?? begun.json.id
      if (fault) for (const next of [fault, fault, fault, fault]) provider.faults.next(next)
      const path = `${way}/order/${reference}`
      const asked = fault?.kind === 'hang' ? inHurry : app
      const told = [
        await tell(asked, path, { cart_hash, client_secret: 'wrong' }),
        await tell(asked, path, { cart_hash, client_secret }),
        await order(asked, way, cart_hash),
      ]
      provider.faults.clear()
      if (way === 'cardprocessor') card.pay(reference, 'pm_card_chargeDeclined')
      told.push(await tell(app, path, { cart_hash, client_secret }))
      if (way === 'cardprocessor') card.pay(reference)
      else wallet.approve(reference)
      told.push(await tell(app, path, { cart_hash, client_secret }))
      told.push(await tell(app, path, { cart_hash, client_secret, recheck: true }))
      await letMinutesPass(app, 3)
      await reconcile(app.deps)
      // Only the buyer's own browser gets the client secret, of the order it starts; nothing else ever does.
      answers.push(...told.filter(({ json }) => !json.client_secret).map(({ text }) => text))
      answers.push(JSON.stringify(await readOrder(app, begun.json.order_id)))
      const page = begun.json.return_url ?? told.at(-1)?.json.redirect_url
      const shown = await app.call('GET', new URL(page).pathname + new URL(page).search)
      expect(shown.status).toBe(200)
      answers.push(shown.text)
    }
  }
  expect(logged.length).toBeGreaterThan(50)
  expect(answers.length).toBeGreaterThan(30)
  const all = [...logged, ...answers].join('\n')
  for (const secret of secrets) expect(all.split(secret)).toHaveLength(1)
  // The check would find a secret.
  log.info(`planted: ${card.secretKey}`)
  expect(logged.join('\n').split(card.secretKey)).toHaveLength(2)
})
