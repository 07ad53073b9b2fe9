import type { WireEvent } from '../../src/ticketing/door/rules.list.ts'
import { noteFailure, recount } from './keep-in-step.ts'
import { Refusal } from './service.ts'
import { type DoorContext, syncing } from './state.ts'
import { type About, saveAbout, wipe } from './store.ts'
import { readList, sendQueue } from './sync.ts'

type PairedPhone = { secret: string; device: About['device']; events: WireEvent[] }

const unread = ({ secret, device, events }: PairedPhone): About => ({
  secret,
  device,
  events,
  event: events[0],
  gates: [],
  tickets: [],
  keys: [],
  position: undefined,
  gate: device.gate,
  isOut: false,
  confirmedOn: '',
  syncedAt: 0,
  counts: { inside: 0, expected: 0 },
})

/** Pairs this phone by the token of an address, and reads its list. */
export async function pairPhone(context: DoorContext, token: string): Promise<void> {
  const { db, service, site, set } = context
  try {
    const about = unread(await service.pair(token, site.version))
    await wipe(db)
    await saveAbout(db, about)
    await navigator.storage?.persist?.()
    set({ about, problem: undefined, isOnline: true })
    if (about.event) await chooseEvent(context, about.event.id)
  } catch (error) {
    set({ problem: error instanceof Refusal ? 'pair.ended' : 'pair.failed' })
  }
}

/** Takes another event, after everything of the one before was sent. */
export async function chooseEvent(context: DoorContext, event: number): Promise<void> {
  const { about, loading } = context.read()
  if (!about || loading !== undefined) return
  context.set({ loading: 0 })
  try {
    if (about.event) await sendQueue(syncing(context, about))
    const tell = (count: number) => context.set({ loading: count })
    context.set({ about: await readList(syncing(context, about), event, tell), isOnline: true })
  } catch (error) {
    await noteFailure(context, error)
  } finally {
    context.set({ loading: undefined })
    await recount(context)
  }
}

export type Choice = { gate: number | null; isOut: boolean; day: string }

/** Opens the door for a day: gate and direction. */
export async function openDoor(context: DoorContext, { gate, isOut, day }: Choice): Promise<void> {
  const { about } = context.read()
  if (!about) return
  const chosen = { ...about, gate, isOut, confirmedOn: day }
  await saveAbout(context.db, chosen)
  context.set({ about: chosen, shown: undefined })
}

export async function unpairPhone({ db, set }: DoorContext): Promise<void> {
  await wipe(db)
  set({ about: undefined, shown: undefined, unsent: 0, past: [] })
}
