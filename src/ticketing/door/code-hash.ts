import { createHash } from 'node:crypto'
import { doorCodeText } from '../checkin/door-code.ts'

const firstBytes = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** The first eight bytes of the SHA-256 of a ticket's number and secret: what a phone keeps instead of the secret. */
export const codeHash = ({ id, security_code }: { id: number; security_code: string }): string =>
  firstBytes(`${id}.${security_code}`)

/** The same of the code that is typed; blank where there is none. */
export const doorCodeHash = (of: { event_id: number; door_code: string }): string =>
  of.door_code === '' ? '' : firstBytes(doorCodeText(of.event_id, of.door_code))
