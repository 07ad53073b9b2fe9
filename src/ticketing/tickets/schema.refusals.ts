import type { NonceAction } from '../../access/nonces/rules.ts'
import type { Caller } from '../../core/caller.ts'

/** What a refused change of a ticket says, in the names of the parameters. */

export const otherEvent = { post_id: { message: 'post_id is not the event of this ticket.' } }

/** One message for an event that does not exist and for one that the caller may not edit. */
export const noEvent = ({ kind }: Caller) =>
  kind === 'anonymous'
    ? 'Invalid nonce: sign in as somebody who may edit the event; a nonce works only for the account that read it.'
    : 'Invalid nonce: post_id is not an event that you may edit.'

export const unknownProvider =
  'provider must be "tc" for tickets of the shop, paid or free, or "rsvp" for answers to an invitation.'

export const noPrice = 'price is missing: send a decimal such as 12.50, or "" for a free ticket.'

/** Why a nonce does not hold, and where the right one is read. */
export function wrongNonce(action: NonceAction, nonce: unknown): string {
  const what = nonce === undefined || nonce === '' ? 'missing' : 'wrong, or too old'
  return `Invalid nonce: ${action}_nonce is ${what}. ${howToGet[action]}`
}

const howToGet = {
  add_ticket:
    'Send `nonces.add` of the event, as GET /events/{post_id} of the events namespace answers it to the credentials of this request.',
  edit_ticket:
    'Send `nonces.edit` of the ticket, as GET /tickets/{id} answers it to the credentials of this request.',
  remove_ticket:
    'Send `nonces.remove` of the ticket, as GET /tickets/{id} answers it to the credentials of this request.',
} as const
