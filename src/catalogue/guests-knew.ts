import type { FactPayload } from '../core/facts.ts'

/** What guests know of an event: its local times, its zone, where it is, and whether it takes place. */
type AnnouncedEvent = {
  start_local: string
  end_local: string
  timezone: string
  all_day: boolean
  venue_id: number | null
  happening: string
}

/** The values before a change of which guests may have to be told, as members of a fact (contract.md 19.6). */
export const guestsKnew = (before: AnnouncedEvent): FactPayload => ({
  was_start: before.start_local,
  was_end: before.end_local,
  was_timezone: before.timezone,
  was_all_day: before.all_day,
  was_venue_id: before.venue_id ?? 0,
  was_happening: before.happening,
})
