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
 * Has the SDK check a message's signature with any of our secrets, at most five minutes off in either direction. The SDK
 * would take the last of several times, and any time to come, so that one time is demanded here and compared.
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
      // However the SDK words it, the message does not count.
      return false
    }
  })
}
