import { singleBlanks } from '../../core/blanks.ts'
import { isGuestAddress } from '../../core/mail-address.ts'

/** A purchaser: the person who orders. */
export type Purchaser = { name: string; email: string }

/**
 * Reads the sent purchaser, or returns which part is missing: a non-empty name or an e-mail address
 * (`invalid-purchaser-info` names the field).
 */
export function readPurchaser(
  purchaser: unknown,
): Purchaser | { missing: 'purchaser' | 'name' | 'email' } {
  if (typeof purchaser !== 'object' || purchaser === null) return { missing: 'purchaser' }
  const { name, email } = purchaser as { name?: unknown; email?: unknown }
  const cleanName = typeof name === 'string' ? singleBlanks(name) : ''
  if (cleanName === '' || cleanName.length > 200) return { missing: 'name' }
  const cleanEmail = typeof email === 'string' ? email.trim() : ''
  if (!isGuestAddress(cleanEmail)) return { missing: 'email' }
  return { name: cleanName, email: cleanEmail }
}
