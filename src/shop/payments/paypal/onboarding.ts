import { GatewayUnavailable } from '../gateway-errors.ts'
import { type Hidden, hide } from '../hidden.ts'
import { walletError } from './errors.ts'
import {
  askOverHttp,
  basic,
  fetchToken,
  isObject,
  readJson,
  walletBase,
  walletHttp,
} from './http.ts'
import { operationKey, type Patience, patient, withRetries } from '../retry.ts'

export type OnboardingOptions = {
  /** Credentials and partner id of the account that invites merchants. */
  clientId: string
  clientSecret: string
  partnerId: string
  environment: 'sandbox' | 'live'
  apiBase?: string | undefined
  clock: { now(): Date }
  patience?: Patience | undefined
}

type SellerToken = { accessToken: Hidden; expiresAt: Date }
type SellerCredentials = { merchantId: string; clientId: string; clientSecret: Hidden }

/** What a merchant's account can do already. */
type MerchantStatus = {
  merchantId: string
  paymentsReceivable: boolean
  emailConfirmed: boolean
  /** True when cards can be taken on our own page too. */
  supportsCustomPayments: boolean
}

/** Calls by which a merchant connects a wallet account. */
export type WalletOnboarding = {
  /** The page on which the merchant signs up. `hash` is valid for a day and checked when the merchant returns. */
  signupLink(invitation: { hash: string; returnUrl: string }): Promise<{
    url: string
    referralId: string
  }>
  /**
   * Exchanges the code from the sign-up page for a token of the merchant; `hash` proves that we began the sign-up.
   */
  exchangeCode(code: { authCode: string; sharedId: string; hash: string }): Promise<SellerToken>
  sellerCredentials(token: Hidden): Promise<SellerCredentials>
  merchantStatus(merchantId: string): Promise<MerchantStatus>
  /** Subscribes to messages at `url` with the configured account; returns the webhook's id. */
  createWebhook(url: string, eventTypes: readonly string[]): Promise<string>
}

export const walletEventTypes = [
  'CHECKOUT.ORDER.APPROVED',
  'CHECKOUT.PAYMENT-APPROVAL.REVERSED',
  'PAYMENT.CAPTURE.COMPLETED',
  'PAYMENT.CAPTURE.PENDING',
  'PAYMENT.CAPTURE.DENIED',
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
  'CUSTOMER.DISPUTE.CREATED',
  'CUSTOMER.DISPUTE.UPDATED',
  'CUSTOMER.DISPUTE.RESOLVED',
  'MERCHANT.PARTNER-CONSENT.REVOKED',
] as const

type Json = Record<string, unknown>

export function walletOnboarding(options: OnboardingOptions): WalletOnboarding {
  const patience = options.patience ?? patient
  const baseUrl = walletBase(options)
  const http = walletHttp({
    baseUrl,
    credentials: { clientId: options.clientId, clientSecret: options.clientSecret },
    clock: options.clock,
    patience,
  })
  const partner = `/v1/customer/partners/${encodeURIComponent(options.partnerId)}`

  const call = (question: { operation: string; method: string; path: string; body?: Json }) =>
    withRetries(patience, async () => {
      const { operation, method, path, body } = question
      const headers = { 'content-type': 'application/json', accept: 'application/json' }
      const text = body && JSON.stringify(body)
      return read(operation, await http.send({ operation, method, path, headers, body: text }))
    })

  return {
    async signupLink(invitation) {
      const answer = await call({
        operation: 'partner referral',
        method: 'POST',
        path: '/v2/customer/partner-referrals',
        body: referral(invitation),
      })
      const url = linkIn(answer, 'action_url')
      const referralId = linkIn(answer, 'self')?.split('/').at(-1)
      if (!url || !referralId) throw incomplete('partner referral')
      return { url, referralId }
    },

    async exchangeCode({ authCode, sharedId, hash }) {
      const token = await fetchToken({
        baseUrl,
        patience,
        authorization: basic(sharedId, ''),
        form: { grant_type: 'authorization_code', code: authCode, code_verifier: hash },
      })
      const endsAtMs = options.clock.now().getTime() + token.expiresInSeconds * 1000
      return { accessToken: hide(token.accessToken), expiresAt: new Date(endsAtMs) }
    },

    async sellerCredentials(token) {
      const url = new URL(`${partner}/merchant-integrations/credentials`, baseUrl).href
      return withRetries(patience, () => askCredentials(url, token, patience.timeoutMs))
    },

    async merchantStatus(merchantId) {
      const path = `${partner}/merchant-integrations/${encodeURIComponent(merchantId)}`
      return statusIn(merchantId, await call({ operation: 'merchant status', method: 'GET', path }))
    },

    createWebhook: (url, eventTypes) => createWebhook(call, url, eventTypes),
  }
}

async function askCredentials(url: string, token: Hidden, timeoutMs: number) {
  const operation = 'seller credentials'
  const headers = { authorization: `Bearer ${token.reveal()}`, accept: 'application/json' }
  const mostBytes = 100_000
  const question = { operation, method: 'GET', url, headers, timeoutMs, mostBytes }
  const answer = read(operation, await askOverHttp(question))
  const merchantId = textIn(answer, 'payer_id')
  const clientId = textIn(answer, 'client_id')
  const clientSecret = textIn(answer, 'client_secret')
  if (!merchantId || !clientId || !clientSecret) throw incomplete(operation)
  return { merchantId, clientId, clientSecret: hide(clientSecret) }
}

type Call = (question: {
  operation: string
  method: string
  path: string
  body?: Json
}) => Promise<Json>

const webhooks = '/v1/notifications/webhooks'

/** Subscribing the same address again returns the same webhook. */
async function createWebhook(call: Call, url: string, eventTypes: readonly string[]) {
  const operation = 'webhook'
  const list = (await call({ operation, method: 'GET', path: webhooks }))['webhooks']
  const webhook = (Array.isArray(list) ? list : []).filter(isObject).find(one => one['url'] === url)
  const knownId = webhook && textIn(webhook, 'id')
  if (knownId) return knownId
  const body = { url, event_types: eventTypes.map(name => ({ name })) }
  const id = textIn(await call({ operation, method: 'POST', path: webhooks, body }), 'id')
  if (!id) throw incomplete(operation)
  return id
}

function referral({ hash, returnUrl }: { hash: string; returnUrl: string }): Json {
  const integration = {
    integration_method: 'PAYPAL',
    integration_type: 'FIRST_PARTY',
    first_party_details: {
      features: ['PAYMENT', 'REFUND', 'ACCESS_MERCHANT_INFORMATION'],
      seller_nonce: hash,
    },
  }
  return {
    tracking_id: operationKey('marquee', hash.slice(0, 40)),
    partner_config_override: { return_url: returnUrl },
    operations: [
      {
        operation: 'API_INTEGRATION',
        api_integration_preference: { rest_api_integration: integration },
      },
    ],
    products: ['PPCP'],
    legal_consents: [{ type: 'SHARE_DATA_CONSENT', granted: true }],
  }
}

function read(
  operation: string,
  answer: { status: number; headers: Record<string, string>; text: string },
): Json {
  const body = answer.status >= 200 && answer.status < 300 ? readJson(answer.text) : undefined
  if (!body) throw walletError(operation, answer)
  return body
}

const incomplete = (operation: string) =>
  new GatewayUnavailable(
    { provider: 'paypal', operation, code: 'unusable_answer' },
    { retryable: false },
  )

function textIn(body: Json, name: string): string | undefined {
  const value = body[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

function linkIn(body: Json, rel: string): string | undefined {
  const list = Array.isArray(body['links']) ? body['links'] : []
  const link = list.filter(isObject).find(one => one['rel'] === rel)
  return link && textIn(link, 'href')
}

function statusIn(merchantId: string, body: Json): MerchantStatus {
  const products = (Array.isArray(body['products']) ? body['products'] : []).filter(isObject)
  const custom = products.some(
    ({ name, vetting_status: vetting }) => name === 'PPCP_CUSTOM' && vetting === 'SUBSCRIBED',
  )
  return {
    merchantId,
    paymentsReceivable: body['payments_receivable'] === true,
    emailConfirmed: body['primary_email_confirmed'] === true,
    supportsCustomPayments: custom,
  }
}
