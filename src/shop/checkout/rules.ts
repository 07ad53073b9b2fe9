/** Who orders. */
export type Purchaser = { name: string; email: string }

const address = /^[^\s@<>,;:"()[\]\\]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/

/**
 * The purchaser a client named, or which part of it is missing: a name that says something and an e-mail address
 * (contract.md 8.3; `invalid-purchaser-info` names the field).
 */
export function readPurchaser(
  sent: unknown,
): Purchaser | { missing: 'purchaser' | 'name' | 'email' } {
  if (typeof sent !== 'object' || sent === null) return { missing: 'purchaser' }
  const { name, email } = sent as { name?: unknown; email?: unknown }
  const cleanName = typeof name === 'string' ? name.replace(/\s+/g, ' ').trim() : ''
  if (cleanName === '' || cleanName.length > 200) return { missing: 'name' }
  const cleanEmail = typeof email === 'string' ? email.trim() : ''
  if (cleanEmail.length > 254 || !address.test(cleanEmail)) return { missing: 'email' }
  return { name: cleanName, email: cleanEmail }
}
