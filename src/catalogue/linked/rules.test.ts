import { describe, expect, test } from 'vitest'
import { toLocal } from '../../core/time.ts'
import { numberedSlug } from '../../core/slug.ts'
import { publicationOf, restoredSlug, searchParts, trashedSlug } from './rules.ts'

const at = (text: string) => {
  const instant = new Date(text)
  return { instant, local: toLocal(instant, 'UTC') }
}
const now = at('2031-05-01T12:00:00Z')
const later = at('2031-06-01T12:00:00Z')
const earlier = at('2031-04-01T12:00:00Z')

describe('publication', () => {
  test('a new record is published at once', () => {
    expect(publicationOf({ status: 'publish', date: undefined, now })).toEqual({
      status: 'publish',
      published_local: now.local,
      published_at: now.instant,
    })
  })

  test('a future publication date schedules the record; a date that has passed publishes it', () => {
    expect(publicationOf({ status: 'publish', date: later, now }).status).toBe('future')
    expect(publicationOf({ status: 'future', date: earlier, now }).status).toBe('publish')
    expect(publicationOf({ status: 'future', date: later, now }).published_at).toBe(later.instant)
    expect(publicationOf({ status: 'private', date: later, now }).status).toBe('private')
  })

  test('a draft has a date but no moment of publication until it is published', () => {
    const draft = publicationOf({ status: 'draft', date: earlier, now })
    expect(draft).toEqual({ status: 'draft', published_local: earlier.local, published_at: null })
    const published = publicationOf({ status: 'publish', date: undefined, now, before: draft })
    expect(published.published_at).toBe(now.instant)
  })

  test('an update without a date keeps the date, even when the record becomes a draft again', () => {
    const before = publicationOf({ status: 'publish', date: earlier, now })
    for (const status of ['publish', 'private', 'draft', 'trash']) {
      const after = publicationOf({ status, date: undefined, now: later, before })
      expect(after).toEqual({ ...before, status })
    }
  })
})

test('moving to the trash marks the slug, and restoring removes the mark', () => {
  expect(trashedSlug('hall')).toBe('hall__trashed')
  expect(restoredSlug('hall__trashed')).toBe('hall')
  expect(restoredSlug('hall__trashed-2')).toBe('hall')
  expect(restoredSlug('hall')).toBe('hall')
})

test('the longest slug keeps its trash mark when it is numbered, and can still be restored', () => {
  const trashed = trashedSlug('x'.repeat(200))
  expect(numberedSlug(trashed, 99_999)).toBe(`${trashed}-99999`)
  expect(restoredSlug(numberedSlug(trashed, 2))).toMatch(/^x+$/)
})

test('a search text is split into words of letters, digits and hyphens in any script', () => {
  expect(searchParts('@common.com')).toEqual(['common', 'com'])
  expect(searchParts('http://one.com')).toEqual(['http', 'one', 'com'])
  expect(searchParts('555-1111')).toEqual(['555-1111'])
  expect(searchParts('Zürich 東京')).toEqual(['zurich', '東京'])
  expect(searchParts('%_\\')).toEqual([])
})
