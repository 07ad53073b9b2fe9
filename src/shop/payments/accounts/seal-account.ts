import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

const cipherKey = (secret: Buffer) =>
  Buffer.from(hkdfSync('sha256', secret, '', 'marquee merchant accounts', 32))

/** Encrypts the credentials of a merchant's account under a secret of the installation. */
export function sealAccount(secret: Buffer, values: Readonly<Record<string, unknown>>): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, cipherKey(secret), nonce)
  const content = Buffer.concat([cipher.update(JSON.stringify(values)), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), content])
}

/** Decrypts the result of `sealAccount`; throws when it was changed, or encrypted under another secret. */
export function openAccount(secret: Buffer, sealed: Buffer): Record<string, unknown> {
  const nonce = sealed.subarray(0, nonceBytes)
  const decipher = createDecipheriv(algorithm, cipherKey(secret), nonce)
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  const content = sealed.subarray(nonceBytes + tagBytes)
  return JSON.parse(decipher.update(content, undefined, 'utf8') + decipher.final('utf8'))
}
