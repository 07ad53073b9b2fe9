import type { MessageRow } from './lookup.ts'
import { messageKinds } from './rules.ts'

/**
 * What may keep a message from its address: that nothing arrives there, and for mails that are no part of a purchase
 * that the recipient wants none. What somebody ended never keeps tickets from them (contract.md 19.5).
 */
export function scopesOf({ kind, event_id: eventId }: MessageRow): string[] {
  return messageKinds[kind].mayEnd ? ['all', endedScope(kind, eventId ?? 0)] : ['all']
}

/** The mails that a recipient ends: of this kind and about this event. */
export const endedScope = (kind: string, eventId: number) => `${kind} ${eventId}`
