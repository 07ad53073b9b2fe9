import type { MessageRow } from './lookup.ts'
import { messageKinds } from './rules.ts'

/** The scope of a suppression that holds back every kind of mail: mail to the address bounces. */
export const bouncedScope = 'all'

/**
 * The suppressions that hold this message back. `all`, set when mails to the address bounce, holds back every kind. An
 * unsubscription holds back one kind about one event, and never tickets (contract.md 19.5).
 */
export function scopesOf({ kind, event_id: eventId }: MessageRow): string[] {
  return messageKinds[kind].mayEnd ? [bouncedScope, endedScope(kind, eventId ?? 0)] : [bouncedScope]
}

/** The scope that a recipient unsubscribes from: this kind of mail about this event. */
export const endedScope = (kind: string, eventId: number) => `${kind} ${eventId}`
