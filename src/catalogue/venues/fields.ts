import { Type } from 'typebox'
import { anything, text } from '../../platform/http/params.ts'
import { line, nameOf, sharedDraft, sharedView } from '../linked/fields.ts'

const said = (description: string) =>
  Type.Optional(
    text({
      maxLength: 10,
      told: { default: null },
      description: `${description}: "true", "1", "yes" … or not.`,
    }),
  )

/** Degrees; `""` removes the coordinates. */
const coordinate = (limit: number) =>
  Type.Optional(
    Type.Unsafe<number | string>({
      type: ['number', 'string'],
      holds: (value: unknown) => value === '' || isDegrees(value, limit),
      description: `Degrees from -${limit} to ${limit}; empty for none.`,
    }),
  )

const isDegrees = (value: unknown, limit: number) =>
  /^-?\d{1,3}(\.\d{1,20})?$/.test(String(value)) && Math.abs(Number(value)) <= limit

const address = {
  address: line('Street and number.'),
  city: line('City.'),
  country: line('Country.'),
  province: line('Province, outside the United States.'),
  state: line('State, in the United States.'),
  zip: line('Postal code.'),
  stateprovince: line('State or province; derived from the others when it is not sent.'),
}

const fields = {
  ...sharedDraft,
  ...address,
  show_map: said('Whether a map is shown'),
  show_map_link: said('Whether a link to a map is shown'),
  geo_lat: coordinate(90),
  geo_lng: coordinate(180),
}

export const VenueDraft = Type.Object({ venue: nameOf('venue'), ...fields })
export const VenueChanges = Type.Object({ venue: Type.Optional(nameOf('venue')), ...fields })

/** A venue inside an event. Flags may also be booleans. An object without a name is no venue. */
export const NestedVenue = Type.Object({
  ...VenueDraft.properties,
  show_map: Type.Optional(anything<string | boolean>()),
  show_map_link: Type.Optional(anything<string | boolean>()),
})

const shown = Type.Optional(Type.String())
export const VenueView = Type.Object(
  {
    ...sharedView,
    venue: Type.Optional(Type.String({ description: 'The name, HTML-encoded.' })),
    address: shown,
    city: shown,
    country: shown,
    province: shown,
    state: shown,
    zip: shown,
    stateprovince: shown,
    geo_lat: Type.Optional(Type.Number()),
    geo_lng: Type.Optional(Type.Number()),
    show_map: Type.Boolean(),
    show_map_link: Type.Boolean(),
  },
  { title: 'Venue' },
)
