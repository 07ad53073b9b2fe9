// Past events on pages: the list, those of a venue and an organizer, the existing system's address.
import { describe, expect, test } from 'vitest'
import { startApp, testStart } from '../../support/start-app.ts'

const app = await startApp()
const as = 'administrator' as const
const day = (days: number) =>
  new Date(testStart.getTime() + days * 86_400_000).toISOString().slice(0, 10)

const create = async (title: string, days: number, body: object = {}) => {
  const when = { start_date: `${day(days)} 19:00`, end_date: `${day(days)} 22:00` }
  return (await app.events('POST', '/events', { as, body: { title, ...when, ...body } })).json
}
const get = async (url: string) => {
  const { statusCode, headers, body } = await app.http.inject({ url })
  const titles = [...body.matchAll(/<h[23]><a class="cover"[^>]*>(?:<s[^>]*>)?([^<]*)/g)]
  return { status: statusCode, headers, body, titles: titles.map(([, title]) => title) }
}

await create('Long ago', -400)
const { venue, organizer } = await create('Lately', -3, {
  venue: { venue: 'Hall', status: 'publish' },
  organizer: [{ organizer: 'Players', status: 'publish' }],
  categories: ['Dance'],
})
await create('Tomorrow', 1, { venue: venue.id, organizer: [organizer[0].id] })
await create('Hidden past', -3, { hide_from_listings: true })
await create('Running', 0, { start_date: `${day(-2)} 10:00`, end_date: `${day(2)} 10:00` })

describe('the list of past events', () => {
  test('has what is over, the latest first, and nothing that runs or comes', async () => {
    expect((await get('/events/?when=past')).titles).toEqual(['Lately', 'Long ago'])
    expect((await get('/events/')).titles).toEqual(['Running', 'Tomorrow'])
  })

  test('is linked by the list, may be searched, and is for search engines', async () => {
    expect((await get('/events/')).body).toContain('href="/events/?when=past"')
    expect((await get('/events/?when=past&search=ago')).titles).toEqual(['Long ago'])
    expect((await get('/events/category/dance/?when=past')).titles).toEqual(['Lately'])
    const { body } = await get('/events/?when=past')
    expect(body).toContain('<link rel="canonical" href="http://tickets.test/events/?when=past"/>')
    expect(body).not.toContain('.ics?when=past')
    expect((await get('/events/?when=past&page=2')).status).toBe(404)
  })

  test.each([`/venue/${venue.slug}/?when=past`, `/organizer/${organizer[0].slug}/?when=past`])(
    '%s has those of the record',
    async address => {
      expect((await get(address)).titles).toEqual(['Lately'])
      expect((await get(address.replace('?when=past', ''))).titles).toEqual(['Tomorrow'])
      expect((await get(address.replace('?when=past', ''))).body).toContain(address)
    },
  )

  test.each([
    '/events/?eventDisplay=past',
    '/events/list/?eventDisplay=past&tribe-bar-date=2026-01-01',
    '/events/category/dance/?eventDisplay=past',
  ])('%s leads to it', async address => {
    const { status, headers } = await get(address)
    expect([status, headers['location']]).toEqual([
      301,
      expect.stringMatching(/\/events\/(category\/dance\/)?\?when=past$/),
    ])
  })

  test('has pages of 24', async () => {
    for (let at = 0; at < 25; at += 1)
      await create(`Week ${at}`, -10 - 7 * at, { tags: ['weekly'] })
    const first = await get('/events/tag/weekly/?when=past')
    const second = await get('/events/tag/weekly/?when=past&page=2')
    expect([first.titles.length, first.titles[0]]).toEqual([24, 'Week 0'])
    expect(second.titles).toEqual(['Week 24'])
  })
})
