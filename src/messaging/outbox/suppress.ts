import type { MessageRow } from './lookup.ts'
import { messageKinds } from './rules.ts'

/**
 * The suppressions that hold this message back. `all`, set when mails to the address bounce, holds back every kind. An
 * unsubscription holds back one kind about one event, and never tickets (contract.md 19.5).
 */
export function scopesOf({ kind, event_id: eventId }: MessageRow): string[] {
  return messageKinds[kind].mayEnd ? ['all', endedScope(kind, eventId ?? 0)] : ['all']
}

/** The scope that a recipient unsubscribes from: this kind of mail about this event. */
export const endedScope = (kind: string, eventId: number) => `${kind} ${eventId}`
