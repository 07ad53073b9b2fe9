import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
} from 'node:crypto'
import { deflateSync, inflateSync } from 'node:zlib'
import type { HeldRights } from '../../core/held-rights.ts'

/** A response as stored for repeated requests. */
export type StoredAnswer = {
  status: number
  headers: Record<string, string | string[]>
  body: unknown
  /** What the caller held when it was made; missing for callers without an account, and from older releases. */
  held?: HeldRights | undefined
}

/** Whether the header is a valid key: 1 to 255 printable characters. */
export function isKey(key: string): boolean {
  return /^[\x21-\x7e]{1,255}$/.test(key)
}

/** The stored form of the client's key: a hash. */
export const hashOfKey = (key: string) => createHash('sha256').update(`key|${key}`).digest()

type AskedRequest = { key: string; method: string; url: string; parameters: unknown }

/**
 * A fingerprint of a request: method, path and parameters. Parameters can contain a password, so the hash is
 * keyed with the client's key, which is not stored.
 */
export function hashOfRequest({ key, method, url, parameters }: AskedRequest): Buffer {
  const content = JSON.stringify([method, url, parameters])
  return createHmac('sha256', key).update(content).digest()
}

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

const cipherKey = (key: string) =>
  Buffer.from(hkdfSync('sha256', key, '', 'marquee stored answer', 32))

/**
 * Smaller responses are stored uncompressed: they would shrink little, and processes of the previous release
 * can read them.
 */
const deflatedFrom = 1024

/** The first character of a compressed text; the JSON of a response begins with a brace. */
const deflatedMark = 0x78

/**
 * Encrypts a response, which may contain codes and secrets, with the client's key; only the client can repeat
 * it. A large one is compressed first.
 */
export function seal(key: string, answer: StoredAnswer): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, cipherKey(key), nonce)
  const text = Buffer.from(JSON.stringify(answer))
  const kept = text.length < deflatedFrom ? text : deflateSync(text)
  const content = Buffer.concat([cipher.update(kept), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), content])
}

export function open(key: string, sealed: Buffer): StoredAnswer {
  const nonce = sealed.subarray(0, nonceBytes)
  const decipher = createDecipheriv(algorithm, cipherKey(key), nonce)
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  const content = sealed.subarray(nonceBytes + tagBytes)
  const kept = Buffer.concat([decipher.update(content), decipher.final()])
  const text = kept[0] === deflatedMark ? inflateSync(kept) : kept
  return JSON.parse(text.toString('utf8'))
}

/** What a request lacks that the same person gives, and then sends the same request again. */
const lacking: readonly string[] = ['rest_confirm_required', 'rest_second_factor_required']

/**
 * Whether an outcome is final and repeated to the client. Our own faults, "try again later" and "give your password
 * first" are not; such a request runs again.
 */
export function isFinal({ status, code }: { status: number; code: string }): boolean {
  return status < 500 && status !== 429 && status !== 409 && !lacking.includes(code)
}
