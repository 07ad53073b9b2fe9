// Database: in the short run a server alone, where there is one.
/**
 * Assertions of the existing system's test suite on creating, changing and deleting events, except where
 * contract.md differs. Describe blocks have that suite's names. Promises of tests/api are not repeated here.
 */
import { beforeEach, describe, expect, test } from 'vitest'
import { picture, startPictureServer } from '../support/picture-server.ts'
import { type TestRequest, startApp, testStart } from '../support/start-app.ts'

const app = await startApp(
  { SITE_TIMEZONE: 'America/New_York' },
  { mayReach: ip => ip === '127.0.0.1' },
)
const remote = await startPictureServer({
  '/one.png': { content: await picture(20, 20) },
  '/two.png': { content: await picture(30, 20) },
  '/three.png': { content: await picture(40, 20) },
  '/page.html': { headers: { 'content-type': 'text/html' }, content: '<p>' },
})
type As = NonNullable<TestRequest['as']>
type Body = Record<string, unknown>

const dates = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }
const post = (body: Body, as: As = 'administrator') =>
  app.events('POST', '/events', { as, body: { title: 'Event', ...dates, ...body } })
const update = (id: number, body: Body, as: As = 'administrator') =>
  app.events('POST', `/events/${id}`, { as, body })
async function made(body: Body = {}, as: As = 'administrator') {
  const got = await post(body, as)
  expect([got.status, got.json.code]).toEqual([201, undefined])
  return got.json
}

/** The same parameters in a new event and in a change. */
const writes: [string, (body: Body, as?: As) => Promise<{ status: number; json: any }>][] = [
  ['EventInsertion', post],
  ['EventUpdate', async (body, as = 'administrator') => update((await made({}, as)).id, body, as)],
]

beforeEach(() => app.clock.set(testStart))

let words = 0

describe.each(writes)('%s', (_, write) => {
  test('takes an image by id or address, and fetches one address once', async () => {
    const byAddress = await write({ image: `${remote.url}/one.png` })
    expect(byAddress.json.image).toMatchObject({
      id: expect.any(Number),
      width: 20,
      extension: 'png',
    })
    const byId = await write({ image: String(byAddress.json.image.id) })
    expect(byId.json.image).toEqual(byAddress.json.image)
    const again = await write({ image: `${remote.url}/one.png` })
    expect(again.json.image.id).toBe(byAddress.json.image.id)
    expect(remote.asked.filter(path => path === '/one.png')).toHaveLength(1)
    const single = await app.events('GET', `/events/${byId.json.id}`)
    expect(single.json.json_ld.image).toBe(byId.json.image.url)
    const file = await app.call('GET', byId.json.image.url.replace('http://tickets.test', ''))
    expect([file.status, file.headers['content-type']]).toEqual([200, 'image/png'])
  })

  test('refuses with 400 an image that is none', async () => {
    const { json: venue } = await app.events('POST', '/venues', {
      as: 'editor',
      body: { venue: 'Not a picture' },
    })
    for (const image of [
      'foo bar',
      '23',
      'image/png',
      String(venue.id),
      `${remote.url}/page.html`,
      `${remote.url.replace('127.0.0.1', '127.0.0.2')}/one.png`,
    ]) {
      const got = await write({ image })
      expect([image, got.status, Object.keys(got.json.data.params)]).toEqual([
        image,
        400,
        ['image'],
      ])
    }
    const contributor = await write({ image: `${remote.url}/two.png` }, 'contributor')
    expect([contributor.status, contributor.json.code]).toEqual([400, 'rest_invalid_param'])
    expect(remote.asked).not.toContain('/two.png')
  })

  test('takes a venue by id, and organizers by id, ids, data and mixed', async () => {
    const venue = (await app.events('POST', '/venues', { as: 'editor', body: { venue: 'By id' } }))
      .json
    const one = (
      await app.events('POST', '/organizers', { as: 'editor', body: { organizer: 'Known one' } })
    ).json
    const two = (
      await app.events('POST', '/organizers', { as: 'editor', body: { organizer: 'Known two' } })
    ).json
    expect((await write({ venue: venue.id })).json.venue.id).toBe(venue.id)
    const named = async (organizer: unknown) =>
      (await write({ organizer })).json.organizer.map((each: any) => each.organizer)
    expect(await named(one.id)).toEqual(['Known one'])
    expect(await named([one.id, two.id])).toEqual(['Known one', 'Known two'])
    expect(await named({ organizer: 'Told alone' })).toEqual(['Told alone'])
    const three = ['T1', 'T2', 'T3'].map(organizer => ({ organizer }))
    expect(await named(three)).toEqual(['T1', 'T2', 'T3'])
    expect(await named([...three, { id: one.id }])).toEqual(['T1', 'T2', 'T3', 'Known one'])
  })

  test('brings the pictures of its venue and organizer by address', async () => {
    const { json } = await write({
      venue: { venue: 'Pictured', image: `${remote.url}/one.png` },
      organizer: [{ organizer: 'Pictured too', image: `${remote.url}/three.png` }],
    })
    expect([json.venue.image.width, json.organizer[0].image.width]).toEqual([20, 40])
  })

  test.each(['categories', 'tags'] as const)(
    'takes %s by id, by name and mixed, and removes them',
    async name => {
      const term = async (word: string) =>
        (
          await app.events('POST', `/${name}`, {
            as: 'editor',
            body: { name: `${word} number ${(words += 1)}` },
          })
        ).json
      const [a, b] = [await term('A'), await term('B')]
      const named = async (value: unknown) =>
        (await write({ [name]: value })).json[name].map((each: any) => each.name)
      expect(await named([a.id, b.id])).toEqual([a.name, b.name])
      expect(await named('New one of it,Other one of it')).toEqual([
        'New one of it',
        'Other one of it',
      ])
      expect(await named([a.id, 'Other one of it'])).toEqual([a.name, 'Other one of it'])
      expect(await named('')).toEqual([])
    },
  )

  test('refuses with 400 data that make no venue or organizer', async () => {
    for (const [member, code] of [
      ['venue', 'could-not-create-venue'],
      ['organizer', 'could-not-create-organizer'],
    ] as const) {
      const got = await write({ [member]: { [member]: '   ' } })
      expect([got.status, got.json.code]).toEqual([400, code])
    }
  })
})
