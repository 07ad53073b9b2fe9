import { randomUUID } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** argon2id with the library's recommended cost (19 MiB, two passes): about 20 ms, off the main thread. */
export function hashPassword(password: string): Promise<string> {
  return hash(password)
}

let decoy: Promise<string> | undefined

/**
 * Whether the password belongs to the hash. An absent hash never matches, but is verified against a made-up one, so
 * that an unknown account takes as long as a known one.
 */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hash(randomUUID())
  const matches = await verify(stored ?? (await decoy), password)
  return stored !== null && matches
}
