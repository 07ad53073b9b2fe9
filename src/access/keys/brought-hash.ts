import { createHash, timingSafeEqual } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { blake2b } from '@noble/hashes/blake2.js'

const alphabet = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Rounds of phpass are 2 to the power of this at most: more would keep the process busy. */
const exponentMost = 15

/** Whether a hash of the old system can be verified here. */
export const isVerifiable = (stored: string): boolean =>
  /^\$generic\$[\w-]{40}$/.test(stored) || (exponentOf(stored) ?? exponentMost + 1) <= exponentMost

function exponentOf(stored: string): number | undefined {
  if (!/^\$P\$[./\dA-Za-z]{31}$/.test(stored)) return undefined
  const exponent = alphabet.indexOf(stored[3] ?? '')
  return exponent >= 7 && exponent <= 30 ? exponent : undefined
}

/** The old system shows its passwords in groups and compares letters and digits only. */
export const lettersOf = (password: string): string => password.replace(/[^A-Za-z\d]/g, '')

/**
 * Whether an application password of the old system is this one: BLAKE2b of 30 bytes with the key of WordPress 6.8, or phpass, whose
 * rounds are done in portions, so that other requests go on meanwhile.
 */
export async function verifiesBrought(stored: string, password: string): Promise<boolean> {
  const plain = lettersOf(password)
  if (plain === '' || plain.length > 100 || !isVerifiable(stored)) return false
  if (stored.startsWith('$generic$')) {
    const key = Buffer.from('wp_fast_hash_6.8+')
    const hash = blake2b(Buffer.from(plain), { key, dkLen: 30 })
    return isSame(stored.slice('$generic$'.length), Buffer.from(hash).toString('base64url'))
  }
  return isSame(stored, await phpass(stored, plain))
}

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

const roundsAtOnce = 1024

async function phpass(stored: string, password: string): Promise<string> {
  const md5 = (...parts: (string | Buffer)[]) => {
    const hash = createHash('md5')
    for (const part of parts) hash.update(part)
    return hash.digest()
  }
  let digest = md5(stored.slice(4, 12), password)
  const rounds = 2 ** (exponentOf(stored) ?? 0)
  for (let round = 0; round < rounds; round += 1) {
    if (round % roundsAtOnce === 0) await nextTurn()
    digest = md5(digest, password)
  }
  return stored.slice(0, 12) + inAlphabet(digest)
}

/** Groups of three bytes as four characters, low bits first. */
function inAlphabet(bytes: Buffer): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const group = bytes.subarray(at, at + 3)
    let value = group.reduce((sum, byte, index) => sum + byte * 256 ** index, 0)
    for (let n = 0; n <= group.length; n += 1) {
      text += alphabet[value % 64] ?? ''
      value = Math.floor(value / 64)
    }
  }
  return text
}
