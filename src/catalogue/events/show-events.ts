import { embeddable } from '../../core/embeddable.ts'
import { issueNonce } from '../../access/nonces/rules.ts'
import { mayEditRecord, mayReadRecord } from '../../access/records/rules.ts'
import { type Caller, can } from '../../core/caller.ts'
import type { Deps } from '../../deps.ts'
import type { Attendance, CatalogueAdditions } from '../additions.ts'
import { type Image, imageViews } from '../images/lookup.ts'
import type { Kind, LinkedRow } from '../linked/kind.ts'
import { showRecord, type Showing as Embedding } from '../linked/show-record.ts'
import { organizerKind } from '../organizers/kind.ts'
import { findOrganizers, type Organizer } from '../organizers/lookup.ts'
import { type EventTerms, embeddedTerms } from '../terms/lookup.ts'
import { venueKind } from '../venues/kind.ts'
import { findVenues, type Venue } from '../venues/lookup.ts'
import { eventJsonLd, type Offer } from './json-ld.ts'
import type { EventRow } from './lookup.ts'
import { eventUrl } from './rules.ts'
import { costOf, type Event, eventView, redacted } from './view.ts'

export type ShowRequest = {
  rows: readonly EventRow[]
  caller: Caller
  /** A single read carries `json_ld`, if everybody may see the event. */
  single: boolean
  /** Protected events that this request has opened. */
  unlocked: ReadonlySet<number>
}

/** Events as they are answered, with all they carry: at most five statements for any number of events. */
export async function showEvents(
  deps: Deps,
  additions: CatalogueAdditions,
  request: ShowRequest,
): Promise<Event[]> {
  if (request.rows.length === 0) return []
  const open = request.rows.filter(row => isOpen(row, request))
  const carried = await loadCarried(deps, open, request.single)
  const attendance = can(request.caller, 'manage_attendees')
    ? await additions.attendance(
        deps.db,
        request.rows.map(row => row.id),
      )
    : new Map<number, Attendance>()
  const [only] = request.single ? request.rows : []
  const offers = only && isPublic(only) ? await offersOf(deps, additions, only) : []
  const means = {
    publicRoot: deps.publicRoot,
    globalRoot: globalRootOf(deps.publicRoot),
    restRoot: deps.restRoot('events'),
    siteZone: deps.config.timezone,
    currency: deps.config.currency,
  }
  return request.rows.map(row => {
    const shown = eventView(row, { ...means, ...carriedBy(row, carried, request.caller) })
    const counts = attendance.get(row.id)
    return {
      ...(isOpen(row, request) ? shown : redacted(shown)),
      ...(request.single && isPublic(row) ? describe(deps, row, { event: shown, offers }) : {}),
      ...(counts ? { attendance: counts } : {}),
      ...noncesFor(deps, request.caller, row),
    }
  })
}

const isOpen = (row: EventRow, { unlocked }: ShowRequest) =>
  row.password_hash === null || unlocked.has(row.id)

type Linked = { row: LinkedRow; view: Record<string, unknown> }

type Carried = {
  venues: ReadonlyMap<number, Linked>
  organizers: ReadonlyMap<number, Linked>
  terms: ReadonlyMap<number, EventTerms>
  images: ReadonlyMap<number, Image>
}

/** What these events carry; images of events, venues and organizers are read together. */
async function loadCarried(
  { db, publicRoot, config, restRoot }: Deps,
  rows: readonly EventRow[],
  single: boolean,
): Promise<Carried> {
  const venueRows = await findVenues(
    db,
    rows.flatMap(row => row.venue_id ?? []),
  )
  const organizerRows = await findOrganizers(
    db,
    rows.flatMap(row => row.organizer_ids),
  )
  const terms = await embeddedTerms(
    db,
    rows.map(row => row.id),
    restRoot('events'),
  )
  const imageIds = [...rows, ...venueRows, ...organizerRows].map(row => row.image_id)
  const images = await imageViews(db, imageIds, publicRoot)
  const embedding = { publicRoot, timezone: config.timezone, images, single }
  return {
    venues: embedded(venueKind, venueRows, embedding),
    organizers: embedded(organizerKind, organizerRows, embedding),
    terms,
    images,
  }
}

const embedded = (kind: Kind, rows: readonly LinkedRow[], embedding: Embedding) =>
  new Map(rows.map(row => [row.id, { row, view: showRecord(kind, row, embedding) }]))

/** What of it this caller sees: venues and organizers that are not published only with a right (contract.md 5.11). */
function carriedBy(row: EventRow, carried: Carried, caller: Caller) {
  const { venues, organizers, terms, images } = carried
  const seesAll = mayEditRecord(caller, row)
  const seen = (linked: Linked | undefined) =>
    linked && (seesAll || mayReadRecord(caller, linked.row)) ? linked.view : undefined
  const venue = row.venue_id === null ? undefined : seen(venues.get(row.venue_id))
  const shown = row.organizer_ids.flatMap(id => seen(organizers.get(id)) ?? [])
  return {
    image: row.image_id === null ? undefined : images.get(row.image_id),
    venue: venue as Venue | undefined,
    organizers: shown as Organizer[],
    terms: terms.get(row.id) ?? { categories: [], tags: [] },
  }
}

/** What global ids begin with: where the site is, without scheme and port. */
function globalRootOf(publicRoot: string): string {
  const { hostname, pathname } = new URL(publicRoot)
  return hostname + pathname.replace(/\/$/, '')
}

function noncesFor({ secrets, clock }: Deps, caller: Caller, row: EventRow) {
  if (caller.kind !== 'user' || row.status === 'trash' || !mayEditRecord(caller, row)) return {}
  const binding = { action: 'add_ticket', userId: caller.userId, recordId: row.id } as const
  return { nonces: { add: issueNonce(secrets.nonce, binding, clock.now()) } }
}

/** What everybody may see is described for search engines too. */
const isPublic = (row: EventRow) => row.status === 'publish' && row.password_hash === null

async function offersOf(
  { db, clock, config }: Deps,
  { offers }: CatalogueAdditions,
  row: EventRow,
) {
  if (row.ticketed.length > 0) return offers(db, row.id, clock.now())
  const { currency } = config
  return costOf(row, currency).values.map(price => ({ price, currency }))
}

type About = { event: Event; offers: readonly Offer[] }

/** The `json_ld` of an event that everybody may see. */
function describe({ publicRoot }: Deps, row: EventRow, { event, offers }: About) {
  const described = (linked: object) => (linked as { json_ld?: Record<string, unknown> }).json_ld
  const json_ld = eventJsonLd({
    row,
    url: eventUrl(row, publicRoot),
    imageUrl: event.image === false ? undefined : event.image.url,
    venue: Array.isArray(event.venue) ? undefined : described(event.venue),
    organizers: event.organizer.map(described).filter(found => found !== undefined),
    offers,
  })
  return { json_ld: embeddable(json_ld) }
}
