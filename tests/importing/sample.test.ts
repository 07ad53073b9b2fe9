import { afterAll, expect, test } from 'vitest'
import { reportAudit } from '../../src/cli/audit.ts'
import { openTestDatabase } from '../support/database.ts'
import { moveSample } from './moved.ts'

// What must be in the product after the sample was moved, record by record.
const database = await openTestDatabase()
afterAll(database.close)
const report = await moveSample(database)

const rows = async (query: string) => (await database.pool.query(query)).rows

test('the report counts what came and names what did not', () => {
  const made = Object.entries(report.counts).flatMap(([kind, { made: count }]) =>
    count > 0 ? [`${kind} ${count}`] : [],
  )
  expect(made).toEqual([
    'term 5',
    'user 2',
    'venue 2',
    'organizer 2',
    'fee 2',
    'coupon 2',
    'event 6',
    'ticket 7',
    'order 8',
    'attendee 12',
  ])
  expect(report.losses.map(({ kind, oldId, reason }) => `${kind} ${oldId}: ${reason}`)).toEqual([
    expect.stringMatching(/^setting null: The old scanner key goes on working/),
    'image 301: Pictures were left out (--images skip).',
    'organizer 320: Its picture 301 did not come.',
    'event 377: A frame in its text became a link to https://fideo.example/7.',
    'event 377: Its text is without <script>, [tribe_events].',
    'event 402: Its picture 301 did not come.',
    'ticket 453: Its extra fields have no place here: Enw, Maint crys.',
    'attendee 507: Its answers have no place here: enw: Person Un; maint: Mawr.',
    'attendee 508: Its answers have no place here: enw: Person Dau; maint: Bach & canolig.',
  ])
  const left = new Map(report.left.map(({ what, name, rows: count }) => [`${what} ${name}`, count]))
  expect(left.get('type attachment')).toBeUndefined()
  expect([left.get('type page'), left.get('type post'), left.get('type revision')]).toEqual([
    1, 1, 1,
  ])
  expect([left.get('table comments'), left.get('taxonomy category')]).toEqual([1, 1])
})

test('stock, attendance and orders are in order', () => reportAudit(database.db))

test('the next record has an id above the highest old one', async () => {
  expect(await rows(`select nextval('record_ids')::int as id`)).toEqual([{ id: 532 }])
})

test('accounts keep ids, names, addresses and roles, and have no password', async () => {
  expect(
    await rows('select id, login, display_name, email, role, password_hash from users order by id'),
  ).toEqual([
    {
      id: 3,
      login: 'felin',
      display_name: 'Rheolwr y Felin',
      email: 'felin@old.example.org',
      role: 'administrator',
      password_hash: null,
    },
    {
      id: 7,
      login: 'sion',
      display_name: 'Siôn Sampl',
      email: 'sion@guest.example',
      role: 'editor',
      password_hash: null,
    },
  ])
})

test('categories and tags keep ids, slugs and parents; their names are decoded once', async () => {
  expect(
    await rows(
      'select id, taxonomy, name, slug, description, parent_id, published_count from terms order by id',
    ),
  ).toEqual([
    {
      id: 11,
      taxonomy: 'category',
      name: 'Cerddoriaeth',
      slug: 'cerddoriaeth',
      description: 'Cyngherddau &amp; datganiadau',
      parent_id: null,
      published_count: 1,
    },
    {
      id: 12,
      taxonomy: 'category',
      name: 'Telyn & Llais',
      slug: 'telyn-llais',
      description: '',
      parent_id: 11,
      published_count: 2,
    },
    {
      id: 14,
      taxonomy: 'category',
      name: 'Sgyrsiau',
      slug: 'sgyrsiau',
      description: '',
      parent_id: null,
      published_count: 2,
    },
    {
      id: 15,
      taxonomy: 'tag',
      name: 'mynediad am ddim',
      slug: 'mynediad-am-ddim',
      description: '',
      parent_id: null,
      published_count: 1,
    },
    {
      id: 16,
      taxonomy: 'tag',
      name: 'Plant & Theulu',
      slug: 'plant',
      description: '',
      parent_id: null,
      published_count: 2,
    },
  ])
})

test('venues and organizers', async () => {
  const venues = `select id, name, address, city, stateprovince, zip, country, phone, website, description, show_map, show_map_link
    from venues order by id`
  expect(await rows(venues)).toEqual([
    {
      id: 310,
      name: 'Tŷ’r Felin “Fawr”',
      address: 'Heol Enghraifft 5',
      city: 'Llanesiampl',
      stateprovince: 'Esiamplshire',
      zip: 'ZZ9 9ZZ',
      country: 'United Kingdom',
      phone: '',
      website: '',
      description: '',
      show_map: false,
      show_map_link: true,
    },
    {
      id: 311,
      name: 'Stage Across the Sea',
      address: '7 Example Avenue',
      city: 'Exampleville',
      stateprovince: 'VT',
      zip: '05000',
      country: 'United States',
      phone: '+1 802 555 0142',
      website: 'https://stage.example/',
      description: '<p>An <em>open</em> stage &amp; a bar.</p>',
      show_map: true,
      show_map_link: true,
    },
  ])
  expect(
    await rows('select id, name, email, phone, website, description from organizers order by id'),
  ).toEqual([
    {
      id: 320,
      name: 'Cymdeithas y Lan',
      email: 'helo@lan.example',
      phone: '+44 1632 960142',
      website: 'https://lan.example/',
      description: 'Rydym yn trefnu <em>nosweithiau</em>.',
    },
    {
      id: 323,
      name: "Mabli O'Sampl & Ffrindiau",
      email: 'mabli@lan.example',
      phone: '',
      website: '',
      description: '',
    },
  ])
})

test('a former slug is kept as an address', async () => {
  expect(await rows('select path, kind, record_id from old_addresses')).toEqual([
    { path: '/event/telyn-llias-tair-can/', kind: 'event', record_id: 402 },
  ])
})

test('nobody is told of what came: no fact, no mail, no entry of the audit', async () => {
  const counts =
    await rows(`select (select count(*) from facts)::int as facts, (select count(*) from messages)::int as mails,
    (select count(*) from audit_entries)::int as entries`)
  expect(counts).toEqual([{ facts: 0, mails: 0, entries: 0 }])
})
