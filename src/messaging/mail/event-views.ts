import { mayReadRecord } from '../../access/records/rules.ts'
import { eventPieces } from '../../catalogue/events/lookup.ts'
import { onlineLinksOf } from '../../catalogue/events/lookup.online.ts'
import { eventUrl } from '../../catalogue/events/rules.ts'
import type { LinkedRow } from '../../catalogue/linked/kind.ts'
import { findVenues } from '../../catalogue/venues/lookup.ts'
import { anonymous } from '../../core/caller.ts'
import { addressLines } from '../../core/postal-address.ts'
import type { Locale } from '../../core/locale.ts'
import { whenInWords } from '../../core/words/event-times.ts'
import { speakerOf } from '../../core/words/speak.ts'
import { readTogether } from '../../platform/db/together.ts'
import type { Deps } from '../deps.ts'
import { type AnnouncedEvent, toldNow } from '../notices/rules.ts'
import { oneLine } from './one-line.ts'
import { doorsInMail } from '../doors-in-mail.ts'

/** An event as a mail shows it. */
export type EventView = {
  id: number
  title: string
  status: string
  happening: 'scheduled' | 'cancelled' | 'postponed'
  reason: string
  when: string
  /** The venue's name and address in lines; empty without a venue. */
  where: readonly string[]
  url: string
  imageId: number | null
  /** When the doors open, for whom it is and how people get in: what somebody said of these. */
  notes: { doors: string | undefined; age: string; access: string }
  /** Where guests join online: for letters to holders of valid tickets only. */
  onlineLink: string | undefined
  /** What notices of changes tell of it. */
  told: AnnouncedEvent
  startsAt: Date
  endsAt: Date
  /** The organizer, for questions of the guests. Its address may be empty. */
  organizer: { name: string; email: string } | undefined
}

/** Events as mails show them, by id. One statement for any number of events, and one for online ones. */
export async function eventViews(
  { db, publicRoot }: Pick<Deps, 'db' | 'publicRoot'>,
  ids: readonly number[],
  locale: Locale,
): Promise<Map<number, EventView>> {
  const { events, venues, organizers } = await readTogether(db, eventPieces(db, [...new Set(ids)]))
  const words = speakerOf(locale)
  const links = await onlineLinksOf(
    db,
    events.filter(event => event.is_online).map(({ id }) => id),
  )
  const places = linesOf(venues)
  const shown = organizers.filter(isPublic)
  return new Map(
    events.map(event => {
      const organizer = shown.find(({ id }) => id === event.organizer_ids[0])
      return [
        event.id,
        {
          id: event.id,
          title: oneLine(event.title, 200),
          status: event.status,
          happening: event.happening,
          reason: event.happening_reason,
          when: whenInWords(event, words),
          where: places.get(event.venue_id ?? 0) ?? [],
          url: eventUrl(event, publicRoot),
          imageId: event.image_id,
          notes: {
            doors: doorsInMail(event, words),
            age: oneLine(event.age_note, 200),
            access: oneLine(event.access_note, 1000),
          },
          onlineLink: links.get(event.id),
          told: toldNow(event),
          startsAt: event.starts_at,
          endsAt: event.ends_at,
          organizer: organizer && { name: organizer.name, email: organizer.email?.trim() ?? '' },
        },
      ]
    }),
  )
}

/** Mails show what pages show: drafts and trashed records are not for guests. */
const isPublic = (row: LinkedRow) => mayReadRecord(anonymous, row)

/** A venue as lines of text: none when the public may not read it, and undefined when it is in the trash. */
export async function venueLines(
  { db }: Pick<Deps, 'db'>,
  id: number,
): Promise<readonly string[] | undefined> {
  const [venue] = id === 0 ? [] : await findVenues(db, [id])
  if (venue?.status === 'trash') return undefined
  return (venue && linesOf([venue]).get(id)) ?? []
}

const linesOf = (venues: readonly LinkedRow[]): Map<number, readonly string[]> =>
  new Map(
    venues
      .filter(isPublic)
      .map(({ id, name, ...place }) => [
        id,
        [name, ...addressLines(place)]
          .map(line => oneLine(line ?? '', 200))
          .filter(line => line !== ''),
      ]),
  )
