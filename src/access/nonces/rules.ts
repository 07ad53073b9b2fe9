import { createHmac, timingSafeEqual } from 'node:crypto'

/** A nonce is valid for the 12-hour tick it was made in and the next: 12 to 24 hours (contract.md, Nonces). */
const tickSeconds = 12 * 60 * 60

export type NonceAction = 'add_ticket' | 'edit_ticket' | 'remove_ticket'

/** What a nonce is bound to: one user, one action, one record. */
export type NonceBinding = { action: NonceAction; userId: number; recordId: number }

/** The nonce for this binding in the present tick, 20 URL-safe characters. */
export function issueNonce(secret: Buffer, binding: NonceBinding, now: Date): string {
  return keyedHash(secret, binding, tickOf(now))
}

/** Whether the nonce was issued for exactly this binding, in this tick or the one before. */
export function nonceHolds(
  secret: Buffer,
  { nonce, now, ...binding }: NonceBinding & { nonce: string; now: Date },
): boolean {
  const tick = tickOf(now)
  return [tick, tick - 1].some(candidate => sameText(keyedHash(secret, binding, candidate), nonce))
}

const tickOf = (now: Date) => Math.floor(now.getTime() / 1000 / tickSeconds)

function keyedHash(secret: Buffer, { action, userId, recordId }: NonceBinding, tick: number) {
  const content = `${tick}|${action}|${userId}|${recordId}`
  return createHmac('sha256', secret).update(content).digest('base64url').slice(0, 20)
}

function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
