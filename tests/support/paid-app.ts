import { type FakeCard, startFakeCard } from './fake-card.ts'
import { type FakeWallet, startFakeWallet } from './fake-wallet.ts'
import type { SignedMessage } from './fake-webhooks.ts'
import { movableClock } from './movable-clock.ts'
import { startApp, testStart } from './start-app.ts'
import { atEnd } from './at-end.ts'

/** Settings of a service whose card payments go to the fake. */
export const cardSettings = (card: FakeCard) => ({
  STRIPE_SECRET_KEY: card.secretKey,
  STRIPE_PUBLISHABLE_KEY: 'pk_test_fake',
  STRIPE_WEBHOOK_SECRETS: card.webhookSecret,
  STRIPE_API_BASE: card.url,
})

/** Settings of a service whose wallet payments go to the fake. */
export const walletSettings = (wallet: FakeWallet) => ({
  PAYPAL_CLIENT_ID: wallet.clientId,
  PAYPAL_CLIENT_SECRET: wallet.clientSecret,
  PAYPAL_WEBHOOK_ID: wallet.webhookId,
  PAYPAL_API_BASE: wallet.url,
})

/** Settings of a service that invites merchants to the fake wallet. */
export const partnerSettings = ({ clientId, clientSecret, partners }: FakeWallet) => ({
  PAYPAL_PARTNER_ID: partners.partnerId,
  PAYPAL_PARTNER_CLIENT_ID: clientId,
  PAYPAL_PARTNER_CLIENT_SECRET: clientSecret,
})

/** The usual number of tries with short pauses; the time limit suits a busy machine. */
const quick = { timeoutMs: 20_000, attempts: 3, firstWaitMs: 1 }

/** A service whose payments go to the fakes of both providers. With `partnerSettings` it invites merchants too. */
export async function startPaidApp(
  environment: Record<string, string> = {},
  invites: (wallet: FakeWallet) => Record<string, string> = () => ({}),
) {
  const clock = movableClock(testStart)
  const card = await startFakeCard({ clock })
  const wallet = await startFakeWallet({ clock })
  atEnd(async () => {
    await card.close()
    await wallet.close()
  })
  const app = await startApp(
    { ...cardSettings(card), ...walletSettings(wallet), ...invites(wallet), ...environment },
    { patience: quick },
  )
  const receiver = (segment: string) => async (message: SignedMessage) => {
    const { rawBody: body, headers } = message
    const { status } = await app.tickets('POST', `/commerce/${segment}/webhook`, { body, headers })
    return status
  }
  return {
    app,
    card,
    wallet,
    /** Moves the clocks of the service and of both providers. */
    advance(seconds: number) {
      clock.advance(seconds)
      app.clock.advance(seconds)
    },
    /** The routes that receive the providers' messages. */
    cardMessages: receiver('cardprocessor'),
    walletMessages: receiver('wallet'),
  }
}
