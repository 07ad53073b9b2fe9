import { isMailAddress } from '../core/mail-address.ts'
import { CommandRefused } from './command-refused.ts'

/** The address that an operator typed, when mail can be sent to it. */
export function addressOf(email: string): string {
  if (!isMailAddress(email)) throw new CommandRefused(`${email} is not an e-mail address.`)
  return email
}
