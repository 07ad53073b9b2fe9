import { countOrNone, wholeNumber } from '../sources/whole-number.ts'
import { parseCost } from '../../core/cost.ts'
import { isHttpAddress } from '../../core/http-address.ts'
import { descriptionHtml, excerptHtml, plainText } from '../../core/text.ts'
import { dayEdge, type LocalDateTime, toInstant, toLocal } from '../../core/time.ts'
import { searchTextOf } from '../../catalogue/events/event-columns.ts'
import { allMeta, metaOf, type SourcePost } from '../sources/source-site.ts'
import type { EventFacts, Imported, ImportContext } from './imported.ts'
import { oldSlugs } from './places.ts'
import { convertText } from './texts.ts'
import { isYes, localOf, publicationOf, typed, unknownStatus, words, zoneOf } from './values.ts'

const happenings: Readonly<Record<string, string>> = {
  canceled: 'cancelled',
  cancelled: 'cancelled',
  postponed: 'postponed',
}

/** What other rules need of an event. */
export function eventFactsOf(post: SourcePost, site: string): EventFacts {
  const shares = isYes(metaOf(post, '_tribe_ticket_use_global_stock'))
  const pool = countOrNone(metaOf(post, '_tribe_ticket_capacity'))
  return {
    zone: zoneOf(metaOf(post, '_EventTimezone'), site) ?? site,
    pool: shares ? pool : undefined,
    hidesAttendees: isYes(metaOf(post, '_tribe_hide_attendees_list')),
  }
}

/** An event. Its local times count, with its zone: the instants beside them may be stale. */
export function eventOf(post: SourcePost, context: ImportContext, hasTickets: boolean): Imported {
  const of = (key: string) => metaOf(post, key)
  const text = convertText(post.content)
  const excerpt = convertText(post.excerpt)
  const when = scheduleOf(post, context)
  const links = linksOf(post, context)
  const cost = costOf(post, context, hasTickets)
  const title = typed(post.title)
  const reason = plainText(of('_tribe_events_status_reason'))
  const row = {
    author_id: context.ids.user(post.authorId),
    ...publicationOf(post, context.zone),
    title: title || '—',
    description: text.html,
    description_html: descriptionHtml(text.html),
    excerpt: excerpt.html,
    excerpt_html: excerptHtml(excerpt.html),
    ...when.schedule,
    ...links.columns,
    website: words(of('_EventURL')) || null,
    online_url: onlineUrlOf(post).value,
    cost: cost.value,
    show_map: isYes(of('_EventShowMap')),
    show_map_link: isYes(of('_EventShowMapLink')),
    hide_from_listings: isYes(of('_EventHideFromUpcoming')),
    sticky: post.menuOrder === -1,
    featured: isYes(of('_tribe_featured')),
    happening: happenings[of('_tribe_events_status').toLowerCase()] ?? 'scheduled',
    happening_reason: reason,
    search_text: searchTextOf({ title, excerpt: excerpt.html, description: text.html }),
  }
  return {
    kind: 'event',
    oldId: post.id,
    row,
    parts: {
      organizers: links.organizers,
      terms: post.termIds.flatMap(id => context.ids.term(id) ?? []),
      password: post.password,
      uid: uidOf(post.id, when.stored, context.host),
      oldSlugs: oldSlugs(post),
    },
    losses: [
      ...text.losses,
      ...excerpt.losses,
      ...when.losses,
      ...links.losses,
      ...cost.losses,
      ...onlineUrlOf(post).losses,
      ...otherLosses(post),
    ],
  }
}

/** Where the guests of an online event join, by the add-on for such events. */
function onlineUrlOf(post: SourcePost): { value: string | null; losses: string[] } {
  const link = words(metaOf(post, '_tribe_events_virtual_url'))
  if (link === '' || !isYes(metaOf(post, '_tribe_events_is_virtual')))
    return { value: null, losses: [] }
  if (isHttpAddress(link) && link.length <= 2000) return { value: link, losses: [] }
  return { value: null, losses: ['Its link for online guests is no address of the web.'] }
}

function otherLosses(post: SourcePost): string[] {
  const of = (key: string) => metaOf(post, key)
  return [
    ...unknownStatus(post),
    ...(typed(post.title) === '' ? ['It has no title and is called — now.'] : []),
    ...(of('_EventPhone') ? ['Its phone number has no place here.'] : []),
    ...(of('_EventRecurrence')
      ? ['Its rule of recurrence has no place here; only this date came.']
      : []),
    ...(isYes(of('_tribe_hide_attendees_list'))
      ? [
          'Its list of attendees was hidden. Here each attendee is hidden alone, and those of this event are.',
        ]
      : []),
  ]
}

function scheduleOf(post: SourcePost, context: ImportContext) {
  const of = (key: string) => metaOf(post, key)
  const losses: string[] = []
  const zone = zoneOf(of('_EventTimezone'), context.zone)
  if (zone === undefined) {
    losses.push(
      `Its zone “${of('_EventTimezone')}” is unknown; it has the site's, ${context.zone}.`,
    )
  }
  const timezone = zone ?? context.zone
  const from = localOf(of('_EventStartDate'))
  if (!from) losses.push('It has no readable start and has the time when it was made.')
  const start = from ?? localOf(post.createdLocal) ?? ('1970-01-01 00:00:00' as LocalDateTime)
  const end = localOf(of('_EventEndDate')) ?? start
  const allDay = isYes(of('_EventAllDay'))
  const at = (local: string) => {
    const instant = toInstant(local, timezone)
    return { local: toLocal(instant, timezone), instant }
  }
  const first = allDay ? dayEdge(start, 'start', timezone) : at(start)
  const wished = allDay ? dayEdge(end, 'end', timezone) : at(end)
  const least = allDay ? dayEdge(start, 'end', timezone) : first
  const last = wished.instant < first.instant ? least : wished
  return {
    losses,
    stored: { start, end },
    schedule: {
      timezone,
      all_day: allDay,
      start_local: first.local,
      end_local: last.local,
      starts_at: first.instant.toISOString(),
      ends_at: last.instant.toISOString(),
    },
  }
}

/** The UID under which calendars know the event: its local times read as if they were UTC. */
function uidOf(id: number, { start, end }: { start: string; end: string }, host: string): string {
  const seconds = (local: string) => Math.floor(toInstant(local, 'UTC').getTime() / 1000)
  return `${id}-${seconds(start)}-${seconds(end)}@${host}`
}

function linksOf(post: SourcePost, { came, ids }: ImportContext) {
  const losses: string[] = []
  const linked = (kind: 'image' | 'venue' | 'organizer', oldId: number, what: string) => {
    if (!(oldId > 0)) return null
    if (came[kind].has(oldId)) return ids.record(oldId)
    losses.push(`Its ${what} ${oldId} did not come.`)
    return null
  }
  const venue = linked('venue', wholeNumber(metaOf(post, '_EventVenueID')), 'venue')
  const image = linked('image', wholeNumber(metaOf(post, '_thumbnail_id')), 'picture')
  const named = [...new Set(allMeta(post, '_EventOrganizerID').map(wholeNumber))]
  const organizers = named.flatMap(id => linked('organizer', id, 'organizer') ?? [])
  return { losses, organizers, columns: { venue_id: venue, image_id: image } }
}

/** What the organizer wrote about the cost. Where there are tickets their prices say it. */
function costOf(post: SourcePost, { currency }: ImportContext, hasTickets: boolean) {
  const written = metaOf(post, '_EventCost')
  if (written.trim() === '' || hasTickets) return { value: null, losses: [] }
  const symbol = words(metaOf(post, '_EventCurrencySymbol'))
  const isBare = /^[\d.,\s-]+$/.test(written)
  const isAfter = metaOf(post, '_EventCurrencyPosition') === 'postfix'
  const signed =
    !isBare || symbol === '' ? written : isAfter ? `${written}${symbol}` : `${symbol}${written}`
  const cost = parseCost(signed, currency)
  return cost
    ? { value: cost, losses: [] }
    : { value: null, losses: [`Its cost “${written}” cannot be read.`] }
}
