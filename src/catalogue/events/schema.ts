import { type TSchema, Type } from 'typebox'
import { unescapeHtml } from '../../core/text.ts'
import { isTimeZone, parseWhen } from '../../core/time.ts'
import {
  anything,
  filledText,
  flag,
  id,
  idList,
  oneOf,
  pageNumber,
  text,
  textList,
} from '../../platform/http/described/params.ts'
import { isDateOrNone, isImage as isOwnImage } from '../linked/fields.ts'
import { isRecordStatus } from '../linked/rules.ts'
import { OrganizerDraft } from '../organizers/fields.ts'
import { NestedVenue } from '../venues/fields.ts'
import { visitorMembers } from './schema.visitors.ts'
import { happenings, radiusMostKm, radiusUsualKm } from './rules.ts'

const isDate = (value: unknown) => parseWhen(value, { zone: 'UTC', now: new Date(0) }) !== undefined
const isZone = (value: unknown) => value === '' || isTimeZone(String(value))
const isStatus = (value: unknown) => isRecordStatus(String(value))
/** The stored value, for clients that send back what they read. */
const isAddress = (value: unknown) => {
  if (typeof value !== 'string' || value.length > 2000) return false
  const address = unescapeHtml(value)
  return (
    address === '' ||
    (/^(https?|ftp):\/\/[^\s"<>`\\/][^\s"<>`\\]*$/i.test(address) && URL.canParse(address))
  )
}

const isImage = (value: unknown) => value === false || isOwnImage(value)

const date = (description: string) => text({ maxLength: 200, holds: isDate, description })

/**
 * Any type is accepted. OPTIONS names a list of ids, as in the interface; the OpenAPI document says all that is understood
 * (`takes`), so that typed clients may send it.
 */
const linkedList = (description: string, takes: TSchema) =>
  anything(undefined, {
    description,
    told: { type: 'array', items: { type: 'integer' }, default: null },
    takes,
  })

const number = Type.Integer()
const words = Type.String()
const termList = Type.Union([Type.Array(Type.Union([number, words])), words, number])
/** A linked record by its id, or by the data from which it is made. */
const linked = (draft: TSchema) => Type.Union([number, words, draft])
const linkedRecords = (draft: TSchema) => {
  const one = linked(draft)
  return Type.Union([one, Type.Array(one)])
}

const writable = {
  author: Type.Optional(id({ description: 'The id of a user' })),
  date: Type.Optional(date("Publication, in the site's time zone")),
  date_utc: Type.Optional(
    text({ maxLength: 200, holds: isDateOrNone, description: 'Publication, in UTC' }),
  ),
  description: Type.Optional(text({ description: 'HTML; empty for none' })),
  excerpt: Type.Optional(text({ description: 'HTML; empty for none' })),
  slug: Type.Optional(
    filledText({
      maxLength: 1000,
      description: 'Last part of its URL; derived from the title by default',
    }),
  ),
  status: Type.Optional(
    text({
      holds: isStatus,
      description:
        'publish, future, draft, pending, private or trash; to call an event off send `happening`',
    }),
  ),
  timezone: Type.Optional(
    text({
      maxLength: 64,
      holds: isZone,
      description: 'IANA name such as `Europe/Oslo`, or UTC±n; empty for the site’s',
    }),
  ),
  all_day: Type.Optional(
    flag({
      description: 'Whole days, from the first second to the last',
      told: { default: false },
    }),
  ),
  image: Type.Optional(
    Type.Unsafe<string | false | { id: number }>({
      type: ['string', 'boolean', 'object'],
      holds: isImage,
      told: { type: 'string' },
      description:
        'Id or address of an image, or the image as it was read; empty or false for none',
    }),
  ),
  external_id: Type.Optional(
    text({
      maxLength: 200,
      description:
        'The id of the event where it comes from, unique here; a new event with a known one is that event; empty for none',
    }),
  ),
  cost: Type.Optional(
    anything(undefined, {
      description: 'The cost, as text, number or list of both, in major units, e.g. `12.50`',
      takes: Type.Union([words, Type.Number(), Type.Array(Type.Union([words, Type.Number()]))]),
    }),
  ),
  website: Type.Optional(
    anything<string>(isAddress, {
      description: "The event's own website, an http or https address",
      takes: words,
      told: { default: null },
    }),
  ),
  show_map: Type.Optional(flag({ description: 'Whether a map of the venue is shown' })),
  show_map_link: Type.Optional(flag({ description: 'Whether a link to a map is shown' })),
  hide_from_listings: Type.Optional(
    flag({ description: 'Hides it from lists; it can still be read by id' }),
  ),
  sticky: Type.Optional(flag({ description: 'Shown first on its day in calendars' })),
  featured: Type.Optional(flag({ description: 'Set off from the others' })),
  categories: Type.Optional(linkedList('Ids, slugs or names of categories', termList)),
  tags: Type.Optional(linkedList('Ids, slugs or names of tags', termList)),
  venue: Type.Optional(
    linkedList(
      'The venue: an id, its data such as `{"venue": "Opera House"}`, or a list; empty for none',
      linkedRecords(NestedVenue),
    ),
  ),
  organizer: Type.Optional(
    linkedList(
      'Organizers: ids, their data such as `{"organizer": "City Choir"}`, or a list; empty for none',
      linkedRecords(OrganizerDraft),
    ),
  ),
  post_parent: Type.Optional(
    Type.Integer({ minimum: 0, description: 'The event that this one is part of; 0 for none' }),
  ),
  happening: Type.Optional(
    oneOf([...happenings], {
      description: 'Whether it takes place as planned; otherwise nothing is sold',
    }),
  ),
  happening_reason: Type.Optional(
    text({
      maxLength: 500,
      description: 'Plain text; a new `happening` without a reason has none',
    }),
  ),
  ...visitorMembers,
  password: Type.Optional(
    filledText({
      maxLength: 200,
      description: 'The password of a protected event; it permits reading only',
    }),
  ),
  event_password: Type.Optional(
    text({ maxLength: 200, description: 'Protects the event with a password; empty removes it' }),
  ),
}

const started = "Start, e.g. `2031-06-01 19:00`, in the event's zone unless it has an offset"
const ended = 'End, in the same form as the start; one before the start becomes the start'

export const EventDraft = Type.Object({
  title: filledText({ maxLength: 1000, description: 'What it is called, not blank' }),
  start_date: date(started),
  end_date: date(ended),
  ...writable,
})

const force = Type.Optional(
  flag({ description: 'Hides the event although it has not ended and has valid tickets' }),
)

export const EventChanges = Type.Object({
  title: Type.Optional(
    filledText({ maxLength: 1000, description: 'What it is called, not blank' }),
  ),
  start_date: Type.Optional(date(started)),
  end_date: Type.Optional(date(ended)),
  ...writable,
  force,
})

export const EventRemoval = Type.Object({ force })

export const IdParams = Type.Object({ id: Type.Integer({ description: 'The id of the event' }) })
export const SlugParams = Type.Object({
  slug: Type.String({ maxLength: 1000, description: 'The slug of the event' }),
})

export const Unlocking = Type.Object({
  password: Type.Optional(
    filledText({ maxLength: 200, description: 'The password of a protected event' }),
  ),
  context: Type.Optional(
    text({
      maxLength: 20,
      description: '`edit` also reads protected events that the caller may edit',
    }),
  ),
})

/** `usual` is what counts when it is not sent, in words that it takes. */
const bound = (description: string, usual?: string) =>
  Type.Optional(
    Type.Unsafe<string | number>({
      holds: isDate,
      description: `${description}; a date, a date and time, or words such as "tomorrow"`,
      told: { type: 'string', ...(usual !== undefined && { default: usual }) },
      takes: words,
    }),
  )

export const EventQuery = Type.Object({
  page: Type.Optional(pageNumber({ maximum: 2_147_483_647 })),
  per_page: Type.Optional(Type.Integer({ minimum: 1, description: 'At most 50 are answered' })),
  start_date: bound('Events that start on this date or later', 'yesterday'),
  end_date: bound('Events that end on this date or earlier', '+24 months'),
  starts_before: bound('Events that start before'),
  starts_after: bound('Events that start after'),
  ends_before: bound('Events that end before'),
  ends_after: bound('Events that end after'),
  strict_dates: Type.Optional(
    filledText({
      maxLength: 20,
      default: 'false',
      description: 'Whether date filters use the given times; otherwise whole days',
    }),
  ),
  search: Type.Optional(
    filledText({ maxLength: 1000, description: 'Words, "phrases", -exclusions' }),
  ),
  categories: Type.Optional(textList({ description: 'Slugs or ids; one match is enough' })),
  tags: Type.Optional(textList({ description: 'Slugs or ids; one match is enough' })),
  venue: Type.Optional(idList({ description: 'Ids of venues; one match is enough' })),
  organizer: Type.Optional(idList({ description: 'Ids of organizers; one match is enough' })),
  featured: Type.Optional(flag({ description: 'Only featured events, or only others' })),
  status: Type.Optional(
    textList({
      description:
        'publish, future, draft, pending, private, trash; others than `publish` are for staff',
      told: { format: 'string' },
    }),
  ),
  happening: Type.Optional(
    Type.Array(oneOf([...happenings]), {
      minItems: 1,
      maxItems: 100,
      description:
        'Events that take place as planned, are cancelled or postponed; one match is enough',
    }),
  ),
  geoloc: Type.Optional(flag({ description: 'Whether the venue has coordinates' })),
  geoloc_lat: Type.Optional(
    Type.Number({
      minimum: -90,
      maximum: 90,
      description: 'Degrees; needs `geoloc_lng`',
      told: { format: 'double' },
    }),
  ),
  geoloc_lng: Type.Optional(
    Type.Number({
      minimum: -180,
      maximum: 180,
      description: 'Degrees; needs `geoloc_lat`',
      told: { format: 'double' },
    }),
  ),
  geoloc_radius: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: radiusMostKm,
      description: `Kilometres; default ${radiusUsualKm}`,
    }),
  ),
  include: Type.Optional(
    idList({ description: 'Only these events; date filters are then ignored' }),
  ),
  post_parent: Type.Optional(id({ description: 'Events that are part of this one' })),
  external_id: Type.Optional(
    filledText({
      maxLength: 200,
      description: 'The event with this id where it comes from; for those who may edit it',
    }),
  ),
  ticketed: Type.Optional(flag({ description: 'With tickets, or without' })),
})
