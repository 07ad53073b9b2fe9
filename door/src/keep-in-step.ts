import { Refusal } from './service.ts'
import { type DoorContext, syncing } from './state.ts'
import { wipe } from './store.ts'
import { readChanges, sendQueue, tellState } from './sync.ts'

const endings = ['door-device-revoked', 'rest_invalid_token']

/** Looks anew at what waits and at the last scans. */
export async function recount({ db, set }: DoorContext): Promise<void> {
  const past = (await db.getAll('past')).toReversed()
  set({ unsent: await db.count('queue'), past })
}

/** A failed network is no problem; a refusal may be the end of this phone. */
export async function noteFailure({ db, set }: DoorContext, error: unknown): Promise<void> {
  if (!(error instanceof Refusal)) return set({ isOnline: false })
  if (error.code === 'door-clock-off') return set({ problem: 'clock.off' })
  if (!endings.includes(error.code)) return set({ isOnline: true })
  await wipe(db)
  set({ about: undefined, shown: undefined, unsent: 0, past: [], problem: 'pair.revoked' })
}

/** Sends what waits and reads what changed, one at a time. */
export function createSync(context: DoorContext): () => Promise<void> {
  let isSyncing = false
  return async () => {
    const { about, loading } = context.read()
    if (!about?.event || isSyncing || loading !== undefined) return
    isSyncing = true
    try {
      await sendQueue(syncing(context, about))
      const told = await tellState(syncing(context, about))
      const now = await readChanges(syncing(context, told))
      const { about: own } = context.read()
      // Gate and direction may have been changed meanwhile.
      if (own) {
        const { gate, isOut, confirmedOn } = own
        const isOnline = true
        context.set({ about: { ...now, gate, isOut, confirmedOn }, isOnline, problem: undefined })
      }
    } catch (error) {
      await noteFailure(context, error)
    } finally {
      isSyncing = false
      await recount(context)
    }
  }
}
