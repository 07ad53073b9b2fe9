import { useSuspenseQuery } from '@tanstack/react-query'
import { atEvent, mayDeleteRecord, mayEditRecord } from '../../../src/access/records/rules.ts'
import { type Caller, can } from '../../../src/core/caller.ts'
import type { Capability } from '../../../src/core/capabilities.ts'
import type { GrantedRights, Right } from '../../../src/core/rights.ts'
import { meQuery, sessionQuery } from './queries.ts'

/** An event, venue or organizer as the interface shows it. */
type Shown = { id: number; author?: string; status?: string }

const owned = ({ author, status = '' }: Shown) => ({
  author_id: author === undefined || author === '' ? null : Number(author),
  status,
})

const lent = (eventId: number | null, rights: readonly string[]): GrantedRights => ({
  eventId,
  rights: new Set(rights as Right[]),
  refundLimit: null,
})

/**
 * What the person who is signed in may do with one event, venue or organizer: the rules of the service itself, so that no
 * screen offers what would be refused.
 */
export function useRecordRights() {
  const { data: me } = useSuspenseQuery(meQuery)
  const { data: session } = useSuspenseQuery(sessionQuery)
  const caller: Caller = {
    kind: 'user',
    userId: me.user.id,
    role: session?.user.role ?? 'subscriber',
    capabilities: new Set((session?.capabilities ?? []) as Capability[]),
    held: [
      lent(null, me.capabilities),
      ...me.events.map(({ id, capabilities }) => lent(id, capabilities)),
    ],
    seesOwn: true,
    credentialEndsAt: null,
    credential: '',
  }
  return {
    mayEdit: (record: Shown) => mayEditRecord(caller, owned(record)),
    /** Grants lend the right to edit an event, and none to delete it. */
    mayEditEvent: (event: Shown) => mayEditRecord(atEvent(caller, event.id), owned(event)),
    mayDelete: (record: Shown) => mayDeleteRecord(caller, owned(record)),
    mayUpload: can(caller, 'upload_files'),
    /** Contract 13.3. */
    mayWrite: {
      categories: can(caller, 'edit_records') && can(caller, 'publish_records'),
      tags: can(caller, 'edit_records') && can(caller, 'manage_terms'),
    },
  }
}
