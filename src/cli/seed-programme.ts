import type { DemoEvent, Stock } from './seed-event.ts'

/** Members of the events route that an event has as they stand here. */
type EventMembers = Pick<
  DemoEvent,
  'title' | 'slug' | 'categories' | 'tags' | 'event_password' | 'age_note' | 'online_url'
>

export type Planned = EventMembers &
  DemoEvent['demo'] & {
    /** Its paragraphs, as HTML without the tags around them. */
    text: readonly string[]
    /** Days from today. The event of today begins in two hours, at a full one. */
    days: number
    /** How many days later it ends; 0 by default. */
    lasts?: number
    /** Its hours, and when the doors open: on its own clock. */
    hours?: [from: string, to: string]
    doors?: string
    status?: string
    /** By default the hall; null for an event that is online alone. */
    at?: object | null
    by?: object[]
    zone?: string
  }

export const homeZone = 'Europe/Oslo'
export const hall = {
  venue: 'Harbour Hall',
  address: 'Quay 1',
  city: 'Bergen',
  zip: '5003',
  country: 'Norway',
  geo_lat: 60.3929,
  geo_lng: 5.3242,
  show_map: true,
  show_map_link: true,
  description:
    '<p>A rope store of 1897 with 180 seats, a bar and the best view of the harbour. Five minutes on foot from the station.</p>',
}
const lisbon = {
  venue: 'Teatro da Ribeira',
  address: 'Rua da Boavista 84',
  city: 'Lisbon',
  zip: '1200-068',
  country: 'Portugal',
  geo_lat: 38.7089,
  geo_lng: -9.149,
  show_map: true,
  show_map_link: true,
}
export const players = {
  organizer: 'Harbour Players',
  email: 'players@example.org',
  phone: '+47 55 00 00 00',
  description: '<p>A company of nine who play what the coast tells them, since 1974.</p>',
}
export const access =
  'Step-free from the quay. Six places for wheelchairs in row A, an induction loop in rows A to F, and a seat for whoever comes with you at no charge: tell us by mail.'
const own = (capacity: number): Stock => ({ mode: 'own', capacity })
const shared = (size: number): Stock => ({ mode: 'global', event_capacity: size })

export const planned: readonly Planned[] = [
  {
    days: 0,
    title: 'Tonight: Strings and Salt',
    slug: 'strings-and-salt',
    text: [
      'Four musicians, two of them from fishing families, and a hall that still smells of rope: the Fjord Quartet plays Grieg, Shostakovich’s eighth, and three new pieces that were written to be heard beside water.',
      'The bar opens with the doors. After the concert the quartet stays for a glass, and so may you.',
    ],
    categories: ['Music'],
    tickets: [{ name: 'Chair', price: '24', ticket: own(80) }],
    poster: { hue: 212, scene: 'strings' },
    share: 5,
    halfInside: true,
  },
  {
    days: -2,
    lasts: 12,
    hours: ['10:00', '18:00'],
    title: 'Paper Boats: an Exhibition',
    slug: 'paper-boats',
    text: [
      'A thousand boats, none of them afloat. Children of eleven schools have folded them out of letters, maps and unpaid bills, and Mari Solheim has hung them so that you walk through a fleet.',
      'One ticket is good for one visit on any day. Fold one more at the table by the exit; it will hang there tomorrow.',
    ],
    categories: ['Exhibition', 'Family'],
    age_note: 'For everybody; children under 6 come in free',
    tickets: [{ name: 'Any day', price: '9', sale_ends: 'event_end', ticket: own(300) }],
    poster: { hue: 196, scene: 'boats' },
    share: 3,
  },
  {
    days: 7,
    hours: ['17:00', '19:00'],
    title: 'Open Rehearsal',
    slug: 'open-rehearsal',
    text: [
      'Seven chairs, no costumes, and a scene that does not work yet. Sit with us while we find out why.',
      'It is free, but places are few: give yours back on the page of your order if you cannot come.',
    ],
    categories: ['Theatre'],
    tickets: [{ name: 'Guest', price: '', iac: 'allowed', ticket: own(60) }],
    poster: { hue: 350, scene: 'rehearsal' },
    share: 4,
  },
  {
    days: 10,
    hours: ['20:00', '21:15'],
    title: 'How a Play Is Made: a Talk Online',
    slug: 'how-a-play-is-made',
    text: [
      'Director Ingrid Aune and stage designer Tomás Reis show models, mistakes and the one drawing that decided everything. Ask what you like; the last half hour is yours.',
      'You need a browser and nothing else. The talk is in English, with live captions.',
    ],
    categories: ['Talks'],
    tags: ['online'],
    at: null,
    online_url: 'https://meet.example.org/harbour-players',
    tickets: [
      { name: 'One screen', price: '8', ticket: own(200) },
      { name: 'School class', price: '25', ticket: own(20) },
    ],
    poster: { hue: 180, scene: 'online' },
    share: 2,
  },
  {
    days: 14,
    hours: ['19:30', '22:30'],
    title: 'Opening Night',
    slug: 'opening-night',
    text: [
      '“The Net Menders” opens the season: a village, a winter without fish, and a stranger who pays in gold. Nine actors, a live band, and the largest curtain we have ever sewn.',
      'Two hours and forty minutes with an interval. Late guests are let in after the first scene. Seats in the balcony have a rail in front of them; children see better from the stalls.',
    ],
    categories: ['Theatre', 'Premiere'],
    tags: ['evening'],
    doors: '18:30',
    age_note: 'From 12 years',
    tickets: [
      { name: 'Stalls', price: '30.50', ticket: own(120) },
      { name: 'Balcony', price: '18', ticket: own(60) },
    ],
    poster: { hue: 345, scene: 'premiere' },
    share: 8,
  },
  {
    days: 16,
    hours: ['19:30', '21:00'],
    title: 'The Lighthouse Keeper',
    slug: 'the-lighthouse-keeper',
    text: [
      'A play for two. The keeper has not spoken for eleven years; the girl who brings the post does not stop. Based on the logbooks of Utvær, the westernmost light of Norway.',
      'Ninety minutes without an interval.',
    ],
    categories: ['Theatre'],
    doors: '18:45',
    age_note: 'From 10 years',
    tickets: [
      { name: 'Full', price: '28', ticket: shared(100) },
      { name: 'Reduced', price: '18', ticket: { ...shared(100), mode: 'capped', capacity: 30 } },
    ],
    poster: { hue: 220, scene: 'lighthouse' },
    share: 6,
  },
  {
    days: 21,
    hours: ['21:00', '23:00'],
    title: 'The Small Stage',
    slug: 'the-small-stage',
    text: [
      'Five chairs, one lamp, and songs that are too quiet for a larger room. All five chairs are taken; there will be another evening.',
    ],
    categories: ['Music'],
    tickets: [{ name: 'Chair', price: '12', ticket: own(5) }],
    poster: { hue: 285, scene: 'cabaret' },
    share: 1,
    soldOut: true,
  },
  {
    days: 24,
    hours: ['18:00', '22:00'],
    title: 'Summer Prices',
    slug: 'summer-prices',
    text: [
      'The long light, a choir on the far pier, and waffles. Tickets are 15 instead of 25 until the posters are up.',
      'In the courtyard; when it rains, inside.',
    ],
    categories: ['Music', 'Outdoors'],
    doors: '17:00',
    tickets: [
      {
        name: 'Entry',
        price: '25',
        ticket: { ...own(150), sale_price: { checked: true, price: '15' } },
      },
    ],
    poster: { hue: 330, scene: 'summer' },
    share: 4,
  },
  {
    days: 28,
    title: 'Members’ Evening',
    slug: 'members-evening',
    text: [
      'What we plan for next year, before anybody else hears of it. The password is “sesame”.',
    ],
    event_password: 'sesame',
    tickets: [{ name: 'Member', price: '', ticket: own(30) }],
    poster: { hue: 160, scene: 'door' },
    share: 0,
  },
  {
    days: 30,
    title: 'Storm Watch',
    slug: 'storm-watch',
    text: [
      'An evening on the pier, with soup, oilskins and somebody who knows the names of winds.',
    ],
    categories: ['Outdoors'],
    tickets: [{ name: 'Entry', price: '20', ticket: own(90) }],
    poster: { hue: 215, scene: 'storm' },
    share: 2,
    calledOff: 'The pier is closed for repairs. Everybody gets their money back.',
  },
  {
    days: 35,
    hours: ['14:00', '15:00'],
    title: 'Family Matinée',
    slug: 'family-matinee',
    text: [
      'Four puppets want to go to sea, and only one of them can swim. An hour on strings, with cocoa after, and a look behind the curtain for whoever dares.',
    ],
    categories: ['Family', 'Theatre'],
    doors: '13:30',
    age_note: 'From 4 years',
    tickets: [
      { name: 'Child', price: '8', ticket: own(70) },
      { name: 'Adult', price: '14', ticket: own(50) },
    ],
    poster: { hue: 335, scene: 'puppets' },
    share: 4,
  },
  {
    days: 38,
    hours: ['21:00', '23:00'],
    title: 'On Tour: The Net Menders in Lisbon',
    slug: 'the-net-menders-in-lisbon',
    text: [
      'Our season’s play meets another harbour. In Norwegian, with surtitles in Portuguese and English; times are those of Lisbon.',
    ],
    categories: ['Theatre'],
    tags: ['evening'],
    at: lisbon,
    by: [players, { organizer: 'Teatro da Ribeira', website: 'https://ribeira.example.org' }],
    zone: 'Europe/Lisbon',
    doors: '20:15',
    age_note: 'From 12 years',
    tickets: [
      { name: 'Plateia', price: '22', ticket: own(140) },
      { name: 'Balcão', price: '14', ticket: own(60) },
    ],
    poster: { hue: 320, scene: 'city' },
    share: 3,
  },
  {
    days: 42,
    hours: ['19:00', '23:30'],
    title: 'Jazz on the Quay',
    slug: 'jazz-on-the-quay',
    text: [
      'Three bands, one long evening: the Quay Street Seven, Aino Lehto’s trio from Tampere, and whoever is left standing for the jam at eleven.',
      'Standing room. The ferry to the north shore waits until the last note.',
    ],
    categories: ['Music', 'Outdoors'],
    tags: ['evening'],
    doors: '18:00',
    age_note: 'From 18 years; bring an identity card',
    tickets: [{ name: 'Standing', price: '35', ticket: own(400) }],
    poster: { hue: 250, scene: 'jazz' },
    share: 6,
  },
  {
    days: 60,
    title: 'Next Season',
    slug: 'next-season',
    text: ['Not announced yet.'],
    status: 'draft',
    tickets: [],
    poster: { hue: 350, scene: 'seats' },
    share: 0,
  },
  {
    days: -30,
    title: 'Last Month’s Concert',
    slug: 'last-months-concert',
    text: ['The Fjord Quartet in the rope store. It was good, and it was recorded for the radio.'],
    categories: ['Music'],
    tickets: [],
    poster: { hue: 190, scene: 'strings' },
    share: 0,
  },
]
