export type DemoEvent = {
  title: string
  slug: string
  description: string
  start_date: string
  end_date: string
  timezone: string
  status?: string
  event_password?: string
  categories?: string[]
  tags?: string[]
  venue?: object
  organizer?: object[]
  tickets: { name: string; price: string; ticket: { mode: string; capacity: number } }[]
  /** Places that are taken already, of each ticket. */
  sold: number
}

type Planned = Omit<DemoEvent, 'start_date' | 'end_date' | 'timezone'> & {
  /** From today. */
  days: number
}

const hall = {
  venue: 'Harbour Hall',
  address: 'Quay 1',
  city: 'Bergen',
  country: 'Norway',
  geo_lat: 60.3929,
  geo_lng: 5.3242,
}
const company = [{ organizer: 'Harbour Players', email: 'players@example.org' }]
const at = { venue: hall, organizer: company, sold: 0 }
const own = (capacity: number) => ({ mode: 'own', capacity })

const planned: Planned[] = [
  {
    ...at,
    days: 7,
    title: 'Open Rehearsal',
    slug: 'open-rehearsal',
    description: '<p>Come and listen. Free, but places are few.</p>',
    categories: ['Theatre'],
    tickets: [{ name: 'Guest', price: '', ticket: own(40) }],
    sold: 3,
  },
  {
    ...at,
    days: 14,
    title: 'Opening Night',
    slug: 'opening-night',
    description: '<p>The first night of the season.</p>',
    categories: ['Theatre', 'Premiere'],
    tags: ['evening'],
    tickets: [
      { name: 'Stalls', price: '30.50', ticket: own(120) },
      { name: 'Balcony', price: '18', ticket: own(60) },
    ],
  },
  {
    ...at,
    days: 21,
    title: 'The Small Stage',
    slug: 'the-small-stage',
    description: '<p>Five chairs, all of them taken.</p>',
    categories: ['Music'],
    tickets: [{ name: 'Chair', price: '12', ticket: own(5) }],
    sold: 5,
  },
  {
    ...at,
    days: 28,
    title: 'Members’ Evening',
    slug: 'members-evening',
    description: '<p>The password is “sesame”.</p>',
    event_password: 'sesame',
    tickets: [{ name: 'Member', price: '', ticket: own(30) }],
  },
  {
    ...at,
    days: 60,
    title: 'Next Season',
    slug: 'next-season',
    description: '<p>Not announced yet.</p>',
    status: 'draft',
    tickets: [],
  },
  {
    ...at,
    days: -30,
    title: 'Last Month’s Concert',
    slug: 'last-months-concert',
    description: '<p>It was good.</p>',
    categories: ['Music'],
    tickets: [],
  },
]

const dayMs = 86_400_000

/** A free evening, a paid one, a sold-out night, one behind a password, a draft and one that is over. */
export function demoEvents(now: Date): DemoEvent[] {
  return planned.map(({ days, ...event }) => {
    const day = new Date(now.getTime() + days * dayMs).toISOString().slice(0, 10)
    const timezone = 'Europe/Oslo'
    return { ...event, start_date: `${day} 19:00:00`, end_date: `${day} 22:30:00`, timezone }
  })
}
