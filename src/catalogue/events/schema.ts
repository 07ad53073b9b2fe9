import { Type } from 'typebox'
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
} from '../../platform/http/params.ts'
import { ImageView } from '../images/lookup.ts'
import { OrganizerView } from '../organizers/fields.ts'
import { EmbeddedTerm } from '../terms/lookup.ts'
import { VenueView } from '../venues/fields.ts'
import { isRecordStatus } from '../linked/rules.ts'
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

const date = (description: string) => text({ maxLength: 200, holds: isDate, description })

/** Any type is accepted; the documentation names a list of ids, as in the interface. */
const linkedList = (description: string) =>
  anything(undefined, {
    description,
    told: { type: 'array', items: { type: 'integer' }, default: null },
  })

const writable = {
  author: Type.Optional(id({ description: 'The id of a user' })),
  date: Type.Optional(date("Publication, in the site's time zone")),
  date_utc: Type.Optional(date('Publication, in UTC')),
  description: Type.Optional(filledText({ description: 'HTML' })),
  excerpt: Type.Optional(filledText({ description: 'HTML' })),
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
    text({ maxLength: 64, holds: isZone, description: 'IANA name or UTC±n; empty for the site’s' }),
  ),
  all_day: Type.Optional(flag({ description: 'Whole days, from the first second to the last' })),
  image: Type.Optional(filledText({ maxLength: 2000, description: 'Id or address of an image' })),
  cost: Type.Optional(
    anything(undefined, { description: 'The cost, as text, number or list of both' }),
  ),
  website: Type.Optional(
    anything<string>(isAddress, {
      description: "The event's own website",
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
  categories: Type.Optional(linkedList('Ids, slugs or names of categories')),
  tags: Type.Optional(linkedList('Ids, slugs or names of tags')),
  venue: Type.Optional(linkedList('The venue: an id, its data, or a list; empty for none')),
  organizer: Type.Optional(linkedList('Organizers: ids, their data, or a list; empty for none')),
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

export const EventDraft = Type.Object({
  title: filledText({ maxLength: 1000, description: 'What it is called' }),
  start_date: date("Start, in the event's zone unless it has an offset"),
  end_date: date('End'),
  ...writable,
})

const force = Type.Optional(
  flag({ description: 'Hides the event although it has not ended and has valid tickets' }),
)

export const EventChanges = Type.Object({
  title: Type.Optional(filledText({ maxLength: 1000, description: 'What it is called' })),
  start_date: Type.Optional(date('Start')),
  end_date: Type.Optional(date('End')),
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

const bound = (description: string) =>
  Type.Optional(
    Type.Unsafe<string | number>({ holds: isDate, description, told: { type: 'string' } }),
  )

export const EventQuery = Type.Object({
  page: Type.Optional(pageNumber({ maximum: 2_147_483_647 })),
  per_page: Type.Optional(Type.Integer({ minimum: 1, description: 'At most 50 are answered' })),
  start_date: bound('Events that start on this date or later'),
  end_date: bound('Events that end on this date or earlier'),
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
  status: Type.Optional(textList({ description: 'For staff, unless it is `publish`' })),
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
    Type.Number({ minimum: -90, maximum: 90, description: 'Degrees; needs `geoloc_lng`' }),
  ),
  geoloc_lng: Type.Optional(
    Type.Number({ minimum: -180, maximum: 180, description: 'Degrees; needs `geoloc_lat`' }),
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
  ticketed: Type.Optional(flag({ description: 'With tickets, or without' })),
})

const details = Type.Object(
  {
    year: Type.String(),
    month: Type.String(),
    day: Type.String(),
    hour: Type.String(),
    minutes: Type.String(),
    seconds: Type.String(),
  },
  { title: 'DateDetails', description: 'Each with its zeros.' },
)
const costDetails = Type.Object(
  {
    currency_symbol: Type.String(),
    currency_code: Type.String(),
    currency_position: Type.String(),
    values: Type.Array(Type.String(), { description: 'From the lowest to the highest.' }),
  },
  { title: 'CostDetails' },
)
const nullableFlag = Type.Union([Type.Boolean(), Type.Null()])
const open = Type.Object({}, { additionalProperties: true })

export const EventView = Type.Object(
  {
    id: Type.Integer(),
    global_id: Type.String(),
    global_id_lineage: Type.Array(Type.String()),
    author: Type.String(),
    status: Type.String(),
    date: Type.String(),
    date_utc: Type.String(),
    modified: Type.String(),
    modified_utc: Type.String(),
    url: Type.String(),
    rest_url: Type.String(),
    title: Type.String(),
    description: Type.String(),
    excerpt: Type.String(),
    slug: Type.String(),
    image: Type.Union([Type.Literal(false), ImageView]),
    all_day: nullableFlag,
    start_date: Type.String(),
    start_date_details: details,
    end_date: Type.String(),
    end_date_details: details,
    utc_start_date: Type.String(),
    utc_start_date_details: details,
    utc_end_date: Type.String(),
    utc_end_date_details: details,
    timezone: Type.String(),
    timezone_abbr: Type.String(),
    cost: Type.String(),
    cost_details: costDetails,
    website: Type.String(),
    show_map: nullableFlag,
    show_map_link: nullableFlag,
    hide_from_listings: nullableFlag,
    sticky: nullableFlag,
    featured: nullableFlag,
    categories: Type.Array(EmbeddedTerm),
    tags: Type.Array(EmbeddedTerm),
    venue: Type.Union([VenueView, Type.Array(Type.Never())]),
    organizer: Type.Array(OrganizerView),
    custom_fields: Type.Array(Type.Never()),
    happening: oneOf([...happenings]),
    happening_reason: Type.String(),
    json_ld: Type.Optional(open),
    ticketed: Type.Union([Type.Boolean(), Type.Null(), Type.Array(Type.String())]),
    attendance: Type.Optional(
      Type.Object({
        total_attendees: Type.Integer(),
        checked_in: Type.Integer(),
        not_checked_in: Type.Integer(),
      }),
    ),
    nonces: Type.Optional(Type.Object({ add: Type.String() })),
  },
  { title: 'Event' },
)

export const EventList = Type.Object({
  events: Type.Array(EventView),
  rest_url: Type.String(),
  next_rest_url: Type.Optional(Type.String()),
  previous_rest_url: Type.Optional(Type.String()),
  total: Type.Integer(),
  total_pages: Type.Integer(),
})
