import type { City } from '../../catalogue/events/browse-places.ts'
import { distanceKm, type Position } from '../../catalogue/events/rules.ts'

/** The radii that visitors can choose, in kilometres, and the usual one. */
export const radii = [10, 25, 50, 100] as const
export const usualRadius = 25
export type Radius = (typeof radii)[number]

/** A place for events near it. */
export type SearchPlace = {
  /** As pages and addresses name it: `Oslo`, or with its country where several cities have the name. */
  readonly name: string
  readonly city: string
  /** Its countries as venues name them; empty when the name of the city is enough. */
  readonly countries: readonly string[]
  /** Undefined when none of its venues has coordinates. */
  readonly middle: Position | undefined
}

/** Cities as places. Venues often leave the country out, so it only counts when it tells two cities apart. */
export function placesOf(cities: readonly City[]): SearchPlace[] {
  const named = new Map<string, City[]>()
  for (const own of cities) {
    const name = own.city.toLowerCase()
    named.set(name, [...(named.get(name) ?? []), own])
  }
  return [...named.values()].flatMap(namesakes => {
    const abroad = namesakes.filter(({ country }) => country !== '')
    const [first] = namesakes
    if (!first) return []
    if (abroad.length <= 1) return [placeOf(first.city, namesakes)]
    return abroad.map(own => ({
      ...placeOf(`${own.city}, ${own.country}`, [own]),
      city: own.city,
      countries: [own.country],
    }))
  })
}

function placeOf(name: string, cities: readonly City[]): SearchPlace {
  const located = cities.find(({ lat, lng }) => lat !== null && lng !== null)
  const middle = located && { lat: located.lat ?? 0, lng: located.lng ?? 0 }
  return { name, city: cities[0]?.city ?? name, countries: [], middle }
}

/** The place with this name. */
export const placeNamed = (places: readonly SearchPlace[], name: string) =>
  places.find(place => place.name.toLowerCase() === name.toLowerCase())

/** How far a venue is from the middle of a place; undefined below a kilometre, or without coordinates. */
export function awayFrom(
  place: SearchPlace | undefined,
  { geo_lat: lat, geo_lng: lng }: { geo_lat?: number; geo_lng?: number },
): number | undefined {
  if (!place?.middle || lat === undefined || lng === undefined) return undefined
  const away = distanceKm(place.middle, { lat, lng })
  return away < 1 ? undefined : away
}
