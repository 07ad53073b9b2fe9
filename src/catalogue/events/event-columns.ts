import { atEvent, statusFor } from '../../access/records/rules.ts'
import { type Caller, can } from '../../core/caller.ts'
import { fail, failParams } from '../../core/errors.ts'
import { slugify } from '../../core/slug.ts'
import {
  descriptionHtml,
  excerptHtml,
  normalizeForSearch,
  plainText,
  sanitizeHtml,
  unescapeHtml,
} from '../../core/text.ts'
import { toLocal, type When } from '../../core/time.ts'
import type { Deps } from '../../deps.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Attempt } from '../../platform/idempotency/run-once.ts'
import type { CatalogueAdditions } from '../additions.ts'
import { type Publication, publicationOf, restoredSlug, trashedSlug } from '../linked/rules.ts'
import { visitorColumns, visitorProblems } from './for-visitors.ts'
import type { EventRow } from './lookup.ts'
import type { EventBody, ReadyEvent } from './prepare-event.ts'
import { type Schedule, scheduleOf } from './rules.ts'
import { type EventColumns, unusedSlug } from './store.ts'

/** `onNewZone` and `ticketsOut` are called for events that existed before. */
export type EventSave = {
  caller: Caller
  ready: ReadyEvent
  /** The idempotency key of a request that adds an event. */
  attempt?: Attempt | undefined
} & Partial<Pick<CatalogueAdditions, 'onNewZone' | 'ticketsOut'>>

/** The password is hashed before the transaction, because hashing takes as long as all the rest together. */
export type HashedSave = EventSave & { passwordHash: string | null | undefined }

/** `before` is the locked row; undefined for a new event. */
export type Written = HashedSave & { before: EventRow | undefined }

/** The schedule, recalculated from the locked event, so that two clients who each change one end both succeed. */
export function scheduleFor({ config, clock }: Deps, { ready, before }: Written): Schedule {
  const read = scheduleOf(ready.body, {
    siteZone: config.timezone,
    now: clock.now(),
    before: before as Schedule | undefined,
  })
  return 'schedule' in read ? read.schedule : fail('rest_invalid_param')
}

/** The sent members as columns. Absent ones stay, or get the default of a new event. */
export function columnsOf({ ready, passwordHash, before }: Written) {
  const { body, cost } = ready
  const { post_parent } = body
  const website = body.website === undefined ? undefined : unescapeHtml(body.website)
  const columns = {
    author_id: body.author,
    ...textsOf(body),
    // An empty address of a new event counts as absent: the event's page becomes its address.
    website: before ? website : website || undefined,
    parent_id: post_parent === 0 ? null : post_parent,
    cost: cost && JSON.stringify(cost),
    image_id: ready.imageId,
    external_id: body.external_id === '' ? null : body.external_id,
    password_hash: passwordHash,
    show_map: body.show_map,
    show_map_link: body.show_map_link,
    hide_from_listings: body.hide_from_listings,
    sticky: body.sticky,
    featured: body.featured,
    ...happeningFor(body, before),
  }
  return {
    title: ready.title ?? before?.title ?? '',
    ...(sentOnly(columns) as Omit<EventColumns, 'title' | keyof Schedule>),
  }
}

/** The members for visitors, against the locked event: another client may have moved it since they were checked. */
export function visitorColumnsFor({ ready, before }: Written, schedule: Schedule, now: Date) {
  const writing = { body: ready.body, schedule, before, now }
  const problems = visitorProblems(writing)
  if (Object.keys(problems).length > 0) failParams(problems)
  return sentOnly(visitorColumns(writing))
}

/** Absent members stay, or get the default of a new event. */
const sentOnly = <Columns extends object>(columns: Columns) =>
  Object.fromEntries(
    Object.entries(columns).filter(([, value]) => value !== undefined),
  ) as Partial<Columns>

/** Each text cleaned, and the HTML that is shown of it. */
function textsOf({ description: text, excerpt: short }: EventBody) {
  const description = text === undefined ? undefined : sanitizeHtml(text)
  const excerpt = short === undefined ? undefined : sanitizeHtml(short)
  return {
    description,
    description_html: description === undefined ? undefined : descriptionHtml(description),
    excerpt,
    excerpt_html: excerpt === undefined ? undefined : excerptHtml(excerpt),
  }
}

/** A reason belongs to one state, so a new state without a reason has none. */
function happeningFor({ happening, happening_reason: reason }: EventBody, before?: EventRow) {
  const isNew = happening !== undefined && happening !== before?.happening
  return {
    happening,
    happening_reason: reason === undefined && !isNew ? undefined : plainText(reason ?? ''),
  }
}

/** The status and date of publication; without both members they stay (contract.md 4.3). */
export function publicationFor(
  { config, clock }: Deps,
  { caller, ready, before }: Written,
): Publication {
  const { status } = ready.body
  const here = (instant: Date): When => ({ instant, local: toLocal(instant, config.timezone) })
  const date = ready.published && here(ready.published)
  const restored = before?.status === 'trash' && status !== 'trash'
  const keeps = before !== undefined && !restored && (status ?? before.status) === before.status
  if (keeps && !date) {
    const { published_local, published_at } = before as Publication
    return { status: before.status, published_local, published_at }
  }
  return publicationOf({
    status: keeps ? before.status : statusFor(atEvent(caller, before?.id), status),
    date,
    now: here(clock.now()),
    before: before as Publication | undefined,
  })
}

const slugless = new Set(['draft', 'pending', 'auto-draft'])

/** The slug: a sent one renames, publishing creates one, and the trash changes it both ways (contract.md 13.1). */
export async function slugFor(tx: Tx, written: Written, status: string): Promise<string> {
  const own = written.before?.slug ?? ''
  const wished = wishedSlug(written, status)
  const isTrashed = status === 'trash' && written.before?.status !== 'trash' && wished !== ''
  const final = isTrashed ? trashedSlug(wished) : wished
  return final === own || final === '' ? final : unusedSlug(tx, { wished: final, own })
}

function wishedSlug({ caller, ready, before }: Written, status: string): string {
  // A caller who may not publish cannot reserve a slug for an event that waits for approval.
  const mayName = status !== 'pending' || can(atEvent(caller, before?.id), 'publish_records')
  return (
    slugify((mayName && ready.body.slug) || '') ||
    slugKept(before, status) ||
    (slugless.has(status) ? '' : slugify(ready.title ?? before?.title ?? '') || 'event')
  )
}

function slugKept(before: EventRow | undefined, status: string): string {
  if (!before) return ''
  const isRestored = before.status === 'trash' && status !== 'trash'
  return isRestored ? restoredSlug(before.slug) : before.slug
}

/** Title, excerpt and description, one per line, in search form. */
export function searchTextOf(row: {
  title: string
  excerpt?: string | undefined
  description?: string | undefined
}): string {
  return [row.title, row.excerpt, row.description]
    .map(text => normalizeForSearch(plainText(text ?? '')))
    .filter(text => text !== '')
    .join('\n')
}
