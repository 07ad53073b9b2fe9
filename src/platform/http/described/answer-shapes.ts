import { type TSchema, type TSchemaOptions, Type } from 'typebox'

/** Shapes that the answers of several areas share. Descriptions name the unit of each value. */

/** The id of a record of this kind. */
export const idOf = (kind: string) => Type.Integer({ description: `The id of the ${kind}.` })

/** A count: `countOf('Attendees who are inside')`. */
export const countOf = (what: string) => Type.Integer({ description: `${what}.` })

export const said = (description: string) => Type.String({ description })

/** An absolute address. */
export const addressOf = (what: string) => said(`The address of ${what}.`)

/** A local time without a zone. */
export const wallTime = (description: string) => said(`${description}, YYYY-MM-DD HH:MM:SS.`)

/** A moment in UTC. */
export const instant = (description: string) => said(`${description}, ISO 8601 in UTC.`)

/** An amount of money as text, such as `12.50`, so that no client rounds it. */
export const decimal = (description: string) =>
  said(`${description}, in major units with all decimals.`)

export const orNull = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description })

/** A list that is always empty, as in the existing system. */
export const emptyList = (description: string) => Type.Array(Type.Never(), { description })

/** An object with any member names, whose values all have one shape. */
export const mapOf = <T>(values: TSchema, options: TSchemaOptions = {}) =>
  Type.Unsafe<Record<string, T>>({ type: 'object', additionalProperties: values, ...options })

/**
 * A shape that an area to the right declares under this title. Areas import only to the left, so it is named here
 * instead of imported; the document has a reference to it.
 */
export const titled = <T = unknown>(title: string, options: TSchemaOptions = {}) =>
  Type.Unsafe<T>({ refersTo: title, ...options })

export const Deleted = Type.Object(
  { deleted: Type.Boolean({ description: 'Always true: what is not there is 404.' }) },
  { title: 'Deleted' },
)

export const DateDetails = Type.Object(
  {
    year: said('Four digits.'),
    month: said('01 to 12.'),
    day: said('01 to 31.'),
    hour: said('00 to 23.'),
    minutes: said('00 to 59.'),
    seconds: said('00 to 59.'),
  },
  { title: 'DateDetails', description: 'A wall-clock time in parts, each with its zeros.' },
)

/** Ids that are unique over all sites. */
export const globalIds = {
  global_id: said('Unique over all sites: host, path and id.'),
  global_id_lineage: Type.Array(Type.String(), {
    description: 'The global ids that it has had; ours have one.',
  }),
}

/** When a record was published and last changed. */
export const recordTimes = {
  date: wallTime("When it was published, in the site's time zone"),
  date_utc: wallTime('When it was published, in UTC; zeros before'),
  modified: wallTime("When it was last changed, in the site's time zone"),
  modified_utc: wallTime('When it was last changed, in UTC'),
}

/** The members around the records of one page of a list. */
export const pageMembers = {
  rest_url: addressOf('this page of the list'),
  total: countOf('Records on all pages'),
  total_pages: countOf('Pages'),
}

/** The same, with the addresses of the neighbouring pages. */
export const linkedPageMembers = {
  ...pageMembers,
  next_rest_url: Type.Optional(said('The address of the next page; absent on the last.')),
  previous_rest_url: Type.Optional(said('The address of the page before; absent on the first.')),
}

/** What is shown of a credential: never its secret. */
export const credentialMembers = {
  created_at: instant('When it was made'),
  expires_at: orNull(Type.String(), 'When it expires, ISO 8601 in UTC; null is never.'),
  last_used_on: orNull(Type.String(), 'The day of its last use, YYYY-MM-DD; null is never.'),
}

/** A schema.org description of a record for search engines, with the members of that vocabulary. */
export const JsonLd = Type.Object(
  {},
  {
    title: 'JsonLd',
    additionalProperties: true,
    description: 'JSON-LD in the vocabulary of schema.org; on single reads of public records only.',
  },
)
