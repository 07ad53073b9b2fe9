import type { Static } from 'typebox'
import { findUser } from '../../access/users/lookup.ts'
import type { Caller } from '../../core/caller.ts'
import { type Cost, parseCost } from '../../core/cost.ts'
import { parseList } from '../../core/csv.ts'
import { failParams } from '../../core/errors.ts'
import { plainTitle, titleHtml } from '../../core/text.ts'
import { type Instant, parseWhen, toLocal } from '../../core/time.ts'
import type { Deps } from '../../deps.ts'
import type { Problems } from '../../platform/http/request/validation.ts'
import { resolveImage } from '../images/resolve-image.ts'
import type { Link } from '../linked/link-records.ts'
import { noMoment } from '../linked/rules.ts'
import { readOrganizers } from '../organizers/link-organizers.ts'
import { readVenue, type VenueLink } from '../venues/link-venue.ts'
import { type EventRow, findEvent } from './lookup.ts'
import { type Schedule, scheduleOf } from './rules.ts'
import { costOf } from './view.ts'
import { visitorProblems } from './for-visitors.ts'
import type { EventChanges } from './schema.ts'

export type EventBody = Static<typeof EventChanges>

/** A request body checked against database and network, ready to be saved. */
export type ReadyEvent = {
  body: EventBody
  title: string | undefined
  cost: Cost | undefined
  published: Instant | undefined
  /** Null takes the image away. */
  imageId: number | null | undefined
  venue: VenueLink | undefined
  organizers: readonly Link[] | undefined
  categories: readonly (string | number)[] | undefined
  tags: readonly (string | number)[] | undefined
}

export type EventWrite = { caller: Caller; body: EventBody; before: EventRow | undefined }

const invalid = { message: 'Invalid parameter.' }

/**
 * Checks every member of a body. Fails with `rest_invalid_param`, naming every bad parameter. It may fetch
 * images: never call it in a transaction.
 */
export async function prepareEvent(deps: Deps, writing: EventWrite): Promise<ReadyEvent> {
  const { body } = writing
  const problems: Problems = await recordProblems(deps, writing)
  const read = <T>(name: keyof EventBody, reader: (value: unknown) => T | undefined) => {
    if (body[name] === undefined) return undefined
    const value = reader(body[name])
    if (value === undefined) problems[name] = invalid
    return value
  }
  const title = isShownTitle(writing)
    ? undefined
    : read('title', value => plainTitle(String(value)) || undefined)
  const cost = isShownCost(deps, writing)
    ? undefined
    : read('cost', value => parseCost(value, deps.config.currency))
  const categories = read('categories', words)
  const tags = read('tags', words)
  const sentDate = sentPublication(deps, writing)
  const published = sentDate && readPublication(deps, sentDate)
  if (sentDate && !published) problems[sentDate.name] = invalid
  const when = readSchedule(deps, writing)
  if ('unreadable' in when) problems[when.unreadable] = invalid
  const schedule = 'schedule' in when ? when.schedule : undefined
  const now = deps.clock.now()
  Object.assign(problems, visitorProblems({ body, schedule, before: writing.before, now }))
  const linked = await readLinked(deps, writing)
  Object.assign(problems, linked.problems)
  if (Object.keys(problems).length > 0) return failParams(problems)
  // The image comes last, and only when nothing else is wrong, because it may have to be fetched.
  const imageId = await readImage(deps, writing)
  const { venue, organizers } = linked
  return { body, title, cost, published, imageId, venue, organizers, categories, tags }
}

/** An empty image takes it away, and so does `false`, as which a missing one is read. */
async function readImage(
  deps: Deps,
  { body: { image }, caller }: EventWrite,
): Promise<number | null | undefined> {
  if (image === undefined) return undefined
  if (image === '' || image === false) return null
  const named = typeof image === 'string' ? image : String(image.id)
  const resolution = await resolveImage(deps, caller, named)
  return typeof resolution === 'number' ? resolution : failParams({ image: resolution })
}

/** Whether the cost is sent as it was read. It stays, because a range shows neither the prices between nor the organizer's text. */
function isShownCost({ config }: Deps, { body, before }: EventWrite): boolean {
  return before !== undefined && body.cost === costOf(before, config.currency).display
}

/** Whether the title is sent as it was read, with typographic quotes and dashes where the organizer typed plain ones. */
const isShownTitle = ({ body, before }: EventWrite): boolean =>
  before !== undefined && body.title === titleHtml(before.title)

async function recordProblems({ db }: Deps, { body, before }: EventWrite): Promise<Problems> {
  const problems: Problems = {}
  const { author, post_parent } = body
  if (author !== undefined && !(await findUser(db, author))) {
    problems['author'] = { message: 'There is no user with this id.' }
  }
  if (post_parent) {
    const parent = post_parent === before?.id ? undefined : await findEvent(db, post_parent)
    if (!parent) {
      problems['post_parent'] = { message: 'There is no event with this id, or it is this one.' }
    }
  }
  return problems
}

type SentDate = { name: 'date' | 'date_utc'; text: string; zone: string }

/**
 * The requested date of publication: `date` in the zone sent with it or the site's, otherwise `date_utc`. Dates that are
 * sent as they were read change nothing, whatever zone is sent with them (contract.md 13.2).
 */
function sentPublication({ config }: Deps, { body, before }: EventWrite): SentDate | undefined {
  const { date, date_utc: utc, timezone } = body
  const at = before?.published_at
  const isShown = date === before?.published_local
  if (date !== undefined && !isShown) {
    return { name: 'date', text: date, zone: timezone || config.timezone }
  }
  if (utc !== undefined && utc !== noMoment && utc !== (at && toLocal(at, 'UTC'))) {
    return { name: 'date_utc', text: utc, zone: 'UTC' }
  }
  // A draft has no moment yet; published together with its date it gets that one.
  return date === undefined || at ? undefined : { name: 'date', text: date, zone: config.timezone }
}

const readPublication = ({ clock }: Deps, { text, zone }: SentDate): Instant | undefined =>
  parseWhen(text, { zone, now: clock.now() })?.instant

const readSchedule = ({ config, clock }: Deps, { body, before }: EventWrite) =>
  scheduleOf(body, {
    siteZone: config.timezone,
    now: clock.now(),
    before: before as Schedule | undefined,
  })

const wordLengthMax = 200
const wordsMax = 200

/** The ids and words of a term parameter; an empty value gives an empty list. */
function words(value: unknown): (string | number)[] | undefined {
  const items = value === '' ? [] : parseList(value)
  const fit = items?.every(item => String(item).length <= wordLengthMax) && items.length <= wordsMax
  return fit ? items : undefined
}

async function readLinked(deps: Deps, { caller, body, before }: EventWrite) {
  const problems: Problems = {}
  let venue: VenueLink | undefined
  let organizers: readonly Link[] | undefined
  if (body.venue !== undefined) {
    const alreadyLinked = before?.venue_id ? [before.venue_id] : []
    const read = await readVenue(deps, { caller, value: body.venue, alreadyLinked })
    if ('problem' in read) problems['venue'] = read.problem
    else venue = read.link
  }
  if (body.organizer !== undefined) {
    const alreadyLinked = before?.organizer_ids ?? []
    const read = await readOrganizers(deps, { caller, value: body.organizer, alreadyLinked })
    if ('problem' in read) problems['organizer'] = read.problem
    else organizers = read.links
  }
  return { problems, venue, organizers }
}
