import type { UpdateOrganizerRequest, UpdateVenueRequest } from '@marquee-events/client'
import type { Place, PlaceKind } from '../../interface/place-queries.ts'
import { plain } from '../../pieces/words.ts'
import { htmlOf, textOf } from '../events/event-draft.ts'

/** The fields of the form of a venue or an organizer, as they are typed. */
export type PlaceDraft = {
  name: string
  address: string
  zip: string
  city: string
  region: string
  country: string
  phone: string
  website: string
  email: string
  description: string
  image: string
  show_map_link: boolean
  geo_lat: string
  geo_lng: string
}

/** What the fields are called, for whoever has to choose between two changes. */
export const labels = {
  name: 'Name',
  address: 'Street and number',
  zip: 'Postal code',
  city: 'City',
  region: 'State or province',
  country: 'Country',
  phone: 'Phone',
  website: 'Website',
  email: 'E-mail address',
  description: 'Description',
  image: 'Picture',
  show_map_link: 'Link to a map',
  geo_lat: 'Latitude',
  geo_lng: 'Longitude',
} as const

export const nameOf = ({ venue, organizer }: Place) => plain(venue ?? organizer ?? '')

export const nouns = { venues: 'venue', organizers: 'organizer' } as const

const degrees = (value: number | undefined) => (value === undefined ? '' : String(value))

export const draftOf = (place: Place): PlaceDraft => ({
  name: nameOf(place),
  address: plain(place.address ?? ''),
  zip: plain(place.zip ?? ''),
  city: plain(place.city ?? ''),
  region: plain(place.stateprovince ?? ''),
  country: plain(place.country ?? ''),
  phone: plain(place.phone ?? ''),
  website: place.website ?? '',
  email: place.email ?? '',
  description: textOf(place.description ?? ''),
  image: place.image ? String(place.image.id) : '',
  show_map_link: place.show_map_link ?? true,
  geo_lat: degrees(place.geo_lat),
  geo_lng: degrees(place.geo_lng),
})

type Changes = UpdateVenueRequest & UpdateOrganizerRequest

/** Fields that the interface takes under the same name. */
const asTyped = [
  'address',
  'zip',
  'city',
  'phone',
  'email',
  'image',
  'show_map_link',
  'geo_lat',
  'geo_lng',
] as const

/** What was changed, as the interface takes it: what was not touched stays as it is. */
export function changesOf(kind: PlaceKind, draft: PlaceDraft, before: PlaceDraft): Changes {
  const isChanged = (field: keyof PlaceDraft) => draft[field] !== before[field]
  const { name, description, region, country } = draft
  const typed = asTyped.filter(isChanged).map(field => [field, trimmed(draft[field])])
  return {
    ...(Object.fromEntries(typed) as Changes),
    ...(isChanged('website') && { website: whole(draft.website.trim()) }),
    ...(isChanged('name') && { [nouns[kind]]: name.trim() }),
    ...(isChanged('description') && { description: htmlOf(description) }),
    // Which of the two an address shows depends on its country.
    ...((isChanged('region') || isChanged('country')) && {
      country: country.trim(),
      state: region.trim(),
      province: region.trim(),
    }),
  }
}

/** An address as people say it, with its beginning. */
const whole = (website: string) =>
  website === '' || /^[a-z]+:/i.test(website) ? website : `https://${website}`

const trimmed = (value: string | boolean) => (typeof value === 'string' ? value.trim() : value)

/** The parameters of the interface whose fields have other names here. */
export const parameters = {
  venue: 'name',
  organizer: 'name',
  state: 'region',
  province: 'region',
} as const

export function check({ name, geo_lat: lat, geo_lng: lng }: PlaceDraft): Record<string, string> {
  return {
    ...(name.trim() === '' && { name: 'What is it called?' }),
    ...((lat.trim() === '') !== (lng.trim() === '') && {
      [lat.trim() === '' ? 'geo_lat' : 'geo_lng']: 'A place on the map needs both.',
    }),
  }
}

/** An address in one line. */
export const addressLine = ({ address, zip, city, stateprovince, country }: Place) =>
  [address, [zip, city].filter(Boolean).join(' '), stateprovince, country]
    .map(part => plain(part ?? ''))
    .filter(part => part !== '')
    .join(', ')
