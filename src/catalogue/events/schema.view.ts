import { Type } from 'typebox'
import {
  addressOf,
  countOf,
  DateDetails,
  emptyList,
  globalIds,
  idOf,
  JsonLd,
  linkedPageMembers,
  recordTimes,
  said,
  wallTime,
} from '../../platform/http/described/answer-shapes.ts'
import { oneOf } from '../../platform/http/described/params.ts'
import { ImageView } from '../images/lookup.ts'
import { OrganizerView } from '../organizers/fields.ts'
import { EmbeddedTerm } from '../terms/lookup.ts'
import { VenueView } from '../venues/fields.ts'
import { happenings } from './rules.ts'

const costDetails = Type.Object(
  {
    currency_symbol: said('E.g. `$`; blank without a cost.'),
    currency_code: said('ISO 4217, e.g. `USD`; blank without a cost.'),
    currency_position: said('`prefix` or `postfix`: where the symbol stands.'),
    values: Type.Array(Type.String(), {
      description: 'Amounts in major units, from the lowest to the highest.',
    }),
  },
  { title: 'CostDetails', description: 'The cost for programs.' },
)
/** Null while the event is protected by a password. */
const nullableFlag = (description: string) =>
  Type.Union([Type.Boolean(), Type.Null()], {
    description: `${description}; null while a password protects the event.`,
  })
const terms = (description: string) => Type.Array(EmbeddedTerm, { description })

const schedule = {
  all_day: nullableFlag('Whether it takes whole days'),
  start_date: wallTime('When it begins, in its own time zone'),
  start_date_details: DateDetails,
  end_date: wallTime('When it ends, in its own time zone'),
  end_date_details: DateDetails,
  utc_start_date: wallTime('When it begins, in UTC'),
  utc_start_date_details: DateDetails,
  utc_end_date: wallTime('When it ends, in UTC'),
  utc_end_date_details: DateDetails,
  timezone: said('Its time zone: an IANA name, or an offset such as `UTC+2`.'),
  timezone_abbr: said('The abbreviation of the zone when it begins, e.g. `CEST`.'),
}

export const EventView = Type.Object(
  {
    id: idOf('event'),
    ...globalIds,
    author: said('The id of the account that made it, as a text.'),
    status: said('`publish`, `future`, `draft`, `pending`, `private` or `trash`.'),
    ...recordTimes,
    url: addressOf('its page'),
    rest_url: addressOf('the event in this interface'),
    title: said('What it is called, with HTML escaped.'),
    description: said('HTML.'),
    excerpt: said('HTML.'),
    slug: said('The last part of its address.'),
    image: Type.Union([Type.Literal(false), ImageView], {
      description: 'Its picture; false without one.',
    }),
    ...schedule,
    cost: said('The cost for people, e.g. `$10 – $25`; blank without one.'),
    cost_details: costDetails,
    website: said('Its own website, or its page here.'),
    show_map: nullableFlag('Whether a map of the venue is shown'),
    show_map_link: nullableFlag('Whether a link to a map is shown'),
    hide_from_listings: nullableFlag('Whether lists leave it out'),
    sticky: nullableFlag('Whether it is shown first on its day in calendars'),
    featured: nullableFlag('Whether it is set off from the others'),
    categories: terms('Its categories.'),
    tags: terms('Its tags.'),
    venue: Type.Union([VenueView, emptyList('No venue.')], {
      description: 'Where it takes place; an empty list without a venue.',
    }),
    organizer: Type.Array(OrganizerView, { description: 'Who holds it, in order.' }),
    custom_fields: emptyList('Always empty.'),
    happening: oneOf([...happenings], { description: 'Whether it takes place as planned.' }),
    happening_reason: said('Why not, in plain text; blank when it is not told.'),
    attendance_mode: Type.Optional(
      oneOf(['online', 'mixed'], {
        description: 'Absent unless guests can join online; `mixed` when there is a venue too.',
      }),
    ),
    doors_at: Type.Optional(
      wallTime('When the doors open, in its own time zone; absent when nobody said so'),
    ),
    age_note: Type.Optional(said('For whom it is, in plain text; absent without one.')),
    access_note: Type.Optional(
      said('How people with disabilities get in, in plain text; absent without one.'),
    ),
    json_ld: Type.Optional(JsonLd),
    ticketed: Type.Union([Type.Boolean(), Type.Null(), Type.Array(Type.String())], {
      description:
        'False without tickets, else the providers of its tickets; null while a password protects the event.',
    }),
    attendance: Type.Optional(
      Type.Object(
        {
          total_attendees: countOf('Attendees'),
          checked_in: countOf('Attendees who are inside'),
          not_checked_in: countOf('Attendees who are not'),
        },
        { description: 'For callers who manage attendees.' },
      ),
    ),
    external_id: Type.Optional(
      said('Its id where it comes from, blank without one; for those who may edit the event.'),
    ),
    online_url: Type.Optional(
      said(
        'Where guests join online; absent without one, and for those who may not edit the event.',
      ),
    ),
    nonces: Type.Optional(
      Type.Object(
        { add: said('Sent as `add_ticket_nonce` to make a ticket; good for 12 to 24 hours.') },
        { description: 'For callers who may edit the event, bound to who reads them.' },
      ),
    ),
    warnings: Type.Optional(
      Type.Array(Type.String(), {
        description: 'What was ignored of the request, on `Prefer: handling=lenient`.',
      }),
    ),
  },
  { title: 'Event' },
)

export const EventList = Type.Object({
  events: Type.Array(EventView, { description: 'The events of this page.' }),
  ...linkedPageMembers,
})
