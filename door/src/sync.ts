import { Refusal, type Service } from './service.ts'
import {
  type About,
  type Db,
  noteEnd,
  putEntries,
  type QueuedScan,
  removeSent,
  replaceEntries,
  saveAbout,
} from './store.ts'

const atOnce = 500

type Syncing = { db: Db; service: Service; version: string; about: About }

export type ScanAnswer = { readonly result: string; readonly refusal: string | null }

type Results = Map<number, ScanAnswer>

/** Scans with their times by a clock from which the service is this far ahead, as the service takes them. */
export const inClockOf = (scans: readonly QueuedScan[], skewMs: number): QueuedScan[] =>
  scans.map(scan => ({ ...scan, at: new Date(Date.parse(scan.at) - skewMs).toISOString() }))

const freshMs = 30_000

/**
 * How far the service is ahead of this phone's clock now. A clock that somebody set since the last contact shows as scans that are of the
 * future, or old; then the service is asked.
 */
async function skewNow(syncing: Syncing, oldest: QueuedScan, timeoutMs?: number): Promise<number> {
  const { skewMs = 0 } = syncing.about
  const age = Date.now() + skewMs - Date.parse(oldest.at)
  if (age >= 0 && age < freshMs) return skewMs
  const { now } = await sendPart(syncing, [], timeoutMs)
  return steadySkew(skewMs, now)
}

/** Answers take their time, so that a clock never seems quite right: below a second it stays as it was. */
function steadySkew(before: number, now: string): number {
  const skewMs = Date.parse(now) - Date.now()
  return Math.abs(skewMs - before) < 1000 ? before : skewMs
}

/** Sends what waits, in order, and returns the results. What was stored before is not sent again. */
export async function sendQueue(syncing: Syncing, timeoutMs?: number): Promise<Results> {
  const results: Results = new Map()
  const { db, about } = syncing
  for (;;) {
    const waiting = about.event ? await db.getAll('queue', undefined, atOnce) : []
    const [first] = waiting
    if (!first) return results
    try {
      const sent = inClockOf(waiting, await skewNow(syncing, first, timeoutMs))
      for (const { seq, ...answer } of (await sendPart(syncing, sent, timeoutMs)).results) {
        results.set(seq, answer)
        await noteEnd(db, { seq, end: answer.result })
      }
      await removeSent(db, waiting.at(-1)?.seq ?? 0)
    } catch (error) {
      const next = nextWanted(error)
      // Stored before, and the answer was lost.
      if (next === undefined || next <= first.seq) throw error
      await removeSent(db, next - 1)
    }
  }
}

const nextWanted = (error: unknown) =>
  error instanceof Refusal && error.code === 'door-scans-gap' ? error.data.next : undefined

async function sendPart(
  { db, service, version, about }: Syncing,
  scans: readonly QueuedScan[],
  timeoutMs?: number,
) {
  const unsent = (await db.count('queue')) - scans.length
  const battery = await batteryPercent()
  const body = {
    event: about.event?.id ?? 0,
    sent_at: new Date().toISOString(),
    scans,
    app_version: version,
    unsent,
    ...(battery !== undefined && { battery }),
  }
  return service.send(about.secret, body, timeoutMs)
}

type Battery = { level: number }

async function batteryPercent(): Promise<number | undefined> {
  const { getBattery } = navigator as unknown as { getBattery?: () => Promise<Battery> }
  if (!getBattery) return undefined
  const battery = await getBattery.call(navigator).catch(() => undefined)
  return battery && Math.round(battery.level * 100)
}

const tellEveryMs = 5 * 60_000

/** Says how the phone is when it had nothing to send for a while, so that its battery is seen before it is empty. */
export async function tellState(syncing: Syncing, timeoutMs?: number): Promise<About> {
  const { about } = syncing
  if (!about.event || Date.now() - (about.toldAt ?? 0) < tellEveryMs) return about
  await sendPart(syncing, [], timeoutMs)
  return { ...about, toldAt: Date.now() }
}

/** Reads the whole list of an event, in parts. Whatever it had before is gone. */
export async function readList(
  { db, service, about }: Omit<Syncing, 'version'>,
  event: number,
  tell: (count: number) => void,
): Promise<About> {
  const { keys } = await service.keys()
  const first = await service.list(about.secret, event)
  const rows = [...first.rows]
  tell(rows.length)
  for (let { next } = first; next !== null; ) {
    const part = await service.list(about.secret, event, next)
    rows.push(...part.rows)
    tell(rows.length)
    next = part.next
  }
  await replaceEntries(db, rows)
  const { gates, tickets, position } = first
  const known = {
    ...about,
    event: first.event,
    gates,
    tickets,
    keys,
    position,
    isOutdated: false,
    skewMs: steadySkew(about.skewMs ?? 0, first.now),
    syncedAt: Date.now(),
  }
  await saveAbout(db, known)
  return known
}

/** Puts what changed over the list; the list is read anew when the changes are gone. */
export async function readChanges({
  db,
  service,
  about,
}: Omit<Syncing, 'version'>): Promise<About> {
  const { event } = about
  if (!event || about.position === undefined) return about
  if (about.isOutdated) return readList({ db, service, about }, event.id, () => {})
  let known = about
  let { position } = about
  try {
    for (let more = true; more; ) {
      const part = await service.changes(about.secret, event.id, position)
      await putEntries(db, part.rows)
      ;({ position, more } = part)
      const { gates, tickets } = part
      const skewMs = steadySkew(known.skewMs ?? 0, part.now)
      known = { ...known, event: part.event, gates, tickets, position, skewMs }
    }
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'cursor_expired') throw error
    return readList({ db, service, about }, event.id, () => {})
  }
  const counts = await service.counts(about.secret, event.id)
  known = { ...known, counts, syncedAt: Date.now() }
  await saveAbout(db, known)
  return known
}
