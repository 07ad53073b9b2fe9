import type { Locale } from '../../../core/locale.ts'
import { isMailAddress } from '../../../core/mail-address.ts'
import { type GuestText, localeFor } from '../../../messaging/guests/rules.ts'
import type { DraftRow } from '../record/rules.ts'

export const messageLists = ['attendees', 'orders'] as const

/** What is said to whom, as it was asked for. */
export type MessageWish = {
  list: (typeof messageLists)[number]
  /** The query of the list. */
  query: string
  texts: readonly GuestText[]
}

/** A row of the list with the address that would get the message; empty for none. */
export type Recipient = { id: number; email: string; locale: Locale }

type Judging = {
  texts: MessageWish['texts']
  /** The language of the site. */
  site: Locale
  /** Whether mails to an address in small letters come back. */
  bounces: (address: string) => boolean
}

/** The address that a message is counted by: one mailbox gets one mail. */
export const addressOf = (email: string): string => email.trim().toLowerCase()

/** One row for each address, with how many places or orders have it; rows without an address are left out, each by itself. */
export function rowsOf(recipients: readonly Recipient[], judging: Judging): DraftRow[] {
  const byAddress = new Map<string, DraftRow>()
  const without: DraftRow[] = []
  for (const recipient of recipients) {
    const address = addressOf(recipient.email)
    const before = byAddress.get(address)
    if (before) before.count += 1
    else if (isMailAddress(address)) byAddress.set(address, rowOf(recipient, address, judging))
    else without.push({ ...base(recipient, judging), action: 'skip', reason: 'no_address' })
  }
  return [...byAddress.values(), ...without].sort((one, other) => one.subjectId - other.subjectId)
}

const base = ({ id, locale }: Recipient, { texts, site }: Judging) => ({
  subjectId: id,
  amountMinor: 0,
  currency: null,
  method: localeFor(texts, locale, site),
  count: 1,
  detail: {},
})

function rowOf(recipient: Recipient, address: string, judging: Judging): DraftRow {
  const bounces = judging.bounces(address)
  return {
    ...base(recipient, judging),
    action: bounces ? 'skip' : 'do',
    reason: bounces ? 'mail_bounces' : null,
  }
}
