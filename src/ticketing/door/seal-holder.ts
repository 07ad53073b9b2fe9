import { createCipheriv, hkdfSync } from 'node:crypto'
import type { Random } from '../../platform/random.ts'

type TicketSecret = { id: number; generation: number; security_code: string }

/** What is said of a holder only to whoever has the ticket in front of the camera. */
export type Sealed = {
  readonly name: string
  readonly note: string
  /** What was answered and the door is shown, in words. */
  readonly answers: readonly string[]
}

const nonceBytes = 12

/**
 * Name, note and answers, sealed by AES-256-GCM under a key that HKDF-SHA-256 makes of the ticket's own secret: whoever finds the phone
 * and not the tickets reads no name (contract.md 34.4). As base64url: nonce, then the sealed JSON with its tag.
 */
export function sealHolder(
  random: Random,
  ticket: TicketSecret,
  { name, note, answers }: Sealed,
): string {
  const info = `${ticket.id}|${ticket.generation}`
  const key = hkdfSync('sha256', ticket.security_code, 'marquee door', info, 32)
  const nonce = random.bytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key), nonce)
  const text = JSON.stringify({
    name,
    ...(note !== '' && { note }),
    ...(answers.length > 0 && { answers }),
  })
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64url')
}
