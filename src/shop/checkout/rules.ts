import { singleBlanks } from '../../core/blanks.ts'
import { isGuestAddress } from '../../core/mail-address.ts'

/** A purchaser: the person who orders. */
export type Purchaser = { name: string; email: string }

/**
 * Reads the sent purchaser, or returns which parts are missing: all of it, a name of 1 to 200 characters, an e-mail address
 * (`invalid-purchaser-info` names each).
 */
export function readPurchaser(
  purchaser: unknown,
): Purchaser | { missing: readonly ('purchaser' | 'name' | 'email')[] } {
  if (typeof purchaser !== 'object' || purchaser === null || Array.isArray(purchaser)) {
    return { missing: ['purchaser'] }
  }
  const { name, email } = purchaser as { name?: unknown; email?: unknown }
  const cleanName = typeof name === 'string' ? singleBlanks(name) : ''
  const hasName = cleanName !== '' && cleanName.length <= 200
  const cleanEmail = typeof email === 'string' ? email.trim() : ''
  const hasEmail = isGuestAddress(cleanEmail)
  if (!hasName || !hasEmail) {
    return {
      missing: [...(hasName ? [] : ['name' as const]), ...(hasEmail ? [] : ['email' as const])],
    }
  }
  return { name: cleanName, email: cleanEmail }
}
