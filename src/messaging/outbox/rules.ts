import { createHmac, timingSafeEqual } from 'node:crypto'

/** The kinds of mail, and whether recipients can unsubscribe from each. */
export const messageKinds = {
  'order.confirmed': { mayEnd: false },
  'ticket.issued': { mayEnd: false },
  'order.pending': { mayEnd: false },
  'order.failed': { mayEnd: false },
  'order.refunded': { mayEnd: false },
  'order.links': { mayEnd: false },
  'ticket.transferred': { mayEnd: false },
  'ticket.returned': { mayEnd: false },
  'event.changed': { mayEnd: false },
  'event.cancelled': { mayEnd: false },
  'event.postponed': { mayEnd: false },
  'event.reminder': { mayEnd: true },
  'guests.message': { mayEnd: false },
  'account.reset': { mayEnd: false },
  'account.invited': { mayEnd: false },
  'account.confirm': { mayEnd: false },
  test: { mayEnd: false },
} as const

export type MessageKind = keyof typeof messageKinds

export const messageKindNames = Object.keys(messageKinds) as MessageKind[]

const toHolders: readonly MessageKind[] = ['ticket.issued', 'ticket.transferred', 'ticket.returned']

type Queued = {
  kind: MessageKind
  network?: string | null
  orderId?: number | null
  aboutKind: string
  aboutId: number
}

/**
 * The flow that a message waits in. Flows take turns: a network has one for the mails to its purchasers and one for
 * those to its holders, the desk and the notices of an event have their own. Null is a flow for this message alone.
 */
export function flowOf({ kind, network, orderId, aboutKind, aboutId }: Queued): string | null {
  // Behind whatever else waits: of a message to thousands one leaves while each other flow has its turn.
  if (kind === 'guests.message') return 'messages to guests'
  const whom = toHolders.includes(kind) ? 'holders' : 'purchasers'
  if (network === '') return `desk, ${whom}`
  if (network) return `network ${network}, ${whom}`
  if (orderId) return `order ${orderId}, ${whom}`
  return aboutKind === 'event' ? `event ${aboutId}` : null
}

/**
 * Whether a mail has a link that opens an account. Such a mail is never kept: whoever may read the outbox could become
 * anybody else by it.
 */
export const opensAccount = (kind: MessageKind) =>
  kind === 'account.reset' || kind === 'account.invited' || kind === 'account.confirm'

/**
 * The states of a message. `captured` means sent, where no mail server is set. `withdrawn` messages lost their reason
 * before they were sent, or were taken back by staff. `withheld` messages are beyond a limit: somebody has to let them
 * leave.
 */
export const messageStates = [
  'queued',
  'sending',
  'sent',
  'captured',
  'failed',
  'suppressed',
  'bounced',
  'withdrawn',
  'withheld',
] as const

export type MessageState = (typeof messageStates)[number]

/** A message that did not arrive may be tried again; one that was sent cannot be withdrawn. */
export const mayRetry = (state: MessageState) =>
  state === 'failed' ||
  state === 'bounced' ||
  state === 'suppressed' ||
  state === 'withdrawn' ||
  state === 'withheld'

export const mayWithdraw = (state: MessageState) => state === 'queued' || state === 'withheld'

/** Whether the address of a message was erased; the message can then neither be sent nor tried again. */
export const isErased = ({ recipient }: { recipient: string }) => recipient.startsWith('erased:')

/** An address as suppressions store it: a keyed hash, which remains when the address is erased. */
export function addressHash(key: Buffer, address: string): Buffer {
  return createHmac('sha256', key).update(`address|${address.trim().toLowerCase()}`).digest()
}

/** The address to which a mail bounces. It names the message, and is signed so that nobody else can make one. */
export function bounceAddress(key: Buffer, mailbox: string, messageId: number): string {
  const [local = '', domain = ''] = mailbox.split('@')
  return `${local}+${messageId}-${bounceMark(key, messageId)}@${domain}`
}

/** The message named by a bounce address; undefined when the signature is wrong. */
export function messageOfBounce(key: Buffer, address: string): number | undefined {
  const [, id, mark = ''] = /\+(\d{1,15})-([0-9a-f]{16})@/i.exec(address) ?? []
  if (id === undefined) return undefined
  return isSame(bounceMark(key, Number(id)), mark.toLowerCase()) ? Number(id) : undefined
}

const bounceMark = (key: Buffer, messageId: number) =>
  createHmac('sha256', key).update(`bounce|${messageId}`).digest('hex').slice(0, 16)

/** The token in the unsubscribe link of a mail. */
export function endingToken(key: Buffer, messageId: number): string {
  const mark = createHmac('sha256', key).update(`end|${messageId}`).digest('base64url')
  return `${messageId}-${mark.slice(0, 22)}`
}

/** The message for which an unsubscribe token was made; undefined when the token is invalid. */
export function messageOfToken(key: Buffer, token: string): number | undefined {
  const [, id] = /^(\d{1,15})-[\w-]{22}$/.exec(token) ?? []
  if (id === undefined) return undefined
  return isSame(endingToken(key, Number(id)), token) ? Number(id) : undefined
}

function isSame(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}
