import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares in constant time, whatever the lengths. */
export function sameSecret(one: string, other: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(one), hash(other))
}

/** Codes of ours have 24 characters. A shorter one was made elsewhere and printed: it may be guessed in time. */
const strongCharacters = 20

/** Whether a code may be one that was made elsewhere (contract.md 35.7). */
export const isShortCode = (code: string): boolean => code.length < strongCharacters

/** Whether a code opens the pages and papers of a ticket: it is the ticket's, and none that was made elsewhere. */
export const opensPages = (code: string, stored: string): boolean =>
  !isShortCode(stored) && sameSecret(code, stored)
