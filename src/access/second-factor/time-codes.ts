import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/** What authenticator apps expect: RFC 6238 with SHA-1, six digits and thirty seconds. */
const terms = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const secretBytes = 20
/** Steps of thirty seconds before and after the present one that count too, because clocks differ. */
const stepsAround = 1

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** A new secret, and the forms in which people give it to their app. */
export function newSecret({ login, site }: { login: string; site: string }) {
  const secret = new Secret({ size: secretBytes })
  return { bytes: bytesOf(secret), ...shownSecret(bytesOf(secret), { login, site }) }
}

/** The secret as text to type, and as an address that apps read from a QR code. */
export function shownSecret(bytes: Buffer, { login, site }: { login: string; site: string }) {
  const secret = secretOf(bytes)
  // A colon divides issuer and label in the address.
  const named = { issuer: site.replaceAll(':', ' '), label: login }
  return { secret: secret.base32, uri: new TOTP({ ...terms, ...named, secret }).toString() }
}

/** The step of time whose code this is, or undefined when it is of none around now. */
export function stepOfCode(bytes: Buffer, code: string, now: Date): number | undefined {
  const totp = new TOTP({ ...terms, secret: secretOf(bytes) })
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window: stepsAround })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}

const secretOf = (bytes: Buffer) => new Secret({ buffer: new Uint8Array(bytes).buffer })
const bytesOf = (secret: Secret) => Buffer.from(secret.bytes)

const cipherKey = (key: Buffer) =>
  Buffer.from(hkdfSync('sha256', key, '', 'marquee second factors', 32))

/** Encrypts a secret under one of the installation: it must be read again, so it cannot be a hash. */
export function sealSecret(key: Buffer, bytes: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, cipherKey(key), nonce)
  const content = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), content])
}

/** Decrypts the result of `sealSecret`; throws when it was changed, or encrypted under another secret. */
export function openSecret(key: Buffer, sealed: Buffer): Buffer {
  const decipher = createDecipheriv(algorithm, cipherKey(key), sealed.subarray(0, nonceBytes))
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()])
}
