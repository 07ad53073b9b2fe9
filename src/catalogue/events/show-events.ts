import { embeddable } from '../../core/embeddable.ts'
import { issueNonce } from '../../access/nonces/rules.ts'
import { atEvent, mayEditRecord, mayReadRecord } from '../../access/records/rules.ts'
import { type Caller, can } from '../../core/caller.ts'
import type { Deps } from '../../deps.ts'
import { readTogether } from '../../platform/db/together.ts'
import type { Basis } from '../../platform/http/kept/answer-basis.ts'
import type { Attendance, CatalogueAdditions, OfferPieces } from '../additions.ts'
import { type Image, imagePiece, imagesById } from '../images/lookup.ts'
import type { Kind, LinkedRow } from '../linked/kind.ts'
import { imageIdsOf, recordPiece } from '../linked/lookup.ts'
import { showRecord, type ViewContext as Embedding } from '../linked/show-record.ts'
import { organizerKind } from '../organizers/kind.ts'
import type { Organizer } from '../organizers/lookup.ts'
import { attachedPiece, type EventTerms, termsByEvent } from '../terms/lookup.ts'
import { venueKind } from '../venues/kind.ts'
import type { Venue } from '../venues/lookup.ts'
import { eventJsonLd, type Offer } from './json-ld.ts'
import type { EventRow } from './lookup.ts'
import { onlineLinksOf } from './lookup.online.ts'
import { eventUrl } from './rules.ts'
import { costOf, type Event, eventView, redacted } from './view.ts'

export type ShowRequest = {
  rows: readonly EventRow[]
  caller: Caller
  /** Whether this is a single read, which has `json_ld` when everybody may see the event. */
  single: boolean
  /** Protected events that this request has opened. */
  unlocked: ReadonlySet<number>
  /** Receives what the answer is made of. The caller declares the events and their stock. */
  basis: Basis
}

/** Events as the API shows them, with their linked records: one statement for any number of events, two for staff. */
export async function showEvents(
  deps: Deps,
  additions: CatalogueAdditions,
  request: ShowRequest,
): Promise<Event[]> {
  if (request.rows.length === 0) return []
  const open = request.rows.filter(row => isOpen(row, request))
  const [only] = request.single ? request.rows : []
  const described = only && isPublic(only) ? only : undefined
  const carried = await loadCarried(deps, open, { additions, described, ...request })
  const counted = request.rows.filter(row => can(request.caller, 'reports.read', row.id))
  const attendance =
    counted.length > 0
      ? await additions.attendance(
          deps.db,
          counted.map(row => row.id),
        )
      : new Map<number, Attendance>()
  const edited = request.rows.filter(row => row.is_online && mayEditRecord(request.caller, row))
  const links = await onlineLinksOf(
    deps.db,
    edited.map(({ id }) => id),
  )
  const means = {
    publicRoot: deps.publicRoot,
    globalRoot: globalRootOf(deps.publicRoot),
    restRoot: deps.restRoot('events'),
    siteZone: deps.config.timezone,
    currency: deps.config.currency,
  }
  return request.rows.map(row => {
    const shown = eventView(row, { ...means, ...carriedBy(row, carried, request.caller) })
    const view = isOpen(row, request) ? shown : redacted(shown)
    // Most events in lists are seen by anybody, and a copy of so many members costs as much as the view.
    if (request.caller.kind === 'anonymous' && !request.single) return view
    const counts = attendance.get(row.id)
    return {
      ...view,
      ...(request.single && isPublic(row)
        ? describe(deps, row, { event: shown, offers: carried.offers })
        : {}),
      ...(counts ? { attendance: counts } : {}),
      ...(mayEditRecord(request.caller, row) ? { external_id: row.external_id ?? '' } : {}),
      ...(links.has(row.id) ? { online_url: links.get(row.id) ?? '' } : {}),
      ...noncesFor(deps, request.caller, row),
    }
  })
}

const isOpen = (row: EventRow, { unlocked }: ShowRequest) =>
  row.password_hash === null || unlocked.has(row.id)

type LinkedView = { row: LinkedRow; view: Record<string, unknown> }

type LinkedViews = {
  venues: ReadonlyMap<number, LinkedView>
  organizers: ReadonlyMap<number, LinkedView>
  terms: ReadonlyMap<number, EventTerms>
  images: ReadonlyMap<number, Image>
  offers: readonly Offer[]
}

type Loading = {
  additions: CatalogueAdditions
  single: boolean
  basis: Basis
  /** The event whose offers are shown too. */
  described: EventRow | undefined
}

/** The linked records of these events, in one statement. */
async function loadCarried(
  deps: Deps,
  rows: readonly EventRow[],
  { additions, single, basis, described }: Loading,
): Promise<LinkedViews> {
  const { db, publicRoot, config, restRoot } = deps
  const ids = rows.map(row => row.id)
  const venueIds = rows.flatMap(row => row.venue_id ?? [])
  const organizerIds = rows.flatMap(row => row.organizer_ids)
  const ofVenues = imageIdsOf(venueKind, venueIds)
  const ofOrganizers = imageIdsOf(organizerKind, organizerIds)
  const ownImages = rows.map(row => row.image_id)
  const isSold = described !== undefined && described.ticketed.length > 0
  const pieces = await readTogether(db, {
    venues: recordPiece(db, venueKind, venueIds),
    organizers: recordPiece(db, organizerKind, organizerIds),
    terms: attachedPiece(db, ids),
    images: imagePiece(ownImages, [ofVenues, ofOrganizers]),
    ...(isSold ? additions.offers.pieces(described.id) : noPieces),
  })
  basis.only('venue', venueIds)
  basis.only('organizer', organizerIds)
  basis.only(
    'term',
    pieces.terms.map(({ id }) => id),
  )
  const linked = [...pieces.venues, ...pieces.organizers]
  basis.only('image', [...ownImages, ...linked.map(({ image_id }) => image_id)])
  const images = imagesById(pieces.images, publicRoot)
  const embedding = { publicRoot, timezone: config.timezone, images, single }
  const { tickets = [], stock = [], fees = [] } = pieces
  return {
    venues: embedded(venueKind, pieces.venues, embedding),
    organizers: embedded(organizerKind, pieces.organizers, embedding),
    terms: termsByEvent(pieces.terms, ids, restRoot('events')),
    images,
    offers: isSold
      ? additions.offers.read(
          { tickets, stock, fees },
          { now: deps.clock.now(), basis, currency: config.currency },
        )
      : described
        ? toldOffers(deps, described)
        : [],
  }
}

const noPieces: Partial<OfferPieces> = {}

const embedded = (kind: Kind, rows: readonly LinkedRow[], embedding: Embedding) =>
  new Map(rows.map(row => [row.id, { row, view: showRecord(kind, row, embedding) }]))

/** The linked records this caller sees: unpublished venues and organizers need a right (contract.md 5.11). */
function carriedBy(row: EventRow, carried: LinkedViews, caller: Caller) {
  const { venues, organizers, terms, images } = carried
  const seesAll = mayEditRecord(atEvent(caller, row.id), row)
  const seen = (linked: LinkedView | undefined) =>
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

/** The start of global ids: the site's host and path, without scheme and port. */
function globalRootOf(publicRoot: string): string {
  const { hostname, pathname } = new URL(publicRoot)
  return hostname + pathname.replace(/\/$/, '')
}

function noncesFor({ secrets, clock }: Deps, caller: Caller, row: EventRow) {
  const here = atEvent(caller, row.id, 'tickets.write')
  if (caller.kind !== 'user' || row.status === 'trash' || !mayEditRecord(here, row)) return {}
  const binding = { action: 'add_ticket', userId: caller.userId, recordId: row.id } as const
  return { nonces: { add: issueNonce(secrets.nonce, binding, clock.now()) } }
}

/** An event that everybody may see is also described for search engines. */
const isPublic = (row: EventRow) => row.status === 'publish' && row.password_hash === null

/** The organizer's stated prices of an event without tickets. */
function toldOffers({ config: { currency } }: Deps, row: EventRow): Offer[] {
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
    organizers: event.organizer.map(described).filter(organizer => organizer !== undefined),
    offers,
  })
  return { json_ld: embeddable(json_ld) }
}
