/**
 * A card processor and a wallet in a process of their own, so that their work is not measured as the server's. Their
 * buyers pay at once: a card is charged when its payment is opened, and a wallet order is approved. The process is
 * told how many milliseconds an answer takes.
 */
import { startFakeCard } from '../tests/support/fake-card.ts'
import { startFakeWallet } from '../tests/support/fake-wallet.ts'

const clock = { now: () => new Date() }

const card = await startFakeCard({
  clock,
  onAnswer: (path, _status, body) => {
    const { id, status } = body as { id: string; status?: string }
    if (path !== '/v1/payment_intents' || status !== 'requires_payment_method') return
    card.pay(id)
    card.webhooks.forget()
  },
})

const wallet = await startFakeWallet({
  clock,
  onAnswer: (path, _status, body) => {
    const { id, status } = body as { id: string; status?: string }
    if (path !== 'POST /v2/checkout/orders' || status !== 'CREATED') return
    wallet.approve(id)
    wallet.webhooks.forget()
  },
})

process.on('message', ({ delayMs }: { delayMs: number }) => {
  for (const { faults } of [card, wallet]) {
    faults.decide(() => (delayMs === 0 ? undefined : { kind: 'slow', ms: delayMs }))
  }
  process.send?.({})
})

/** The settings of a server whose buyers pay at this provider. */
process.send?.({
  settings: {
    STRIPE_SECRET_KEY: card.secretKey,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_fake',
    STRIPE_WEBHOOK_SECRETS: card.webhookSecret,
    STRIPE_API_BASE: card.url,
    PAYPAL_CLIENT_ID: wallet.clientId,
    PAYPAL_CLIENT_SECRET: wallet.clientSecret,
    PAYPAL_WEBHOOK_ID: wallet.webhookId,
    PAYPAL_API_BASE: wallet.url,
  },
})
