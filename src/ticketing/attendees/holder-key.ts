import { createHmac } from 'node:crypto'
import { sameSecret } from '../checkin/same-secret.ts'

type PassedTicket = { readonly id: number; readonly generation: number }

/**
 * The secret with which the holder of a ticket that was passed on may pass it on again or give it back (contract.md 7.11).
 * It is not the code of the ticket: that one is shown at doors and photographed. Derived and not stored; passing the ticket
 * on ends it.
 */
export function holderKey(key: Buffer, { id, generation }: PassedTicket): string {
  return createHmac('sha256', key)
    .update(`holder|${id}|${generation}`)
    .digest('base64url')
    .slice(0, 32)
}

export const holderKeyHolds = (key: Buffer, held: PassedTicket, text: unknown): boolean =>
  typeof text === 'string' && sameSecret(text, holderKey(key, held))
