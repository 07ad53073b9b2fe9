import { makeMailedLink } from '../../access/sessions/mail-link.ts'
import type { MailedPurpose } from '../../access/sessions/rules.ts'
import { findAddressee } from '../../access/users/lookup.ts'
import type { Deps } from '../deps.ts'
import type { MessageRow } from '../outbox/lookup.ts'
import type { Withdrawn } from './letter.ts'

/** What a mail about an account says: its owner, its login, and the link with which a password is chosen. */
export type AccountView = { name: string; login: string; url: string }

/** Finds the account of a mail and makes its link. A preview has an example instead, which opens nothing. */
export type OpenAccount = (
  deps: Deps,
  message: MessageRow,
) => AccountView | Withdrawn | Promise<AccountView | Withdrawn>

/** A visitor who asked this long ago has asked again, or found the password. */
const askedAgoMaxMs = 3_600_000

/** What the link of each kind of mail does. */
const purposes: { [Kind in MessageRow['kind']]?: MailedPurpose } = {
  'account.reset': 'reset',
  'account.invited': 'invitation',
  'account.confirm': 'sign-in',
}

/** The account that a mail is about, with a new link; or why the mail is not sent any more. */
export const openAccount: OpenAccount = async (deps, message) => {
  const { db, clock } = deps
  const { kind, about_id: userId, recipient, created_at: askedAt } = message
  const account = await findAddressee(db, userId)
  if (!account) return { withdrawn: 'The account is gone.' }
  const purpose = purposes[kind] ?? 'reset'
  if (purpose === 'invitation' && account.has_password) {
    return { withdrawn: 'The account has a password by now.' }
  }
  const isLate = clock.now().getTime() - askedAt.getTime() >= askedAgoMaxMs
  if (purpose !== 'invitation' && isLate) {
    return { withdrawn: 'It was asked for more than an hour ago.' }
  }
  const url = await makeMailedLink(deps, { userId, purpose, email: recipient })
  if (url === undefined) return { withdrawn: 'The account has another address by now.' }
  return { name: account.display_name, login: account.login, url }
}
