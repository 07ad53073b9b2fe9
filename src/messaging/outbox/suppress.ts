import type { MessageRow } from './lookup.ts'
import { messageKinds } from './rules.ts'

/**
 * What may keep a message from an address: nothing arrives there, or its recipient unsubscribed from mails that are
 * no part of a purchase. Unsubscribing never holds tickets back (contract.md 19.5).
 */
export function scopesOf({ kind, event_id: eventId }: MessageRow): string[] {
  return messageKinds[kind].mayEnd ? ['all', endedScope(kind, eventId ?? 0)] : ['all']
}

/** The scope that a recipient unsubscribes from: this kind of mail about this event. */
export const endedScope = (kind: string, eventId: number) => `${kind} ${eventId}`
