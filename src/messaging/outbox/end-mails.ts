import type { Deps } from '../deps.ts'
import { findMessage, type MessageRow } from './lookup.ts'
import { addressHash, messageKinds, messageOfToken } from './rules.ts'
import { insertSuppression } from './store.ts'
import { endedScope } from './suppress.ts'

/** The message named by an unsubscribe link; undefined for an invalid link. */
export async function messageToEnd(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  token: string,
): Promise<MessageRow | undefined> {
  const id = messageOfToken(secrets.order, token)
  const message = id === undefined ? undefined : await findMessage(db, id)
  return message && messageKinds[message.kind].mayEnd ? message : undefined
}

/** Unsubscribes the message's recipient from this kind of mail about this event; other mails still arrive. */
export async function endMails({ db, clock, secrets }: Deps, message: MessageRow): Promise<void> {
  await insertSuppression(
    db,
    {
      hash: addressHash(secrets.order, message.recipient),
      scope: endedScope(message.kind, message.event_id ?? 0),
      reason: 'The recipient wants no more of them.',
      messageId: message.id,
    },
    clock.now(),
  )
}
