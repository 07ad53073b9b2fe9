import type { Follower } from '../../platform/facts/follow.ts'
import type { Deps } from '../deps.ts'
import { dueAt, toldBefore } from './rules.ts'
import { openNotice, setDue } from './store.ts'

/**
 * Reads the facts about saved events. For each change that guests must be told of, notes the event and the values that
 * the guests know so far (contract.md 19.6).
 */
export function eventsFollower({ clock }: Pick<Deps, 'clock'>): Follower {
  return {
    name: 'notices',
    reads: ['event.saved'],
    work: async (tx, facts) => {
      const now = clock.now()
      for (const { payload, at: changedAt } of facts) {
        const told = toldBefore(payload)
        const { event_id: eventId } = payload
        if (!told || typeof eventId !== 'number') continue
        const since = await openNotice(tx, { eventId, told, now, changedAt })
        await setDue(tx, eventId, dueAt(since, now))
      }
    },
  }
}
