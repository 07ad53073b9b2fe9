import { randomUUID } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** argon2id with the library's recommended cost (19 MiB, two passes): about 20 ms, off the main thread. */
export function hashPassword(password: string): Promise<string> {
  return hash(password)
}

let decoy: Promise<string> | undefined

/**
 * Whether the password matches the hash. Without a hash the result is false, but a made-up hash is verified,
 * so that unknown accounts take as long as known ones.
 */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hash(randomUUID())
  const matches = await verify(stored ?? (await decoy), password)
  return stored !== null && matches
}
