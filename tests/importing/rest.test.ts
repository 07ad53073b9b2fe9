import { afterAll, describe, expect, test } from 'vitest'
import { readRest } from '../../src/importing/sources/rest.ts'
import { createSafeFetch } from '../../src/platform/net/safe-fetch.ts'
import { openTestDatabase } from '../support/database.ts'
import { move } from './moved.ts'
import { credentials, startOldSite } from './old-site.ts'

const database = await openTestDatabase()
afterAll(database.close)
const fetch = createSafeFetch(() => true)

async function look(faults: Parameters<typeof startOldSite>[0] = {}, more: object = {}) {
  const old = await startOldSite(faults)
  try {
    const site = await readRest(old.url, { fetch, pauseMs: 1, ...more })
    const report = await move(database, site, { dryRun: true })
    return { report, site, requests: old.requests }
  } finally {
    await old.close()
  }
}

describe('a running site', () => {
  test('is looked at by its interface: what would come, and what only a dump brings', async () => {
    const { report } = await look({}, { credentials })
    const made = Object.entries(report.counts).flatMap(([kind, { made: count }]) =>
      count > 0 ? [[kind, count]] : [],
    )
    expect(Object.fromEntries(made)).toEqual({
      term: 5,
      user: 1,
      venue: 2,
      organizer: 2,
      fee: 2,
      coupon: 2,
      event: 1,
      ticket: 1,
    })
    expect(report).toMatchObject({ home: 'https://old.example.org', reader: 'rest', dryRun: true })
    expect(report.notes.join(' ')).toContain('no orders, no codes of tickets')
    // Attendees of events that the recorded site does not give have no place.
    expect(report.counts.attendee).toMatchObject({ read: 10, lost: 10 })
    const { rows } = await database.pool.query('select count(*)::int as n from events')
    expect(rows).toEqual([{ n: 0 }])
  })

  test('has texts as they were typed, the zone, and the word in addresses of events', async () => {
    const { site } = await look({}, { credentials })
    expect(site.settings).toEqual({
      name: 'Cymdeithas & Llan',
      zone: 'Europe/London',
      eventsSlug: 'events',
      eventSlug: 'evening',
    })
    expect(site.terms).toContainEqual({
      id: 12,
      taxonomy: 'category',
      name: 'Telyn & Llais',
      slug: 'telyn-llais',
      description: '',
      parentId: 11,
    })
  })

  test('says without a password what is not seen', async () => {
    const { report } = await look()
    expect(report.notes.join(' ')).toContain('give --auth-file')
  })

  test('that is busy is asked again', async () => {
    const { report } = await look({ busy: 3 })
    expect(report.counts.venue.made).toBe(2)
  })

  test.each([
    ['is always busy', { busy: 99 }, {}, /answers 503/],
    ['never answers', { silent: true }, { timeoutMs: 30 }, /did not answer in time/],
    ['sends too much', { large: true }, {}, /larger than 10 MiB/],
  ] as const)('that %s is refused with a sentence', async (_, faults, more, sentence) => {
    await expect(look(faults, more)).rejects.toThrow(sentence)
  })

  test('that is not there is refused', async () => {
    const gone = await startOldSite()
    await gone.close()
    await expect(readRest(gone.url, { fetch, pauseMs: 1 })).rejects.toThrow(/cannot be reached/)
  })
})
