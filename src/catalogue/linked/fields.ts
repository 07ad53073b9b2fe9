import { Type } from 'typebox'
import { parseWhen } from '../../core/time.ts'
import { anything, filledText, id, pageNumber, text, textList } from '../../platform/http/params.ts'
import { ImageView } from '../images/lookup.ts'
import { isRecordStatus } from './rules.ts'

const isDate = (value: unknown) => parseWhen(value, { zone: 'UTC', now: new Date(0) }) !== undefined
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
  date_utc: Type.Optional(text({ holds: isDate, description: 'The same in UTC.' })),
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

/** The maximum length of a name; longer names fit no index. */
export const nameOf = (kind: string) =>
  filledText({ maxLength: 500, description: `The name of the ${kind}.` })

/** The response's members: first those always present, then those left out when empty. */
export const sharedView = {
  id: Type.Integer(),
  global_id: Type.String(),
  global_id_lineage: Type.Array(Type.String()),
  author: Type.Optional(Type.String()),
  status: Type.Optional(Type.String()),
  date: Type.Optional(Type.String()),
  date_utc: Type.Optional(Type.String()),
  modified: Type.Optional(Type.String()),
  modified_utc: Type.Optional(Type.String()),
  url: Type.Optional(Type.String()),
  description: Type.Optional(Type.String({ description: 'HTML.' })),
  slug: Type.Optional(Type.String()),
  image: Type.Optional(ImageView),
  phone: Type.Optional(Type.String()),
  website: Type.Optional(Type.String()),
  json_ld: Type.Optional(
    Type.Object({}, { additionalProperties: true, description: 'On single reads only.' }),
  ),
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
      description: 'Only those with events, or only those without; an empty value means without.',
    }),
  ),
  only_with_upcoming: Type.Optional(
    anything(undefined, {
      description: 'Only those with upcoming events.',
      told: { type: 'boolean', default: false },
    }),
  ),
  status: Type.Optional(textList({ description: 'For staff, unless it is `publish`.' })),
}
