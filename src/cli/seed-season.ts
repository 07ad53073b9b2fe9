import { toLocal } from '../core/time.ts'
import type { Poster } from './draw-poster.ts'

/** Stock of tickets: their own, or shared with the event's other tickets. */
type Stock = {
  mode: 'own' | 'global' | 'capped'
  capacity?: number
  event_capacity?: number
  sale_price?: { checked: true; price: string }
}
export type DemoTicket = {
  name: string
  price: string
  iac?: 'allowed'
  /** Sold until the event ends, not until it begins. */
  sale_ends?: 'event_end'
  ticket: Stock
}

export type DemoEvent = {
  title: string
  slug: string
  description: string
  start_date: string
  end_date: string
  timezone: string
  status: string
  event_password?: string
  categories?: string[]
  tags?: string[]
  venue: object
  organizer: object[]
  /** Members that are not sent to the events route. */
  demo: {
    poster: Poster
    tickets: readonly DemoTicket[]
    /** The part of all orders of the demo season that are for this event, from 0 to 1. */
    share: number
    /** Sells every ticket. */
    soldOut?: true
    /** Checks in every second attendee. */
    halfInside?: true
    calledOff?: string
  }
}

type Planned = Pick<DemoEvent, 'title' | 'slug' | 'description' | 'categories' | 'tags'> &
  DemoEvent['demo'] & {
    /** Days from today. The event of today begins in two hours, at a full one. */
    days: number
    /** How many days later it ends; 0 by default. */
    lasts?: number
    status?: string
    event_password?: string
  }

const zone = 'Europe/Oslo'
const hall = {
  venue: 'Harbour Hall',
  address: 'Quay 1',
  city: 'Bergen',
  country: 'Norway',
  geo_lat: 60.3929,
  geo_lng: 5.3242,
}
const company = [{ organizer: 'Harbour Players', email: 'players@example.org' }]
const own = (capacity: number): Stock => ({ mode: 'own', capacity })
const shared = (size: number): Stock => ({ mode: 'global', event_capacity: size })

const planned: readonly Planned[] = [
  {
    days: 0,
    title: 'Tonight: Strings and Salt',
    slug: 'strings-and-salt',
    description: '<p>A string quartet between nets and ropes. Doors open an hour before.</p>',
    categories: ['Music'],
    tickets: [{ name: 'Chair', price: '24', ticket: own(80) }],
    poster: { hue: 205, motif: 'waves' },
    share: 5,
    halfInside: true,
  },
  {
    days: -2,
    lasts: 12,
    title: 'Paper Boats: an Exhibition',
    slug: 'paper-boats',
    description:
      '<p>A thousand boats, none of them afloat. Come on any day; tickets are sold to the last.</p>',
    categories: ['Exhibition'],
    tickets: [{ name: 'Any day', price: '9', sale_ends: 'event_end', ticket: own(300) }],
    poster: { hue: 60, motif: 'hills' },
    share: 3,
  },
  {
    days: 7,
    title: 'Open Rehearsal',
    slug: 'open-rehearsal',
    description: '<p>Come and listen. Free, but places are few.</p>',
    categories: ['Theatre'],
    tickets: [{ name: 'Guest', price: '', iac: 'allowed', ticket: own(60) }],
    poster: { hue: 30, motif: 'beams' },
    share: 4,
  },
  {
    days: 14,
    title: 'Opening Night',
    slug: 'opening-night',
    description:
      '<p>The first night of the season. Stalls and balcony, and a few seats at half price.</p>',
    categories: ['Theatre', 'Premiere'],
    tags: ['evening'],
    tickets: [
      { name: 'Stalls', price: '30.50', ticket: own(120) },
      { name: 'Balcony', price: '18', ticket: own(60) },
    ],
    poster: { hue: 340, motif: 'beams' },
    share: 8,
  },
  {
    days: 16,
    title: 'The Lighthouse Keeper',
    slug: 'the-lighthouse-keeper',
    description: '<p>A play for two. All tickets share the hundred places of the hall.</p>',
    categories: ['Theatre'],
    tickets: [
      { name: 'Full', price: '28', ticket: shared(100) },
      { name: 'Reduced', price: '18', ticket: { ...shared(100), mode: 'capped', capacity: 30 } },
    ],
    poster: { hue: 220, motif: 'circles' },
    share: 6,
  },
  {
    days: 21,
    title: 'The Small Stage',
    slug: 'the-small-stage',
    description: '<p>Five chairs, all of them taken.</p>',
    categories: ['Music'],
    tickets: [{ name: 'Chair', price: '12', ticket: own(5) }],
    poster: { hue: 285, motif: 'circles' },
    share: 1,
    soldOut: true,
  },
  {
    days: 24,
    title: 'Summer Prices',
    slug: 'summer-prices',
    description: '<p>Tickets are 15 instead of 25, until the posters are up.</p>',
    categories: ['Music'],
    tickets: [
      {
        name: 'Entry',
        price: '25',
        ticket: { ...own(150), sale_price: { checked: true, price: '15' } },
      },
    ],
    poster: { hue: 48, motif: 'hills' },
    share: 4,
  },
  {
    days: 28,
    title: 'Members’ Evening',
    slug: 'members-evening',
    description: '<p>The password is “sesame”.</p>',
    event_password: 'sesame',
    tickets: [{ name: 'Member', price: '', ticket: own(30) }],
    poster: { hue: 160, motif: 'waves' },
    share: 0,
  },
  {
    days: 30,
    title: 'Storm Watch',
    slug: 'storm-watch',
    description: '<p>An evening on the pier.</p>',
    categories: ['Outdoors'],
    tickets: [{ name: 'Entry', price: '20', ticket: own(90) }],
    poster: { hue: 230, motif: 'hills' },
    share: 2,
    calledOff: 'The pier is closed for repairs. Everybody gets their money back.',
  },
  {
    days: 35,
    title: 'Family Matinée',
    slug: 'family-matinee',
    description: '<p>Puppets, an hour, cocoa after.</p>',
    categories: ['Family', 'Theatre'],
    tickets: [
      { name: 'Child', price: '8', ticket: own(70) },
      { name: 'Adult', price: '14', ticket: own(50) },
    ],
    poster: { hue: 15, motif: 'circles' },
    share: 4,
  },
  {
    days: 42,
    title: 'Jazz on the Quay',
    slug: 'jazz-on-the-quay',
    description: '<p>Three bands, one long evening.</p>',
    categories: ['Music', 'Outdoors'],
    tags: ['evening'],
    tickets: [{ name: 'Standing', price: '35', ticket: own(400) }],
    poster: { hue: 260, motif: 'waves' },
    share: 6,
  },
  {
    days: 60,
    title: 'Next Season',
    slug: 'next-season',
    description: '<p>Not announced yet.</p>',
    status: 'draft',
    tickets: [],
    poster: { hue: 100, motif: 'beams' },
    share: 0,
  },
  {
    days: -30,
    title: 'Last Month’s Concert',
    slug: 'last-months-concert',
    description: '<p>It was good.</p>',
    categories: ['Music'],
    tickets: [],
    poster: { hue: 190, motif: 'hills' },
    share: 0,
  },
]

const dayMs = 86_400_000
const hourMs = 3_600_000

/**
 * The demo season of a venue: tonight's event, an exhibition that runs and is still sold, a premiere, shared stock, a sale price,
 * one sold out, one cancelled.
 */
export function demoSeason(now: Date): DemoEvent[] {
  return planned.map(({ days, title, slug, description, categories, tags, ...rest }) => {
    const { status = 'publish', event_password, lasts = 0, ...demo } = rest
    const dayIn = (count: number) =>
      toLocal(new Date(now.getTime() + count * dayMs), zone).slice(0, 10)
    const hour = Math.ceil(now.getTime() / hourMs)
    const soon = (hours: number) => toLocal(new Date((hour + hours) * hourMs), zone)
    return {
      title,
      slug,
      description,
      status,
      ...(event_password !== undefined && { event_password }),
      ...(categories && { categories }),
      ...(tags && { tags }),
      start_date: days === 0 ? soon(2) : `${dayIn(days)} 19:00:00`,
      end_date: days === 0 ? soon(5) : `${dayIn(days + lasts)} 22:30:00`,
      timezone: zone,
      venue: hall,
      organizer: company,
      demo,
    }
  })
}
