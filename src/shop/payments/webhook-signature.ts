import { createHmac, createVerify, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { WebhookHeaders } from './gateway.ts'

const toleranceSeconds = 300

type SignatureVerdict = 'right' | 'no_signature' | 'wrong_signature' | 'too_old'

/** One header's text, whatever the case of its name; repeated headers count as absent. */
export function headerText(headers: WebhookHeaders, name: string): string | undefined {
  const value = headers[name] ?? headers[name.toLowerCase()]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/**
 * Checks `Stripe-Signature: t=…,v1=…[,v1=…]`: HMAC-SHA256 over `t.body` with any of our secrets (the newest three
 * stay valid while one is rotated), at most five minutes off in either direction.
 */
export function checkCardSignature(message: {
  rawBody: Buffer
  header: string | undefined
  secrets: readonly string[]
  now: Date
}): SignatureVerdict {
  const parts = (message.header ?? '').split(',').map(part => part.trim().split('='))
  const stamps = parts.filter(([name]) => name === 't').map(([, value]) => value ?? '')
  const signatures = parts.filter(([name]) => name === 'v1').map(([, value]) => value ?? '')
  const stamp = stamps[0]
  if (stamps.length !== 1 || stamp === undefined || !/^\d{1,12}$/.test(stamp)) return 'no_signature'
  if (signatures.length === 0 || message.secrets.length === 0) return 'no_signature'
  const expected = message.secrets
    .slice(0, 3)
    .map(secret =>
      createHmac('sha256', secret).update(`${stamp}.`).update(message.rawBody).digest(),
    )
  const given = signatures
    .slice(0, 10)
    .filter(text => /^[0-9a-f]{64}$/i.test(text))
    .map(text => Buffer.from(text, 'hex'))
  const right = expected.filter(mac => given.some(text => timingSafeEqual(mac, text))).length > 0
  if (!right) return 'wrong_signature'
  const age = message.now.getTime() / 1000 - Number(stamp)
  return Math.abs(age) > toleranceSeconds ? 'too_old' : 'right'
}

type WalletTransmission = {
  id: string
  time: string
  signature: string
  certificateUrl: string
}

/** The five headers of a wallet message, or undefined when one is missing or of another algorithm. */
export function walletTransmission(headers: WebhookHeaders): WalletTransmission | undefined {
  const id = headerText(headers, 'paypal-transmission-id')
  const time = headerText(headers, 'paypal-transmission-time')
  const signature = headerText(headers, 'paypal-transmission-sig')
  const certificateUrl = headerText(headers, 'paypal-cert-url')
  const algorithm = headerText(headers, 'paypal-auth-algo')
  if (algorithm?.toUpperCase() !== 'SHA256WITHRSA') return undefined
  if (!id || !time || !signature || !certificateUrl) return undefined
  return { id, time, signature, certificateUrl }
}

// The provider repeats a message for three days; each id has its effect once, so an old one does no harm.
const oldestTransmissionSeconds = 4 * 24 * 3600

/** Checks RSA-SHA256 over `id|time|webhook id|crc32 of the raw body` with the provider's certificate. */
export function checkWalletSignature(message: {
  rawBody: Buffer
  transmission: WalletTransmission
  webhookId: string
  certificate: string
  now: Date
}): SignatureVerdict {
  const { transmission, rawBody, webhookId } = message
  const signed = [transmission.id, transmission.time, webhookId, crc32(rawBody)].join('|')
  const right = createVerify('RSA-SHA256')
    .update(signed)
    .verify(message.certificate, transmission.signature, 'base64')
  if (!right) return 'wrong_signature'
  const age = (message.now.getTime() - Date.parse(transmission.time)) / 1000
  return age >= -toleranceSeconds && age <= oldestTransmissionSeconds ? 'right' : 'too_old'
}
