import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listUrl, pageLinks, pageOffset, totalPages } from './page.ts'

const base = 'https://x.test/svc/events/v1/events/'

describe('pages', () => {
  test('are counted from one, and an empty list has none', () => {
    expect([0, 1, 5, 6, 10].map(total => totalPages(total, 5))).toEqual([0, 1, 1, 2, 2])
    expect(pageOffset(1, 10)).toBe(0)
    expect(pageOffset(3, 10)).toBe(20)
    expect(Number.isSafeInteger(pageOffset(Number.MAX_SAFE_INTEGER, 100))).toBe(true)
  })

  test('contain every row exactly once', () => {
    fc.assert(
      fc.property(fc.nat(5000), fc.integer({ min: 1, max: 100 }), (total, perPage) => {
        const pages = totalPages(total, perPage)
        expect(pages === 0 || pageOffset(pages, perPage) < total).toBe(true)
        expect(pageOffset(pages + 1, perPage)).toBeGreaterThanOrEqual(total)
      }),
    )
  })
})

describe('links to pages', () => {
  test('keep the commas within an item, and decode each item only once', () => {
    const { searchParams } = new URL(
      listUrl(base, { tags: ['Wine, Cheese', '50%25 off'], venue: [4, 5] }),
    )
    expect(searchParams.getAll('tags[]')).toEqual(['Wine, Cheese', '50%25 off'])
    expect(searchParams.get('venue')).toBe('4,5')
  })

  test('carry every filter, encoded', () => {
    const params = {
      per_page: 5,
      start_date: '2026-11-20 00:00:00',
      search: 'a&b=c#d',
      venue: [4, 5],
      featured: false,
      strict_dates: 'true',
      ticketed: undefined,
      categories: [],
      tags: null,
    }
    const url = new URL(listUrl(base, params))
    expect(url.href).not.toMatch(/[ |"<>]/)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      per_page: '5',
      start_date: '2026-11-20 00:00:00',
      search: 'a&b=c#d',
      venue: '4,5',
      featured: '0',
      strict_dates: 'true',
    })
    expect(listUrl(base, {})).toBe(base)
  })

  test('lead to neighbours that exist, and the first page has no page number', () => {
    const at = (page: number) =>
      pageLinks({ base, params: { per_page: 3 }, page, perPage: 3, total: 7 })
    expect(at(1)).toEqual({
      rest_url: `${base}?page=1&per_page=3`,
      next_rest_url: `${base}?per_page=3&page=2`,
    })
    expect(at(2)).toEqual({
      rest_url: `${base}?page=2&per_page=3`,
      next_rest_url: `${base}?per_page=3&page=3`,
      previous_rest_url: `${base}?per_page=3`,
    })
    expect(Object.keys(at(3))).toEqual(['rest_url', 'previous_rest_url'])
    const empty = pageLinks({ base, params: {}, page: 1, perPage: 3, total: 0 })
    expect(empty).toEqual({ rest_url: `${base}?page=1` })
  })

  test('keep any filter text unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), search => {
        const url = new URL(listUrl(base, { search }))
        expect(url.searchParams.get('search')).toBe(search)
      }),
    )
  })
})
