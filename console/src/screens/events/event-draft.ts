import type { CreateEventRequest, Event, EventTerm, Organizer, Venue } from '@marquee-events/client'
import { plain } from '../../pieces/words.ts'
import { site } from '../../site.ts'

/** The fields of the form of an event, as they are typed. */
export type EventDraft = {
  title: string
  start_day: string
  start_time: string
  end_day: string
  end_time: string
  all_day: boolean
  timezone: string
  venue: string
  venue_address: string
  venue_city: string
  venue_zip: string
  venue_country: string
  /** Their names, line by line. */
  organizer: string
  organizer_email: string
  /** The names of categories and of tags, line by line. */
  categories: string
  tags: string
  description: string
  image: string
  website: string
  online_url: string
  /** A time of day, on the day of the start unless it has a day of its own. */
  doors_at: string
  age_note: string
  access_note: string
  hide_from_listings: boolean
  featured: boolean
}

/** The draft of an event that does not exist yet. */
export const blankDraft: EventDraft = {
  title: '',
  start_day: '',
  start_time: '19:30',
  end_day: '',
  end_time: '22:00',
  all_day: false,
  timezone: site.zone,
  venue: '',
  venue_address: '',
  venue_city: '',
  venue_zip: '',
  venue_country: '',
  organizer: '',
  organizer_email: '',
  categories: '',
  tags: '',
  description: '',
  image: '',
  website: '',
  online_url: '',
  doors_at: '',
  age_note: '',
  access_note: '',
  hide_from_listings: false,
  featured: false,
}

const clock = (local: string) => ({ day: local.slice(0, 10), time: local.slice(11, 16) })

export function draftOf(event: Event): EventDraft {
  const [start, end] = [clock(event.start_date), clock(event.end_date)]
  const names = event.organizer.map(({ organizer = '' }) => plain(organizer))
  return {
    ...blankDraft,
    title: plain(event.title),
    start_day: start.day,
    start_time: start.time,
    end_day: end.day === start.day ? '' : end.day,
    end_time: end.time,
    all_day: event.all_day === true,
    timezone: event.timezone,
    venue: Array.isArray(event.venue) ? '' : plain(event.venue.venue ?? ''),
    organizer: names.join('\n'),
    categories: event.categories.map(({ name }) => plain(name)).join('\n'),
    tags: event.tags.map(({ name }) => plain(name)).join('\n'),
    description: textOf(event.description),
    image: event.image ? String(event.image.id) : '',
    website: event.website === event.url ? '' : event.website,
    online_url: event.online_url ?? '',
    doors_at: doorsOf(event),
    age_note: event.age_note ?? '',
    access_note: event.access_note ?? '',
    hide_from_listings: event.hide_from_listings === true,
    featured: event.featured === true,
  }
}

/** Doors on the day of the start as a time alone: they move with it. */
function doorsOf({ doors_at: doors, start_date: start }: Event): string {
  if (doors === undefined) return ''
  const { day, time } = clock(doors)
  return day === start.slice(0, 10) ? time : `${day} ${time}`
}

const paragraphs = /^\s*(<p>(?:[^<]|<br ?\/?>)*<\/p>\s*)*$/

/** Paragraphs as plain text with blank lines; whatever has more in it stays as it is, so that saving changes nothing. */
export function textOf(html: string): string {
  if (!paragraphs.test(html)) return html
  return html
    .trim()
    .replace(/<br ?\/?>\n?/g, '\n')
    .split(/<\/p>\s*/)
    .filter(part => part !== '')
    .map(part =>
      plain(part.replace(/^<p>/, '').replaceAll('\n', '<br>').replaceAll('<br>', '\u0000')),
    )
    .join('\n\n')
    .replaceAll('\u0000', '\n')
}

/** What was typed as HTML: text becomes paragraphs, HTML stays. */
export function htmlOf(text: string): string {
  if (/<[a-z][^>]*>/i.test(text)) return text
  return text
    .trim()
    .split(/\n\s*\n/)
    .filter(part => part !== '')
    .map(part => `<p>${escaped(part).replaceAll('\n', '<br>')}</p>`)
    .join('\n')
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

type Named = Pick<EventTerm, 'id' | 'name'>

type Choices = {
  venues: readonly Venue[]
  organizers: readonly Organizer[]
  categories: readonly Named[]
  tags: readonly Named[]
}

const venueNamed = (venues: readonly Venue[], name: string) =>
  venues.find(({ venue = '' }) => plain(venue).toLowerCase() === name.trim().toLowerCase())

/** Whether saving makes a new venue of what was typed. */
export const isNewVenue = ({ venues }: Pick<Choices, 'venues'>, name: string) =>
  name.trim() !== '' && venueNamed(venues, name) === undefined

const organizerNamed = (organizers: readonly Organizer[], name: string) =>
  organizers.find(({ organizer = '' }) => plain(organizer).toLowerCase() === name.toLowerCase())

export const isNewOrganizer = ({ organizers }: Pick<Choices, 'organizers'>, names: string) =>
  listed(names).some(name => organizerNamed(organizers, name) === undefined)

/** The names of a draft, which has them line by line. */
const listed = (names: string) =>
  names
    .split('\n')
    .map(name => name.trim())
    .filter(name => name !== '')

const termNamed = (terms: readonly Named[], typed: string) =>
  terms.find(({ name }) => plain(name).toLowerCase() === typed.toLowerCase())

/** What a field says of a name that is new, to whoever may make nothing new there. */
export const notYours = 'There is none of this name, and you may not make one. Choose another.'

/** Those of these names that no category or tag has: saving makes them. */
export const newTerms = (terms: readonly Named[], names: string) =>
  listed(names).filter(name => termNamed(terms, name) === undefined)

const termsOf = (terms: readonly Named[], names: string) =>
  listed(names).map(name => termNamed(terms, name)?.id ?? name)

/** The draft as the interface takes it. Days and times stay text: the zone is the event's own. */
export function requestOf(draft: EventDraft, known: Choices): CreateEventRequest {
  const endDay = draft.end_day || draft.start_day
  const time = (clock: string) => (draft.all_day ? '' : ` ${clock}`)
  return {
    title: draft.title,
    start_date: `${draft.start_day}${time(draft.start_time)}`,
    end_date: `${endDay}${time(draft.end_time)}`,
    all_day: draft.all_day,
    timezone: draft.timezone,
    description: htmlOf(draft.description),
    image: draft.image,
    website: draft.website,
    online_url: draft.online_url.trim(),
    doors_at: draft.doors_at.trim(),
    age_note: draft.age_note,
    access_note: draft.access_note,
    hide_from_listings: draft.hide_from_listings,
    featured: draft.featured,
    categories: termsOf(known.categories, draft.categories),
    tags: termsOf(known.tags, draft.tags),
    venue: venueOf(draft, known),
    organizer: listed(draft.organizer).map(
      name =>
        organizerNamed(known.organizers, name)?.id ?? {
          organizer: name,
          status: 'publish',
          ...(draft.organizer_email && { email: draft.organizer_email }),
        },
    ),
  }
}

/** What more may be in than our form can show, and what not everybody may write. */
const delicate = ['description', 'website', 'categories', 'tags'] as const

/**
 * A request without the delicate members that were not touched, so that they stay as they are. `before`: the draft as the form
 * was opened, or as the record was when it met another's change.
 */
export function changesOf<R extends Partial<Record<(typeof delicate)[number], unknown>>>(
  request: R,
  { draft, before }: { draft: EventDraft; before: EventDraft },
): R {
  const changes = { ...request }
  for (const name of delicate) if (draft[name] === before[name]) delete changes[name]
  return changes
}

function venueOf(draft: EventDraft, { venues }: Choices): CreateEventRequest['venue'] & {} {
  const name = draft.venue.trim()
  if (name === '') return ''
  const found = venueNamed(venues, name)
  if (found) return found.id
  const { venue_address: address, venue_city: city, venue_zip: zip, venue_country: country } = draft
  return { venue: name, status: 'publish', address, city, zip, country }
}
