import { sql } from 'kysely'
import type { Instant } from '../../core/time.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Circle, partsOf, withinCircle } from './filters.ts'

/** A city as its venues name it, and the middle of those with coordinates. */
export type City = {
  readonly city: string
  readonly country: string
  readonly venues: number
  readonly lat: number | null
  readonly lng: number | null
}

/** Bounds of the work: only the newest venues are looked at. */
const newestVenues = 2000
const citiesMost = 200
const venuesMost = 5000

type Dates = { starts_before: Instant; ends_after: Instant }

/** The cities of venues with public events in a window, those with the most venues first. */
export async function citiesWithEvents(
  db: Db,
  { starts_before, ends_after }: Dates,
): Promise<City[]> {
  const { lately, long } = partsOf({ starts_before, ends_after }) ?? {
    lately: sql`true`,
    long: sql`false`,
  }
  const isShown = sql`starts_at < ${starts_before} and ends_at > ${ends_after}
    and events.status = 'publish' and not hide_from_listings and password_hash is null`
  const { rows } = await sql<City>`
    with newest as materialized (
      select id, city, country, geo_lat, geo_lng from venues
      where status = 'publish' and city <> ''
      order by published_at desc, id desc limit ${newestVenues}
    )
    select min(city) as city, min(country) as country, count(*) as venues,
      avg(geo_lat) filter (where geo_lng is not null) as lat,
      -- The middle of angles, because longitudes jump at the date line.
      degrees(atan2(
        avg(sin(radians(geo_lng))) filter (where geo_lat is not null),
        avg(cos(radians(geo_lng))) filter (where geo_lat is not null))) as lng
    from newest v
    where exists (select from events where venue_id = v.id and ${lately} and ${isShown})
      or v.id = any(array(select venue_id from events where ${long} and ${isShown}))
    group by lower(city), lower(country)
    order by count(*) desc, lower(min(city)), lower(min(country)) limit ${citiesMost}`.execute(db)
  return rows
}

/** A city, in one of these countries if any are named, and a circle around it. */
export type Surroundings = {
  city: string
  countries: readonly string[]
  circle: Circle | undefined
}

/** The ids of the public venues in a city and around it. */
export async function venuesAround(
  db: Db,
  { city, countries, circle }: Surroundings,
): Promise<number[]> {
  const inCountry =
    countries.length === 0
      ? sql``
      : sql`and lower(v.country) = any(array(select lower(name) from unnest(${[...countries]}::text[]) name))`
  const around = circle ? sql`or ${withinCircle(circle)}` : sql``
  const { rows } = await sql<{ id: number }>`
    select v.id from venues v
    where v.status = 'publish' and
      ((v.city <> '' and lower(v.city) = lower(${city}) ${inCountry}) ${around})
    limit ${venuesMost}`.execute(db)
  return rows.map(({ id }) => id)
}
