import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { WireEntry, WireEvent } from '../../src/ticketing/door/rules.list.ts'
import type { EntryRule } from '../../src/ticketing/door/rules.ts'

/** Now by the clock of the service, as far as this phone knows: in this time everything that it keeps and judges is. */
export const serviceTime = (about: Pick<About, 'skewMs'> | undefined): Date =>
  new Date(Date.now() + (about?.skewMs ?? 0))

export type Gate = { id: number; name: string; place: string; tickets: number[] }
export type DoorTicket = { id: number; name: string; entry: EntryRule; door_note: string }

/** A scan as it is sent (`POST /door/scans`). In the queue `at` is in the time of the service. */
export type QueuedScan = {
  seq: number
  at: string
  kind: 'in' | 'out' | 'undo' | 'stands' | 'guest_in' | 'guest_out'
  attendee?: number
  generation?: number
  code?: string
  typed?: string
  ticket?: string
  verdict?: 'admitted' | 'repeat' | 'refused' | 'waits'
  reason?: string
  gate?: number | null
  of?: number
}

/** What the phone remembers of itself. Names of attendees are nowhere in here. */
export type About = {
  secret: string
  device: { id: number; name: string; gate: number | null; profile?: 'scan' | 'search' }
  events: WireEvent[]
  event: WireEvent | undefined
  gates: Gate[]
  tickets: DoorTicket[]
  keys: { kid: string; x: string }[]
  /** Whether the list was read by an older version of this page, and has to be read anew. */
  isOutdated?: boolean
  /** Up to which change the list is complete; undefined before the first whole list. */
  position: number | undefined
  gate: number | null
  isOut: boolean
  /** The day on which the door was last confirmed, and when the phone was last in step. */
  confirmedOn: string
  syncedAt: number
  counts: { inside: number; expected: number }
  /** How far the clock of the service was ahead of this phone's, when they last met. */
  skewMs?: number
  /** When the phone last said how it is, with scans or without. */
  toldAt?: number
}

/** One of the last scans, without names. */
export type Past = {
  seq: number
  at: string
  end: string
  attendee: number | undefined
  ticket: string
  before: WireEntry | undefined
}

interface DoorDb extends DBSchema {
  about: { key: string; value: unknown }
  entries: { key: number; value: WireEntry; indexes: { order: number; typed: string } }
  queue: { key: number; value: QueuedScan }
  past: { key: number; value: Past }
}

export type Db = IDBPDatabase<DoorDb>

export const openStore = (): Promise<Db> =>
  openDB<DoorDb>('marquee-door', 2, {
    async upgrade(...[db, before, , tx]) {
      if (before < 1) {
        db.createObjectStore('about')
        db.createObjectStore('entries', { keyPath: 'id' }).createIndex('order', 'order')
        db.createObjectStore('queue', { keyPath: 'seq' })
        db.createObjectStore('past', { keyPath: 'seq' })
      }
      tx.objectStore('entries').createIndex('typed', 'typed')
      // A list of the first version has no codes that are typed: it is read anew at the next contact, and judges until then.
      const about = (await tx.objectStore('about').get('phone')) as About | undefined
      if (about) await tx.objectStore('about').put({ ...about, isOutdated: true }, 'phone')
    },
  })

/** On disk before it is shown: a phone that dies the moment after it was green has kept the scan. */
const strict = { durability: 'strict' } as const

export const readAbout = async (db: Db): Promise<About | undefined> =>
  (await db.get('about', 'phone')) as About | undefined

export async function saveAbout(db: Db, about: About): Promise<void> {
  const tx = db.transaction('about', 'readwrite', strict)
  await Promise.all([tx.store.put(about, 'phone'), tx.done])
}

export type Written = Omit<QueuedScan, 'seq' | 'at'> & {
  at: Date
  /** What is remembered of it among the last scans. */
  end?: string
  ticketName?: string
}

/**
 * Writes a scan with the next number, and what it does to the entry of its attendee, in one transaction that is on disk when
 * this resolves. Returns its number.
 */
export async function writeScan(
  db: Db,
  { at, end, ticketName = '', ...scan }: Written,
  after?: WireEntry,
): Promise<number> {
  const tx = db.transaction(['about', 'entries', 'queue', 'past'], 'readwrite', strict)
  const about = tx.objectStore('about')
  const seq = (((await about.get('seq')) as number | undefined) ?? 0) + 1
  const entries = tx.objectStore('entries')
  const before = scan.attendee === undefined ? undefined : await entries.get(scan.attendee)
  await about.put(seq, 'seq')
  await tx.objectStore('queue').put({ seq, at: at.toISOString(), ...scan })
  if (after) await entries.put(after)
  if (end !== undefined) {
    const past = tx.objectStore('past')
    await past.put({
      seq,
      at: at.toISOString(),
      end,
      attendee: scan.attendee,
      ticket: ticketName,
      before,
    })
    await past.delete(IDBKeyRange.upperBound(seq - pastMost))
  }
  await tx.done
  return seq
}

export const pastMost = 20

/** Notes how one of the last scans ended, and what its entry is now. */
export async function noteEnd(
  db: Db,
  { seq, end }: { seq: number; end: string },
  entry?: WireEntry,
): Promise<void> {
  const tx = db.transaction(['past', 'entries'], 'readwrite', strict)
  const past = await tx.objectStore('past').get(seq)
  if (past) await tx.objectStore('past').put({ ...past, end })
  if (entry) await tx.objectStore('entries').put(entry)
  await tx.done
}

export async function removeSent(db: Db, through: number): Promise<void> {
  const tx = db.transaction('queue', 'readwrite', strict)
  await Promise.all([tx.store.delete(IDBKeyRange.upperBound(through)), tx.done])
}

/** Puts entries as the service has them; what this phone knows and has not sent stays. */
export const putEntries = (db: Db, rows: readonly WireEntry[]): Promise<void> =>
  writeEntries(db, rows, false)

/** Puts a whole list in place of the one before, at once: a phone that dies meanwhile has the old one. */
export const replaceEntries = (db: Db, rows: readonly WireEntry[]): Promise<void> =>
  writeEntries(db, rows, true)

async function writeEntries(db: Db, rows: readonly WireEntry[], isWhole: boolean): Promise<void> {
  const tx = db.transaction(['entries', 'queue'], 'readwrite')
  const entries = tx.objectStore('entries')
  const waiting = (await tx.objectStore('queue').getAll()).flatMap(({ attendee }) => attendee ?? [])
  const own = await Promise.all(waiting.map(id => entries.get(id)))
  const known = new Map(own.flatMap(entry => (entry ? [[entry.id, entry]] : [])))
  if (isWhole) await entries.clear()
  for (const row of rows) {
    const { inside, entered_at, device, gate } = known.get(row.id) ?? row
    void entries.put({ ...row, inside, entered_at, device, gate })
  }
  await tx.done
}

/** Deletes everything: the phone was revoked or unpaired. */
export async function wipe(db: Db): Promise<void> {
  const tx = db.transaction(['about', 'entries', 'queue', 'past'], 'readwrite', strict)
  for (const name of ['about', 'entries', 'queue', 'past'] as const)
    await tx.objectStore(name).clear()
  await tx.done
}

const wrongCodesMs = 15 * 60_000

/** How many wrong codes were typed at this phone in the last quarter of an hour, closed in between or not. */
export async function countWrongCodes(db: Db, now: Date): Promise<number> {
  const times = ((await db.get('about', 'wrong codes')) as number[] | undefined) ?? []
  return times.filter(at => at > now.getTime() - wrongCodesMs).length
}

export async function noteWrongCode(db: Db, now: Date): Promise<void> {
  const tx = db.transaction('about', 'readwrite', strict)
  const times = ((await tx.store.get('wrong codes')) as number[] | undefined) ?? []
  const kept = times.filter(at => at > now.getTime() - wrongCodesMs)
  await Promise.all([tx.store.put([...kept, now.getTime()], 'wrong codes'), tx.done])
}
