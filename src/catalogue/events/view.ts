import type { Static } from 'typebox'
import { type Cost, costOfPrices, noCost } from '../../core/cost.ts'
import { escapeHtml, shownHtml, titleHtml, withoutTags } from '../../core/text.ts'
import { details, toLocal, zoneAbbreviation } from '../../core/time.ts'
import type { Image } from '../images/lookup.ts'
import { noMoment } from '../linked/rules.ts'
import type { Organizer } from '../organizers/lookup.ts'
import type { EventTerms } from '../terms/lookup.ts'
import type { Venue } from '../venues/lookup.ts'
import type { EventRow } from './lookup.ts'
import { attendanceMode, eventUrl } from './rules.ts'
import { doorsOf } from './rules.doors.ts'
import type { EventView } from './schema.view.ts'

export type Event = Static<typeof EventView>

/** Everything that the view of events needs, read beforehand for the whole page. */
export type EventViewData = {
  publicRoot: string
  /** The common start of global ids. */
  globalRoot: string
  restRoot: string
  siteZone: string
  currency: string
  image: Image | undefined
  venue: Venue | undefined
  organizers: readonly Organizer[]
  terms: EventTerms
}

/** The currency in which its tickets were priced; a change of the site's currency does not affect it. */
export const costCurrency = (row: EventRow, site: string) => row.ticket_prices_currency ?? site

/** The cost of the event: from its tickets when it has any, otherwise the organizer's text. */
export function costOf(row: EventRow, currency: string): Cost {
  if (row.ticketed.length > 0) {
    return costOfPrices(row.ticket_prices_minor, costCurrency(row, currency))
  }
  return (row.cost as Cost | null) ?? noCost
}

/** An event as the API shows it. The order of members is part of the interface. */
export function eventView(row: EventRow, showing: EventViewData): Event {
  const { publicRoot, restRoot, siteZone } = showing
  const globalId = `${showing.globalRoot}?id=${row.id}`
  const url = eventUrl(row, publicRoot)
  const cost = costOf(row, showing.currency)
  return {
    id: row.id,
    global_id: globalId,
    global_id_lineage: [globalId],
    author: String(row.author_id ?? 0),
    status: row.status,
    date: row.published_local ?? toLocal(row.created_at, siteZone),
    date_utc: row.published_at ? toLocal(row.published_at, 'UTC') : noMoment,
    modified: toLocal(row.updated_at, siteZone),
    modified_utc: toLocal(row.updated_at, 'UTC'),
    url,
    rest_url: `${restRoot}/events/${row.id}`,
    title: titleHtml(row.title),
    description: shownHtml(row.description, row.description_html),
    excerpt: shownHtml(row.excerpt, row.excerpt_html),
    slug: row.slug,
    image: showing.image ?? false,
    ...scheduleView(row),
    cost: cost.display,
    cost_details: {
      currency_symbol: cost.symbol,
      currency_code: cost.code,
      currency_position: cost.position,
      values: [...cost.values],
    },
    website: row.website === null ? url : escapeHtml(row.website),
    show_map: row.show_map,
    show_map_link: row.show_map_link,
    hide_from_listings: row.hide_from_listings,
    sticky: row.sticky,
    featured: row.featured,
    categories: showing.terms.categories,
    tags: showing.terms.tags,
    venue: showing.venue ?? [],
    organizer: [...showing.organizers],
    custom_fields: [],
    ticketed: row.ticketed.length === 0 ? false : row.ticketed,
    happening: row.happening,
    happening_reason: withoutTags(row.happening_reason),
    ...visitorView(row),
  }
}

/** What visitors want to know beside time and place, as far as somebody said it (contract.md 37). */
function visitorView(row: EventRow) {
  const mode = attendanceMode(row)
  const doors = doorsOf(row)
  return {
    ...(mode !== 'offline' && { attendance_mode: mode }),
    ...(doors && { doors_at: doors.local }),
    ...(row.age_note !== '' && { age_note: withoutTags(row.age_note) }),
    ...(row.access_note !== '' && { access_note: withoutTags(row.access_note) }),
  }
}

function scheduleView(row: EventRow) {
  const [start, end] = [toLocal(row.starts_at, 'UTC'), toLocal(row.ends_at, 'UTC')]
  return {
    all_day: row.all_day,
    start_date: row.start_local,
    start_date_details: details(row.start_local),
    end_date: row.end_local,
    end_date_details: details(row.end_local),
    utc_start_date: start,
    utc_start_date_details: details(start),
    utc_end_date: end,
    utc_end_date_details: details(end),
    timezone: row.timezone,
    timezone_abbr: zoneAbbreviation(row.starts_at, row.timezone),
  }
}

/** A protected event in a list: that it exists and when, and nothing else (contract.md 5.9). */
export function redacted(event: Event): Event {
  const {
    attendance_mode: _mode,
    doors_at: _doors,
    age_note: _age,
    access_note: _access,
    ...rest
  } = event
  return {
    ...rest,
    description: '',
    excerpt: '',
    image: false,
    all_day: null,
    cost: '',
    cost_details: { currency_symbol: '', currency_code: '', currency_position: '', values: [] },
    website: '',
    show_map: null,
    show_map_link: null,
    hide_from_listings: null,
    sticky: null,
    featured: null,
    categories: [],
    tags: [],
    venue: [],
    organizer: [],
    custom_fields: [],
    ticketed: null,
    happening_reason: '',
  }
}
