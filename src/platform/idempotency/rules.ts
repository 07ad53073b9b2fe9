import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
} from 'node:crypto'
import { deflateSync, inflateSync } from 'node:zlib'

/** An answer as it is kept for a repeated request. */
export type StoredAnswer = {
  status: number
  headers: Record<string, string | string[]>
  body: unknown
}

/** 1 to 255 printable characters, as clients of other services send them. */
export function isKey(key: string): boolean {
  return /^[\x21-\x7e]{1,255}$/.test(key)
}

/** What is stored of the client's key: its hash alone. */
export const hashOfKey = (key: string) => createHash('sha256').update(`key|${key}`).digest()

type AskedRequest = { key: string; method: string; url: string; parameters: unknown }

/**
 * Tells one request from another under the same key: method, path and parameters. Parameters can hold a password that
 * somebody chose, so the client's key, which is not stored, goes into the hash.
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

/** Smaller answers are kept as they are: they shrink by little, and processes of the release before can read them. */
const deflatedFrom = 1024

/** What a deflated text begins with; JSON of an answer begins with a brace. */
const deflatedMark = 0x78

/**
 * Encrypts an answer so that only who knows the client's key can read it: it may hold codes and secrets. A large one is
 * deflated before.
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

/** Worth repeating to the client: what ran to an end. Faults of ours and "come back later" are tried again instead. */
export function isFinal(status: number): boolean {
  return status < 500 && status !== 429 && status !== 409
}
