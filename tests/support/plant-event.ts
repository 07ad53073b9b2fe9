import { toLocal } from '../../src/core/time.ts'
import type { TestApp } from './start-app.ts'

export type Planted = {
  status?: string
  author_id?: number | null
  starts?: string
  /** How long it takes; two hours by default. */
  hours?: number
  hidden?: boolean
  protected?: boolean
  venue?: number
  organizers?: number[]
}

/** Inserts an event as if somebody had created it; upcoming and published by default. */
export async function plantEvent({ db }: TestApp, planted: Planted = {}): Promise<number> {
  const starts = new Date(planted.starts ?? '2027-01-01T18:00:00Z')
  const ends = new Date(starts.getTime() + (planted.hours ?? 2) * 3_600_000)
  const { id } = await db
    .insertInto('events')
    .values({
      title: 'Planted',
      status: planted.status ?? 'publish',
      author_id: planted.author_id ?? null,
      timezone: 'UTC',
      start_local: toLocal(starts, 'UTC'),
      end_local: toLocal(ends, 'UTC'),
      starts_at: starts,
      ends_at: ends,
      hide_from_listings: planted.hidden ?? false,
      password_hash: planted.protected ? 'hash' : null,
      venue_id: planted.venue ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const links = (planted.organizers ?? []).map((organizer_id, ordinal) => ({
    event_id: id,
    organizer_id,
    ordinal,
  }))
  if (links.length > 0) await db.insertInto('event_organizers').values(links).execute()
  return id
}
