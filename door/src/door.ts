import type { WireEntry } from '../../src/ticketing/door/rules.list.ts'
import { entered, judgeText, type Judged, proofOf } from './judge-scan.ts'
import { Refusal, type Service } from './service.ts'
import { signal } from './signals.ts'
import type { Site } from './site.ts'
import {
  type About,
  type Db,
  noteEnd,
  type Past,
  readAbout,
  saveAbout,
  wipe,
  writeScan,
} from './store.ts'
import { readChanges, readList, sendQueue } from './sync.ts'

export type Colour = 'yes' | 'seen' | 'no' | 'desk' | 'wait' | 'out'

/** What the screen shows of the last scan. */
export type Shown = {
  readonly colour: Colour
  readonly judged: Judged | undefined
  readonly seq: number | undefined
  /** Nobody else was asked: there is no network, or it was too slow. */
  readonly isAlone: boolean
  readonly needsRead: boolean
}

export type Problem = 'pair.ended' | 'pair.failed' | 'pair.revoked' | 'clock.off'

export type DoorState = {
  readonly about: About | undefined
  readonly shown: Shown | undefined
  readonly past: readonly Past[]
  readonly unsent: number
  readonly isOnline: boolean
  readonly loading: number | undefined
  readonly isPractice: boolean
  readonly problem: Problem | undefined
}

/** How long a phone with a network waits for the answer before it decides alone. */
const answerMs = 1500
const againMs = 2000
const everyMs = 5000

/** The door of this phone: what it knows, shows and sends. Scans are judged one after another, in their order. */
export async function createDoor(db: Db, service: Service, site: Site) {
  let state: DoorState = {
    about: await readAbout(db),
    shown: undefined,
    past: [],
    unsent: await db.count('queue'),
    isOnline: navigator.onLine,
    loading: undefined,
    isPractice: false,
    problem: undefined,
  }
  const hearers = new Set<(state: DoorState) => void>()
  const set = (change: Partial<DoorState>) => {
    state = { ...state, ...change }
    for (const hear of hearers) hear(state)
  }
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = turn.then(work, work)
    turn = next.catch(() => {})
    return next
  }
  let last = { text: '', at: 0 }
  const syncing = (about: About) => ({ db, service, version: site.version, about })

  async function recount() {
    const past = (await db.getAll('past')).toReversed()
    set({ unsent: await db.count('queue'), past })
  }

  /** A failed network is no problem; a refusal may be the end of this phone. */
  async function failed(error: unknown) {
    if (
      error instanceof Refusal &&
      ['door-device-revoked', 'rest_invalid_token'].includes(error.code)
    ) {
      await wipe(db)
      set({ about: undefined, shown: undefined, unsent: 0, past: [], problem: 'pair.revoked' })
      return
    }
    if (error instanceof Refusal && error.code === 'door-clock-off') set({ problem: 'clock.off' })
    else set({ isOnline: error instanceof Refusal })
  }

  let isSyncing = false
  async function sync() {
    const { about } = state
    if (!about?.event || isSyncing || state.loading !== undefined) return
    isSyncing = true
    try {
      await sendQueue(syncing(about))
      const now = await readChanges(syncing(state.about ?? about))
      if (state.about)
        set({
          about: { ...now, gate: state.about.gate, isOut: state.about.isOut },
          isOnline: true,
          problem: undefined,
        })
    } catch (error) {
      await failed(error)
    } finally {
      isSyncing = false
      await recount()
    }
  }

  async function scanned(text: string) {
    const { about } = state
    const now = Date.now()
    const isSame = text === last.text && now - last.at < againMs
    last = { text, at: now }
    // The next scan waits until what must be read was read.
    if (!about?.event || isSame || state.shown?.needsRead) return
    const at = new Date(now)
    const judged = await judgeText(db, about, text, at)
    if (state.isPractice)
      return show(judged, about.isOut ? 'out' : colourOf(judged), { isAlone: true })
    if (about.isOut) await goOut(judged, about, at)
    else await comeIn(judged, { about, at, text })
    await recount()
  }

  type Scanning = { about: About; at: Date; text: string }

  async function comeIn(judged: Judged, { about, at, text }: Scanning) {
    const { verdict } = judged
    const place = { at, gate: about.gate, ticketName: judged.ticketName }
    const isUnknown =
      verdict.verdict === 'refused' && verdict.reason === 'unknown' && judged.claim !== undefined
    if (verdict.verdict !== 'admitted' && !(isUnknown && state.isOnline)) {
      const reason = verdict.verdict === 'refused' ? verdict.reason : 'used'
      await writeScan(db, {
        ...place,
        kind: 'in',
        ...proofOf(judged),
        verdict: verdict.verdict,
        reason,
        end: verdict.verdict,
      })
      return show(judged, colourOf(judged), { isAlone: false })
    }
    const entry = isUnknown ? undefined : entered(judged, { at, about })
    if (!state.isOnline) {
      const seq = await writeScan(
        db,
        { ...place, kind: 'in', ...proofOf(judged), verdict: 'admitted', end: 'admitted' },
        entry,
      )
      return show(judged, 'yes', { seq, isAlone: true })
    }
    show(judged, 'wait', { isAlone: false })
    const proof = isUnknown ? { ticket: text } : proofOf(judged)
    const seq = await writeScan(db, {
      ...place,
      kind: 'in',
      ...proof,
      verdict: 'waits',
      end: 'waits',
    })
    const result = await answerTo(about, seq)
    if (result === undefined) {
      if (isUnknown) return show(judged, 'desk', { seq, isAlone: true })
      await writeScan(db, { at: new Date(), kind: 'stands', of: seq })
      await noteEnd(db, seq, 'admitted', entry)
      return show(judged, 'yes', { seq, isAlone: true })
    }
    if (result.result === 'admitted') {
      if (entry) await noteEnd(db, seq, 'admitted', entry)
      return show(judged, 'yes', { seq, isAlone: false })
    }
    return show(
      await afterAnswer(judged, about, result),
      result.result === 'repeat' ? 'seen' : 'no',
      { seq, isAlone: false },
    )
  }

  /** What the service said about one scan; undefined when it did not say it in time. */
  async function answerTo(about: About, seq: number) {
    try {
      const results = await sendQueue(syncing(about), answerMs)
      set({ isOnline: true })
      return results.get(seq)
    } catch (error) {
      await failed(error)
      return undefined
    }
  }

  /** Somebody else was first: what the service knows of the ticket is read, so that the screen can say when and where. */
  async function afterAnswer(
    judged: Judged,
    about: About,
    { refusal }: { refusal: string | null },
  ): Promise<Judged> {
    const now = await readChanges(syncing(about)).catch(() => about)
    set({ about: { ...now, gate: about.gate, isOut: about.isOut } })
    const entry = judged.claim && (await db.get('entries', judged.claim.attendeeId))
    if (refusal !== null)
      return { ...judged, verdict: { verdict: 'refused', reason: refusal as 'unknown' } }
    const before = {
      at: new Date(entry?.entered_at ?? Date.now()),
      deviceId: entry?.device ?? null,
      gateId: entry?.gate ?? null,
    }
    return { ...judged, entry, verdict: { verdict: 'repeat', before } }
  }

  async function goOut(judged: Judged, about: About, at: Date) {
    const { entry, verdict } = judged
    const reason = verdict.verdict === 'refused' ? verdict.reason : ''
    const isOurs =
      judged.claim !== undefined && !['security_code_not_valid', 'other_event'].includes(reason)
    if (!isOurs) return show(judged, colourOf(judged), { isAlone: false })
    const after: WireEntry | undefined = entry && { ...entry, inside: false }
    const seq = await writeScan(
      db,
      {
        at,
        gate: about.gate,
        kind: 'out',
        ...proofOf(judged),
        end: 'out',
        ticketName: judged.ticketName,
      },
      after,
    )
    return show(judged, 'out', { seq, isAlone: !state.isOnline })
  }

  type Showing = { isAlone: boolean; seq?: number }

  function show(judged: Judged, colour: Colour, { isAlone, seq }: Showing) {
    const needsRead = colour === 'yes' && judged.notes.length > 0
    if (colour !== 'wait') signal(colour)
    set({ shown: { colour, judged, seq, isAlone, needsRead } })
  }

  async function write(scan: Parameters<typeof writeScan>[1], after?: WireEntry) {
    if (state.isPractice) return
    await inTurn(() => writeScan(db, scan, after))
    await recount()
    void sync()
  }

  const commands = {
    scan: (text: string) => inTurn(() => scanned(text)),
    next: () => {
      last = { text: '', at: 0 }
      set({ shown: undefined })
    },
    acknowledge: () => state.shown && set({ shown: { ...state.shown, needsRead: false } }),
    /** Lets in everybody else of the order; each is a scan of its own. */
    letAllIn: async (family: readonly WireEntry[]) => {
      const { about } = state
      if (!about) return
      for (const one of family) {
        const at = new Date()
        const after = {
          ...one,
          inside: true,
          entered_at: at.toISOString(),
          device: about.device.id,
          gate: about.gate,
        }
        await write(
          {
            at,
            kind: 'in',
            attendee: one.id,
            generation: one.generation,
            verdict: 'admitted',
            gate: about.gate,
            end: 'admitted',
          },
          after,
        )
      }
      if (state.shown?.judged)
        set({ shown: { ...state.shown, judged: { ...state.shown.judged, family: [] } } })
    },
    undo: async (past: Past) => {
      await write({ at: new Date(), kind: 'undo', of: past.seq }, past.before)
      await noteEnd(db, past.seq, 'undone')
      await recount()
      set({ shown: undefined })
    },
    undoOther: async (entry: WireEntry) => {
      await write(
        { at: new Date(), kind: 'undo', attendee: entry.id },
        { ...entry, inside: false, entered_at: null, checked_in_at: null },
      )
      commands.next()
    },
    guest: (kind: 'guest_in' | 'guest_out') =>
      write({ at: new Date(), kind, gate: state.about?.gate ?? null, end: 'counted' }),
    practise: () => set({ isPractice: !state.isPractice, shown: undefined }),
    pair: async (token: string) => {
      try {
        const { secret, device, events } = await service.pair(token, site.version)
        await wipe(db)
        const about: About = {
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
        }
        await saveAbout(db, about)
        await navigator.storage?.persist?.()
        set({ about, problem: undefined, isOnline: true })
        if (events[0]) await commands.choose(events[0].id)
      } catch (error) {
        set({ problem: error instanceof Refusal ? 'pair.ended' : 'pair.failed' })
      }
    },
    /** Takes another event, after everything of the one before was sent. */
    choose: async (event: number) => {
      const { about } = state
      if (!about || state.loading !== undefined) return
      set({ loading: 0 })
      try {
        if (about.event) await sendQueue(syncing(about))
        const known = await readList(syncing(about), event, loading => set({ loading }))
        set({ about: known, isOnline: true })
      } catch (error) {
        await failed(error)
      } finally {
        set({ loading: undefined })
        await recount()
      }
    },
    open: async (choice: { gate: number | null; isOut: boolean; day: string }) => {
      const { about } = state
      if (!about) return
      const known = { ...about, gate: choice.gate, isOut: choice.isOut, confirmedOn: choice.day }
      await saveAbout(db, known)
      set({ about: known, shown: undefined })
      void sync()
    },
    close: async () => {
      const { about } = state
      if (about) await commands.open({ gate: about.gate, isOut: about.isOut, day: '' })
    },
    unpair: async () => {
      await wipe(db)
      set({ about: undefined, shown: undefined, unsent: 0, past: [] })
    },
    waiting: () => db.getAll('queue'),
    sync,
  }
  setInterval(() => document.visibilityState === 'visible' && void sync(), everyMs)
  addEventListener('online', () => {
    set({ isOnline: true })
    void sync()
  })
  addEventListener('offline', () => set({ isOnline: false }))
  await recount()
  void sync()
  return {
    ...commands,
    read: () => state,
    hear: (hear: (state: DoorState) => void) => {
      hearers.add(hear)
      return () => void hearers.delete(hear)
    },
  }
}

export type Door = Awaited<ReturnType<typeof createDoor>>

function colourOf({ verdict, claim }: Judged): Colour {
  if (verdict.verdict === 'admitted') return 'yes'
  if (verdict.verdict === 'repeat') return 'seen'
  return verdict.reason === 'unknown' && claim !== undefined ? 'desk' : 'no'
}
