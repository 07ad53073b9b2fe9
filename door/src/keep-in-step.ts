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

/** How many are inside, as this phone knows it until it is in step again. */
export function countPassage({ read, set }: DoorContext, by: number): void {
  const { about } = read()
  if (!about) return
  const { counts } = about
  set({ about: { ...about, counts: { ...counts, inside: Math.max(0, counts.inside + by) } } })
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
    const { isOnline: wasOnline } = context.read()
    try {
      await sendQueue(syncing(context, about))
      const told = await tellState(syncing(context, about))
      const now = await readChanges(syncing(context, told))
      const { about: own } = context.read()
      // Gate and direction may have been changed meanwhile.
      if (own) {
        const { gate, isOut, confirmedOn } = own
        // A network that was lost while this was read stays lost.
        const isOnline = !wasOnline || context.read().isOnline
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
