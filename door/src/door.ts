import type { WireEntry } from '../../src/ticketing/door/rules.list.ts'
import { countPassage, createSync, recount } from './keep-in-step.ts'
import { chooseEvent, type Choice, openDoor, pairPhone, unpairPhone } from './pairing.ts'
import type { Hit } from './service.ts'
import { createContext, type DoorContext, type DoorParts } from './state.ts'
import { noteEnd, type Past, readAbout, serviceTime, writeScan } from './store.ts'
import { letFamilyIn } from './let-family-in.ts'
import { createScanning } from './take-scan.ts'

const everyMs = 5000

/** The door of this phone: what it knows, shows and sends. */
export async function createDoor(parts: DoorParts) {
  const context = createContext(parts, {
    about: await readAbout(parts.db),
    shown: undefined,
    past: [],
    unsent: await parts.db.count('queue'),
    isOnline: navigator.onLine,
    loading: undefined,
    isPractice: false,
    problem: undefined,
  })
  const sync = createSync(context)
  const { read, set, hear, inTurn } = context
  const scanning = createScanning(context)
  setInterval(() => document.visibilityState === 'visible' && void sync(), everyMs)
  addEventListener('online', () => {
    set({ isOnline: true })
    void sync()
  })
  addEventListener('offline', () => set({ isOnline: false }))
  await recount(context)
  void sync()
  const next = () => {
    scanning.forget()
    set({ shown: undefined })
  }
  return {
    read,
    hear,
    next,
    ...corrections(context, { sync, next }),
    scan: (text: string, spanMs?: number) => inTurn(() => scanning.take(text, spanMs)),
    search: (text: string) => {
      const { about } = read()
      if (!about?.event) return Promise.resolve([])
      return context.service.search(about.secret, about.event.id, text)
    },
    letInByName: (hit: Hit) => inTurn(() => scanning.takeFound(hit)),
    acknowledge: () => {
      const { shown } = read()
      if (shown) set({ shown: { ...shown, needsRead: false } })
    },
    practise: () => set({ isPractice: !read().isPractice, shown: undefined }),
    pair: (token: string) => pairPhone(context, token),
    choose: (event: number) => chooseEvent(context, event),
    open: async (choice: Choice) => {
      await openDoor(context, choice)
      void sync()
    },
    close: async () => {
      const { about } = read()
      if (about) await openDoor(context, { gate: about.gate, isOut: about.isOut, day: '' })
    },
    unpair: () => unpairPhone(context),
    waiting: () => context.db.getAll('queue'),
  }
}

export type Door = Awaited<ReturnType<typeof createDoor>>

type Around = { sync: () => Promise<void>; next: () => void }

/** What staff do beside scanning: families, guests, and what was a mistake. */
function corrections(context: DoorContext, { sync, next }: Around) {
  const { db, read, set, inTurn } = context
  const now = () => serviceTime(read().about)
  async function write(scan: Parameters<typeof writeScan>[1], after?: WireEntry) {
    if (read().isPractice) return
    await inTurn(() => writeScan(db, scan, after))
    await recount(context)
    void sync()
  }
  return {
    /** Lets in everybody else of the order; each is a scan of its own. */
    letAllIn: async (family: readonly WireEntry[]) => {
      const { about, shown } = read()
      if (!about) return
      const left = read().isPractice ? [] : await inTurn(() => letFamilyIn(context, about, family))
      if (!read().isPractice) countPassage(context, family.length - left.length)
      if (shown?.judged) set({ shown: { ...shown, left, judged: { ...shown.judged, family: [] } } })
    },
    undo: async (past: Past) => {
      if (past.end === 'admitted' && !read().isPractice) countPassage(context, -1)
      await write({ at: now(), kind: 'undo', of: past.seq }, past.before)
      await noteEnd(db, { seq: past.seq, end: 'undone' })
      await recount(context)
      set({ shown: undefined })
    },
    /** Takes back what stands of a ticket, wherever it was scanned. */
    undoOther: async (entry: WireEntry) => {
      const after = { ...entry, inside: false, entered_at: null, checked_in_at: null }
      await write({ at: now(), kind: 'undo', attendee: entry.id }, after)
      next()
    },
    guest: (kind: 'guest_in' | 'guest_out') =>
      write({ at: now(), kind, gate: read().about?.gate ?? null, end: 'counted' }),
  }
}
