import { keyOf, keysOf, oneOf, option, providerKey, webAddress } from './setting-kinds.ts'

/** Settings of the payment providers, and whether payments may be simulated. */
export const paymentOptions = {
  sandbox: option({
    env: 'SANDBOX',
    doc: 'Simulated payments, in which no money moves. auto: allowed until a payment account or key is configured for the first time, never after. on: allowed whenever no account is configured. off: never.',
    parse: oneOf('auto', 'on', 'off'),
    fallback: 'auto' as const,
  }),
  stripeSecretKey: option({
    env: 'STRIPE_SECRET_KEY',
    doc: 'Turns on card payments.',
    parse: keyOf('sk_test_', 'sk_live_', 'rk_test_', 'rk_live_'),
    fallback: '',
    secret: true,
  }),
  stripePublishableKey: option({
    env: 'STRIPE_PUBLISHABLE_KEY',
    doc: "The card processor's key for browsers.",
    parse: keyOf('pk_test_', 'pk_live_'),
    fallback: '',
  }),
  stripeWebhookSecrets: option({
    env: 'STRIPE_WEBHOOK_SECRETS',
    doc: "Secrets of the card processor's webhook signatures, newest first, separated by commas; the first three are used.",
    parse: keysOf('whsec_'),
    fallback: [] as string[],
    secret: true,
  }),
  stripeApiBase: option({
    env: 'STRIPE_API_BASE',
    doc: 'Base URL of the card processor, for tests.',
    parse: webAddress,
    fallback: '',
  }),
  paypalClientId: option({
    env: 'PAYPAL_CLIENT_ID',
    doc: 'Client id of the wallet account. Together with its secret it turns on wallet payments.',
    parse: providerKey,
    fallback: '',
  }),
  paypalClientSecret: option({
    env: 'PAYPAL_CLIENT_SECRET',
    doc: 'Secret of the wallet account.',
    parse: providerKey,
    fallback: '',
    secret: true,
  }),
  paypalWebhookId: option({
    env: 'PAYPAL_WEBHOOK_ID',
    doc: 'Id of the webhook at the wallet provider; its signatures depend on it.',
    parse: providerKey,
    fallback: '',
  }),
  paypalPartnerId: option({
    env: 'PAYPAL_PARTNER_ID',
    doc: 'Partner id at the wallet provider. Together with the next two settings it lets a merchant connect a wallet account by signing up.',
    parse: providerKey,
    fallback: '',
  }),
  paypalPartnerClientId: option({
    env: 'PAYPAL_PARTNER_CLIENT_ID',
    doc: 'Client id of the partner account that invites the merchant.',
    parse: providerKey,
    fallback: '',
  }),
  paypalPartnerClientSecret: option({
    env: 'PAYPAL_PARTNER_CLIENT_SECRET',
    doc: 'Secret of the partner account.',
    parse: providerKey,
    fallback: '',
    secret: true,
  }),
  paypalEnvironment: option({
    env: 'PAYPAL_ENVIRONMENT',
    doc: "The wallet provider's environment: sandbox or live.",
    parse: oneOf('sandbox', 'live'),
    fallback: 'sandbox' as const,
  }),
  paypalApiBase: option({
    env: 'PAYPAL_API_BASE',
    doc: 'Base URL of the wallet provider, for tests.',
    parse: webAddress,
    fallback: '',
  }),
} as const
