import { createVerify } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { WebhookHeaders } from './gateway.ts'

const toleranceSeconds = 300

export type SignatureVerdict = 'right' | 'no_signature' | 'wrong_signature' | 'too_old'

/** One header's text, whatever the case of its name; repeated headers count as absent. */
export function headerText(headers: WebhookHeaders, name: string): string | undefined {
  const value = headers[name] ?? headers[name.toLowerCase()]
  return typeof value === 'string' && value !== '' ? value : undefined
}

type WalletTransmission = {
  id: string
  time: string
  signature: string
  certificateUrl: string
}

/** The five headers of a wallet message; undefined when one is missing or names another algorithm. */
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

// The provider repeats a message for three days. Each id has its effect once, so an old one does no harm.
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
