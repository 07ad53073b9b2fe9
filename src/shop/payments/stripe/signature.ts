import { Stripe } from 'stripe'
import type { SignatureVerdict } from '../webhook-signature.ts'

type SignedMessage = {
  rawBody: Buffer
  /** `Stripe-Signature: t=…,v1=…[,v1=…]`. */
  header: string | undefined
  /** Newest first; the newest three stay valid while one is rotated. */
  secrets: readonly string[]
  now: Date
}

const toleranceSeconds = 300
const whenever = 0

/**
 * Lets the SDK check a message's signature with each of our secrets, at most five minutes off in either direction.
 * The SDK would use the last of several timestamps, and accept any in the future; so exactly one is required and
 * compared here.
 */
export function checkCardSignature(message: SignedMessage): SignatureVerdict {
  const { header = '', secrets, now } = message
  const times = [...header.matchAll(/(?:^|,)t=([^,]*)/g)].map(([, time = '']) => time)
  const [time = ''] = times
  const isComplete = times.length === 1 && /^\d{1,12}$/.test(time) && /(?:^|,)v1=[^,]/.test(header)
  if (!isComplete || secrets.length === 0) return 'no_signature'
  if (!isSigned(message, whenever)) return 'wrong_signature'
  const isAhead = Number(time) - now.getTime() / 1000 > toleranceSeconds
  return isAhead || !isSigned(message, toleranceSeconds) ? 'too_old' : 'right'
}

function isSigned({ rawBody, header = '', secrets, now }: SignedMessage, tolerance: number) {
  return secrets.slice(0, 3).some(secret => {
    try {
      const { signature } = Stripe.webhooks
      return signature?.verifyHeader(rawBody, header, secret, tolerance, undefined, now.getTime())
    } catch {
      // Every error of the SDK means that the message is not accepted.
      return false
    }
  })
}
