/**
 * Catalogues of any size in which the usual requests find equally many events: the default list, a category,
 * a word and a radius match the same number in each. The other events are past, elsewhere, in other
 * categories, drafts or hidden. Made by a few statements in seconds, as the service itself would have written
 * them.
 */
import type { Pool } from 'pg'
import { searchTextOf } from '../src/catalogue/events/event-columns.ts'

/** How many events each request finds, whatever the size; `window` fills page 100 of four. */
const matching = { window: 600, rare: 100 } as const

export type DataSet = {
  events: number
  /** An upcoming event with venue, organizer and terms to read, and another one to change. */
  eventId: number
  slug: string
  changedId: number
  /** The venue and organizers of a twentieth of the common events. */
  venueId: number
  organizerId: number
}

/** Fills an empty, migrated database, and runs ANALYZE. */
export async function fillCatalogue(
  pool: Pool,
  events: number,
  authorId: number,
): Promise<DataSet> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    const { rows: indexes } = await client.query<{ made: string }>(
      `select pg_get_indexdef('events_search'::regclass) as made`,
    )
    // Building the index at the end takes a fraction of the time.
    await client.query('drop index events_search')
    for (const [sql, values] of statements(events, authorId)) await client.query(sql, values)
    await client.query(String(indexes[0]?.made))
    await client.query('vacuum analyze')
  } finally {
    client.release(true)
  }
  const { rows } = await pool.query<Omit<DataSet, 'events'>>(`
    select e.id as "eventId", e.slug,
      (select id from events where slug = 'small-gathering-502') as "changedId",
      (select id from venues where slug = 'hall-5') as "venueId",
      (select id from organizers where slug = 'players-5') as "organizerId"
    from events e where e.slug = 'long-gathering-501'`)
  const [known] = rows
  if (!known) throw new Error('The data set lacks the event it should have.')
  await demandConsistency(pool)
  return { events, ...known }
}

/** Venues and organizers: one per so many events. The first twenty venues are in Bergen, the others far away. */
const eventsPerVenue = 50
const nearVenues = 20

type Statement = [sql: string, values: unknown[]]

function statements(events: number, authorId: number): Statement[] {
  const places = nearVenues + Math.ceil(events / eventsPerVenue)
  const words = `array['harbour','music','night','open','stage','garden','river','light','summer','winter','song',
    'dance','story','film','bread','walk','market','chess','paper','glass','wood','stone','choir','string','brass','tea']`
  return [
    [
      `insert into venues (author_id, status, name, slug, address, city, country, search_text,
         geo_lat, geo_lng, published_local, published_at)
       select $2, 'publish', 'Hall ' || n, 'hall-' || n, n || ' Quay', town, 'Norway',
         'hall ' || n || E'\\n' || n || ' quay' || E'\\n' || lower(town) || E'\\nnorway',
         case when n <= ${nearVenues} then 60.39 + n * 0.002 else -30 + (n % 50) end,
         case when n <= ${nearVenues} then 5.32 + n * 0.002 else 20 + (n * 7 % 120) end,
         timestamp '2020-01-01' + n * interval '1 minute', timestamptz '2020-01-01Z' + n * interval '1 minute'
       from (select n, case when n <= ${nearVenues} then 'Bergen' else 'Town ' || n end as town
             from generate_series(1, $1::int) n) v`,
      [places, authorId],
    ],
    [
      `insert into organizers (author_id, status, name, slug, email, search_text, published_local, published_at)
       select $2, 'publish', 'Players ' || n, 'players-' || n, mail,
         'players ' || n || E'\\n' || mail,
         timestamp '2020-01-01' + n * interval '1 minute', timestamptz '2020-01-01Z' + n * interval '1 minute'
       from (select n, case when n <= ${nearVenues} then 'p' || n || '@bergen.example' else 'p' || n || '@far.example' end as mail
             from generate_series(1, $1::int) n) o`,
      [places, authorId],
    ],
    [
      `insert into terms (taxonomy, name, slug)
       select taxonomy, name, lower(name)
       from unnest(array['category','tag']) taxonomy,
         unnest(array['Common','Rare'] || array(select 'Other' || n from generate_series(1, 38) n)) name`,
      [],
    ],
    [
      // The kind of event number n comes first; everything else follows from it.
      `with numbered as (
         select n, n <= ${matching.window} as current,
           -- The common word, category and place: a fourth of what is coming, and of what is over.
           n % 4 = 0 as common,
           n <= ${matching.rare} as rare,
           n > ${matching.window} and n % 40 = 1 as draft,
           n > ${matching.window} and n % 40 = 4 as hidden,
           n > ${matching.window} and n % 400 in (1, 4) as unlisted_soon,
           (array['Blue','Long','Small','Grand'])[1 + n % 4] as first
         from generate_series(1, $1::int) n
       ), dated as (
         select *,
           -- A tenth of drafts and hidden events lie among what is coming, all others years behind it.
           date_trunc('hour', now()) + case
             when current or unlisted_soon then interval '2 days' + (n * 613 % 600) * interval '1 day'
             else -interval '30 days' - (n * 7919 % 3000) * interval '1 day' end
             + (n % 12) * interval '1 hour' as starts
         from numbered
       ), written as (
         select *,
           first || ' ' || case when rare then 'ostrich' when common then 'festival' else 'gathering' end || ' ' || n as title,
           (select string_agg(words[1 + (n * 7 + k * 11 + n % 13 * k) % 26], ' ' order by k)
            from generate_series(1, 60) k) as text
         from dated, (select ${words} as words) w
       )
       insert into events (author_id, status, title, description, slug, timezone, start_local, end_local,
         starts_at, ends_at, published_local, published_at, venue_id, cost, hide_from_listings, search_text)
       select $2, case when draft then 'draft' else 'publish' end, title, '<p>' || text || '</p>',
         case when draft then '' else replace(lower(title), ' ', '-') end, 'UTC',
         starts at time zone 'UTC', (starts + interval '2 hours') at time zone 'UTC',
         starts, starts + interval '2 hours',
         timestamp '2020-01-01' + n * interval '1 second',
         case when draft then null else timestamptz '2020-01-01Z' + n * interval '1 second' end,
         -- Near are the common ones, coming or over, and the rare ones.
         v.id,
         case when n % 3 = 0 then '{"display":"$25","symbol":"$","code":"","position":"prefix","values":["25"]}'::jsonb end,
         hidden, lower(title) || E'\\n' || text
       from written join venues v on v.slug = 'hall-' || case
         when common or rare then 1 + n % ${nearVenues}
         else ${nearVenues} + 1 + n % ($3::int - ${nearVenues}) end
       order by n`,
      [events, authorId, places],
    ],
    [
      `insert into event_organizers (event_id, organizer_id, ordinal)
       select e.id, o.id, 0
       from (select id, row_number() over (order by id) as n from events) e
       join (select id, row_number() over (order by id) as n from organizers) o
         on o.n = case when e.n % 4 = 0 then 1 + e.n % ${nearVenues}
           else ${nearVenues} + 1 + e.n % ($1::int - ${nearVenues}) end`,
      [places],
    ],
    [
      `insert into event_terms (event_id, term_id)
       select e.id, t.id
       from (select id, title, row_number() over (order by id) as n from events) e
       join terms t on t.slug = case
         when e.title like '% ostrich %' then 'rare' when e.n % 4 = 0 then 'common'
         else 'other' || (1 + e.n % 38) end`,
      [],
    ],
    [
      `update terms set published_count = used
       from (select l.term_id, count(*) as used from event_terms l join events e on e.id = l.event_id
             where e.status = 'publish' and not e.hide_from_listings and e.password_hash is null
             group by l.term_id) c
       where c.term_id = terms.id`,
      [],
    ],
  ]
}

/** The search text must equal what the service would have written, or the figures mean nothing. */
async function demandConsistency(pool: Pool) {
  const { rows } = await pool.query<{
    title: string
    description: string
    search_text: string
  }>('select title, description, search_text from events order by id desc limit 20')
  for (const row of rows) {
    if (searchTextOf({ title: row.title, description: row.description }) === row.search_text)
      continue
    throw new Error(`The data set differs from what the service writes: ${row.title}.`)
  }
}
