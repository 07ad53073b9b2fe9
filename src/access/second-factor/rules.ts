import { type Caller, canSomewhere } from '../../core/caller.ts'

/** How many recovery codes a person gets, each of 79 random bits. */
export const recoveryCodes = 10
const recoveryCharacters = 16
/** No letters or digits that look alike. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'

/** A set-up that was begun and not confirmed ends. */
export const setUpMs = 60 * 60_000

/** How long the code may take after the password. */
export const halfMs = 10 * 60_000

/** What was sent, as far as it can be a code: six digits of an app, or a recovery code; blanks and dashes are ignored. */
export function readCode(
  text: string,
): { kind: 'time'; code: string } | { kind: 'recovery'; code: string } | undefined {
  const code = text.replace(/[\s-]/g, '').toLowerCase()
  if (/^\d{6}$/.test(code)) return { kind: 'time', code }
  const isOurs =
    code.length === recoveryCharacters && Array.from(code).every(one => alphabet.includes(one))
  return isOurs ? { kind: 'recovery', code } : undefined
}

/** A recovery code out of random bytes, of which each gives a character; bytes beyond the last whole round are skipped. */
export function recoveryCodeFrom(bytes: Uint8Array): string | undefined {
  const most = 256 - (256 % alphabet.length)
  const characters = [...bytes]
    .filter(byte => byte < most)
    .map(byte => alphabet[byte % alphabet.length])
  return characters.length < recoveryCharacters
    ? undefined
    : characters.slice(0, recoveryCharacters).join('')
}

/** In groups of four, as people read and type it. */
export const shownRecovery = (code: string) => code.match(/.{4}/g)?.join('-') ?? code

export const factorDemands = ['optional', 'required'] as const

export type FactorDemand = (typeof factorDemands)[number]

/**
 * Whether the site demands a second factor of this person: where it is required, of everybody who may give money back or
 * let others in (contract.md 33.4).
 */
export const isDemanded = (demand: FactorDemand, caller: Caller): boolean =>
  demand === 'required' &&
  (canSomewhere(caller, 'orders.refund') || canSomewhere(caller, 'team.write'))
