import { parseAmount } from '../../core/money.ts'
import { singleBlanks } from '../../core/blanks.ts'
import { wellFormed } from '../../core/text.ts'
import {
  isTimeZone,
  type LocalDateTime,
  parseWhen,
  toInstant,
  toLocal,
  zoneName,
} from '../../core/time.ts'
import type { SourcePost } from '../sources/source-site.ts'

/** A title as it was typed: entities in it are text. */
export const typed = (text: string): string =>
  singleBlanks(wellFormed(text).replace(/[\s\p{Cc}]+/gu, ' '))

/** The old system writes yes in several ways. */
export const isYes = (text: string): boolean => /^(1|yes|true|on)$/i.test(text.trim())

/** A zone of the source as ours; undefined when it is none. An empty one is the site's. */
export function zoneOf(text: string, site: string): string | undefined {
  const name = text.trim() || site
  return isTimeZone(name) ? zoneName(name) : undefined
}

/** A local time as the source writes it; undefined for zeros and anything else. */
export function localOf(text: string): LocalDateTime | undefined {
  const [, day, time] = /^\s*(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d)?))?/.exec(text) ?? []
  if (day === undefined || day.startsWith('0000')) return undefined
  const clock = time === undefined ? '00:00:00' : time.length === 5 ? `${time}:00` : time
  return parseWhen(`${day} ${clock}`, { zone: 'UTC', now: new Date(0) })?.local
}

/** A moment in UTC, such as `2026-10-13 17:53:26.2159`. */
export function utcOf(text: string): Date | undefined {
  const local = localOf(text)
  return local && toInstant(local, 'UTC')
}

export function momentOf(text: string, zone: string): Date | undefined {
  const local = localOf(text)
  return local && toInstant(local, zone)
}

/** Minor units of a decimal text or a number of PHP, which may be negative; undefined for anything else. */
export function minorOf(value: string | number, currency: string): number | undefined {
  const text = typeof value === 'number' ? value.toFixed(6) : value.trim()
  const isNegative = text.startsWith('-')
  const amount = parseAmount(isNegative ? text.slice(1) : text, currency)
  if (!amount) return undefined
  return isNegative && amount.minor > 0 ? -amount.minor : amount.minor
}

/** A slug as it is read: those of other scripts are stored percent-encoded. */
export function slugOf(stored: string): string {
  try {
    return decodeURIComponent(stored)
  } catch {
    return stored
  }
}

export const words = (text: string): string => singleBlanks(wellFormed(text.replaceAll('\0', '')))

/** When a record was made and changed, and its author. */
export function ageOf(post: SourcePost, zone: string) {
  const created = utcOf(post.createdUtc) ?? momentOf(post.createdLocal, zone) ?? new Date(0)
  return { created, changed: utcOf(post.modifiedUtc) ?? created }
}

const statuses = new Set(['publish', 'future', 'draft', 'pending', 'private', 'trash'])
const unpublished = new Set(['draft', 'pending'])

/** Status, slug and dates of a record of the catalogue. An unknown status becomes a draft. */
export function publicationOf(post: SourcePost, zone: string) {
  const { created, changed } = ageOf(post, zone)
  const status = statuses.has(post.status) ? post.status : 'draft'
  const wished = post.meta.find(([key]) => key === '_wp_desired_post_slug')?.[1]
  const slug = slugOf(status === 'trash' && wished ? `${wished}__trashed` : post.slug)
  const local = localOf(post.createdLocal) ?? toLocal(created, zone)
  return {
    status,
    slug: slug.slice(0, 200),
    published_local: local,
    published_at: unpublished.has(status) ? null : created.toISOString(),
    created_at: created.toISOString(),
    updated_at: changed.toISOString(),
  }
}

export const unknownStatus = (post: SourcePost): string[] =>
  statuses.has(post.status) ? [] : [`It had the status “${post.status}” and is a draft now.`]
