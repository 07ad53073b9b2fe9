import { Type } from 'typebox'
import { parseWhen } from '../../core/time.ts'
import {
  globalIds,
  idOf,
  JsonLd,
  recordTimes,
  said,
} from '../../platform/http/described/answer-shapes.ts'
import {
  anything,
  filledText,
  id,
  pageNumber,
  text,
  textList,
} from '../../platform/http/described/params.ts'
import { ImageView } from '../images/lookup.ts'
import { isRecordStatus, noMoment } from './rules.ts'

const isDate = (value: unknown) => parseWhen(value, { zone: 'UTC', now: new Date(0) }) !== undefined
/** The zeros that drafts show are accepted from clients that send back what they read; they say nothing. */
export const isDateOrNone = (value: unknown) => value === noMoment || isDate(value)
const isStatus = (value: unknown) => isRecordStatus(String(value))
const isAddress = (value: unknown) => {
  const address = String(value)
  return (
    address === '' ||
    (/^(https?|ftp):\/\/[^\s"<>`\\/][^\s"<>`\\]*$/i.test(address) && URL.canParse(address))
  )
}

/** A short line such as an address or telephone number; `""` clears it. */
export const line = (description: string) =>
  Type.Optional(text({ maxLength: 1000, told: { default: null }, description }))

/** The write parameters that venues and organizers share. None has a default, so absent members stay absent. */
export const sharedDraft = {
  author: Type.Optional(id({ description: 'The id of a user.' })),
  date: Type.Optional(
    text({ holds: isDate, description: "Publication, in the site's time zone." }),
  ),
  date_utc: Type.Optional(text({ holds: isDateOrNone, description: 'The same in UTC.' })),
  description: Type.Optional(text({ told: { default: null }, description: 'HTML.' })),
  status: Type.Optional(
    text({ holds: isStatus, description: 'publish, draft, pending, private …' }),
  ),
  slug: Type.Optional(
    filledText({ maxLength: 1000, description: 'Derived from the name by default.' }),
  ),
  image: Type.Optional(
    text({
      maxLength: 2000,
      told: { default: null },
      description: 'The id or address of an image; empty for none.',
    }),
  ),
  website: Type.Optional(
    text({
      maxLength: 2000,
      holds: isAddress,
      told: { default: null },
      description: 'An address.',
    }),
  ),
  phone: line('Telephone number.'),
}

type ImageAsRead = { id: number }

const isImage = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.length <= 2000
    : Number.isSafeInteger((value as Partial<ImageAsRead> | null)?.id)

/** The image in a change: as in a new record, or the object that answers show. */
export const changedImage = Type.Optional(
  Type.Unsafe<string | ImageAsRead>({
    type: ['string', 'object'],
    holds: isImage,
    told: { default: null },
    description: 'The id or address of an image, or the image as it was read; empty for none.',
  }),
)

/** The maximum length of a name; longer names fit no index. */
export const nameOf = (kind: string) =>
  filledText({ maxLength: 500, description: `The name of the ${kind}.` })

/** The response's members: first those always present, then those left out when empty. */
export const sharedView = {
  id: idOf('record'),
  ...globalIds,
  author: Type.Optional(said('The id of the account that made it, as a text.')),
  status: Type.Optional(said('`publish`, `draft`, `pending`, `private`, `future` or `trash`.')),
  date: Type.Optional(recordTimes.date),
  date_utc: Type.Optional(recordTimes.date_utc),
  modified: Type.Optional(recordTimes.modified),
  modified_utc: Type.Optional(recordTimes.modified_utc),
  url: Type.Optional(said('The address of its page.')),
  description: Type.Optional(said('HTML.')),
  slug: Type.Optional(said('The last part of its address.')),
  image: Type.Optional(ImageView),
  phone: Type.Optional(said('Telephone number.')),
  website: Type.Optional(said('Its own website.')),
  json_ld: Type.Optional(JsonLd),
}

export const listQuery = {
  page: Type.Optional(pageNumber()),
  per_page: Type.Optional(Type.Integer({ minimum: 1, description: 'Page size; at most 50.' })),
  search: Type.Optional(
    filledText({ maxLength: 1000, description: 'All words must occur in one field.' }),
  ),
  event: Type.Optional(id({ description: 'Only those of this event.' })),
  has_events: Type.Optional(
    anything(undefined, {
      takes: { type: ['boolean', 'string'] },
      description: 'Only those with events, or only those without; an empty value means without.',
    }),
  ),
  only_with_upcoming: Type.Optional(
    anything(undefined, {
      takes: { type: 'boolean', default: false },
      description: 'Only those with upcoming events.',
      told: { type: 'boolean', default: false },
    }),
  ),
  status: Type.Optional(
    textList({
      description:
        'publish, future, draft, pending, private, trash; others than `publish` are for staff.',
    }),
  ),
}
