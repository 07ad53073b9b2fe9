import { plainText } from '../../core/text.ts'
import { truthy } from '../../core/truthy.ts'
import type { Draft, Kind, LinkedRow, OwnColumns, ShownRecord } from '../linked/kind.ts'
import { filled } from '../linked/rules.ts'
import { NestedVenue, VenueChanges, VenueDraft, VenueView } from './fields.ts'
import { stateProvince } from './rules.ts'

export const venueKind: Kind = {
  name: 'venue',
  plural: 'venues',
  page: 'venue',
  texts: [
    'address',
    'city',
    'country',
    'province',
    'state',
    'zip',
    'phone',
    'website',
    'stateprovince',
  ],
  columns: ['show_map', 'show_map_link', 'geo_lat', 'geo_lng'],
  draft: VenueDraft,
  changes: VenueChanges,
  nested: NestedVenue,
  view: VenueView,
  errors: {
    notAccessible: 'venue-not-accessible',
    inTrash: 'venue-is-in-trash',
    pageNotFound: 'venue-archive-page-not-found',
    couldNotCreate: 'could-not-create-venue',
  },
  ownColumns,
  ownMembers,
  jsonLd: place,
}

function ownColumns(draft: Draft, before: LinkedRow | undefined): OwnColumns {
  const { show_map, show_map_link, geo_lat, geo_lng } = draft
  return {
    fields: {
      ...(show_map === undefined ? {} : { show_map: truthy(show_map) }),
      ...(show_map_link === undefined ? {} : { show_map_link: truthy(show_map_link) }),
      ...(geo_lat === undefined ? {} : { geo_lat: degrees(geo_lat) }),
      ...(geo_lng === undefined ? {} : { geo_lng: degrees(geo_lng) }),
    },
    derived: derivedStateProvince(draft, before),
  }
}

const degrees = (value: number | string) => (value === '' ? null : Number(value))

/**
 * A column derived from others: set again whenever a source is sent and the column itself is not (contract.md
 * 12.3).
 */
function derivedStateProvince(draft: Draft, before: LinkedRow | undefined) {
  const sources = ['country', 'state', 'province'] as const
  if (draft.stateprovince !== undefined) return {}
  if (!sources.some(source => draft[source] !== undefined)) return {}
  const [country = '', state = '', province = ''] = sources.map(
    source => draft[source] ?? before?.[source] ?? '',
  )
  return { stateprovince: stateProvince({ country, state, province }) }
}

/** With one coordinate missing the venue has no position. */
function located({ geo_lat, geo_lng }: LinkedRow) {
  return typeof geo_lat === 'number' && typeof geo_lng === 'number' ? { geo_lat, geo_lng } : {}
}

function ownMembers(row: LinkedRow) {
  const { show_map = true, show_map_link = true } = row
  return { ...located(row), show_map, show_map_link }
}

function place({ row, url, image }: ShownRecord) {
  const address = {
    '@type': 'PostalAddress',
    streetAddress: row.address,
    addressLocality: row.city,
    addressRegion: row.stateprovince,
    postalCode: row.zip,
    addressCountry: row.country,
  }
  const { geo_lat: latitude, geo_lng: longitude } = located(row)
  const geo =
    latitude === undefined ? {} : { geo: { '@type': 'GeoCoordinates', latitude, longitude } }
  return {
    '@context': 'http://schema.org',
    '@type': 'Place',
    name: row.name,
    ...filled({ description: plainText(row.description), image }),
    url,
    address: filled(address),
    ...geo,
    ...filled({ telephone: row.phone, sameAs: row.website }),
  }
}
