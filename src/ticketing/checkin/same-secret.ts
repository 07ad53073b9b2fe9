import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares in constant time, whatever the lengths. */
export function sameSecret(one: string, other: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(one), hash(other))
}
