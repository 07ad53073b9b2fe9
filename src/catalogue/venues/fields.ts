import { Type } from 'typebox'
import { said } from '../../platform/http/described/answer-shapes.ts'
import { anything, text } from '../../platform/http/described/params.ts'
import { changedImage, line, nameOf, sharedDraft, sharedView } from '../linked/fields.ts'

const saidFlag = (description: string) =>
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
  show_map: saidFlag('Whether a map is shown'),
  show_map_link: saidFlag('Whether a link to a map is shown'),
  geo_lat: coordinate(90),
  geo_lng: coordinate(180),
}

export const VenueDraft = Type.Object({ venue: nameOf('venue'), ...fields })

/** As `saidFlag`; answers show the flags as booleans, which can be sent back. */
const changedFlag = (description: string) =>
  Type.Optional(
    Type.Unsafe<string | boolean>({ ...saidFlag(description), type: ['boolean', 'string'] }),
  )

export const VenueChanges = Type.Object({
  venue: Type.Optional(nameOf('venue')),
  ...fields,
  image: changedImage,
  show_map: changedFlag('Whether a map is shown'),
  show_map_link: changedFlag('Whether a link to a map is shown'),
})

const anyFlag = (description: string) =>
  Type.Optional(
    anything<string | boolean>(undefined, { description, takes: { type: ['boolean', 'string'] } }),
  )

/** A venue inside an event. Flags may also be booleans. An object without a name is no venue. */
export const NestedVenue = Type.Object(
  {
    ...VenueDraft.properties,
    show_map: anyFlag('Whether a map is shown.'),
    show_map_link: anyFlag('Whether a link to a map is shown.'),
  },
  { title: 'NestedVenue', description: 'The data of a venue inside an event.' },
)

const shown = (description: string) => Type.Optional(said(description))
export const VenueView = Type.Object(
  {
    ...sharedView,
    venue: shown('The name, with HTML escaped.'),
    address: shown('Street and number.'),
    city: shown('City.'),
    country: shown('Country.'),
    province: shown('Province, outside the United States.'),
    state: shown('State, in the United States.'),
    zip: shown('Postal code.'),
    stateprovince: shown('State or province.'),
    geo_lat: Type.Optional(Type.Number({ description: 'Latitude in degrees, north positive.' })),
    geo_lng: Type.Optional(Type.Number({ description: 'Longitude in degrees, east positive.' })),
    show_map: Type.Boolean({ description: 'Whether a map is shown.' }),
    show_map_link: Type.Boolean({ description: 'Whether a link to a map is shown.' }),
  },
  { title: 'Venue' },
)
