import { createHash } from 'node:crypto'

/** The first eight bytes of the SHA-256 of a ticket's number and secret: what a phone keeps instead of the secret. */
export const codeHash = ({ id, security_code }: { id: number; security_code: string }): string =>
  createHash('sha256').update(`${id}.${security_code}`).digest('hex').slice(0, 16)
