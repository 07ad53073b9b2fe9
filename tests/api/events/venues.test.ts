import { describe, expect, test } from 'vitest'
import { plainText } from '../../../src/core/text.ts'
import { picture, startPictureServer } from '../../support/picture-server.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp({}, { mayReach: ip => ip === '127.0.0.1' })
const remote = await startPictureServer({ '/hall.png': { content: await picture(400, 400) } })

let names = 0
const make = async (body: Record<string, unknown> = {}) => {
  const sent = { venue: `Venue ${(names += 1)}`, ...body }
  const got = await app.events('POST', '/venues', { as: 'administrator', body: sent })
  expect(got.status).toBe(201)
  return got.json
}
const change = async (id: number, body: Record<string, unknown>) =>
  (await app.events('PATCH', `/venues/${id}`, { as: 'administrator', body })).json

const address = {
  address: '1 Main Street',
  city: 'Springfield',
  country: 'United States',
  state: 'IL',
  zip: '62701',
  phone: '555 1234',
  website: 'https://hall.example/',
}

describe('the address of a venue', () => {
  test('is returned as it was sent, with state or province derived', async () => {
    expect(await make(address)).toMatchObject({ ...address, stateprovince: 'IL' })
    const cape = { country: 'South Africa', state: 'XX', province: 'Western Cape' }
    expect(await make(cape)).toMatchObject({ ...cape, stateprovince: 'Western Cape' })
    expect(await make({ country: 'France' })).not.toHaveProperty('stateprovince')
    expect(await make({ ...cape, stateprovince: 'Mine' })).toMatchObject({ stateprovince: 'Mine' })
  })

  test('keeps its derived part up to date, also after other changes', async () => {
    const { id } = await make(address)
    expect(await change(id, { phone: '1' })).toMatchObject({ stateprovince: 'IL' })
    expect(await change(id, { state: 'CA' })).toMatchObject({ stateprovince: 'CA' })
    expect(await change(id, { country: 'Canada', province: 'Quebec' })).toMatchObject({
      stateprovince: 'Quebec',
    })
    expect(await change(id, { stateprovince: 'Mine' })).toMatchObject({ stateprovince: 'Mine' })
    expect(await change(id, { city: 'Paris' })).toMatchObject({ stateprovince: 'Mine' })
  })

  test('refuses numbers and booleans where text is declared', async () => {
    for (const wrong of [{ zip: 90210 }, { show_map: true }, { phone: 5551 }]) {
      const body = { venue: 'Strict', ...wrong }
      const got = await app.events('POST', '/venues', { as: 'administrator', body })
      const [name = ''] = Object.keys(wrong)
      expect(got.json.data.details[name].code).toBe('rest_invalid_type')
    }
  })

  test('is searched in every part', async () => {
    const { id } = await make({
      address: 'Qa street',
      city: 'Qb',
      province: 'Qc',
      state: 'Qd',
      stateprovince: 'Qe',
      zip: 'Qf',
      phone: 'Qg',
      description: 'Qh',
    })
    for (const part of ['qa', 'qb', 'qc', 'qd', 'qe', 'qf', 'qg', 'qh']) {
      const { json } = await app.events('GET', '/venues', { query: { search: part } })
      expect([part, json.venues.map((venue: { id: number }) => venue.id)]).toEqual([part, [id]])
    }
  })
})

describe('map flags', () => {
  test('are on by default, and are words', async () => {
    const flags = async (body: object) => {
      const { show_map, show_map_link } = await make({ ...body })
      return [show_map, show_map_link]
    }
    expect(await flags({})).toEqual([true, true])
    expect(await flags({ show_map: 'false', show_map_link: 'yes' })).toEqual([false, true])
    expect(await flags({ show_map: '1', show_map_link: 'nonsense' })).toEqual([true, false])
  })

  test('keep their values through updates that do not name them', async () => {
    const { id } = await make({ show_map: 'false' })
    expect(await change(id, { phone: '1' })).toMatchObject({ show_map: false, show_map_link: true })
  })
})

describe('coordinates of a venue', () => {
  test('are stored as numbers, from numbers and texts, and shown when both are set', async () => {
    const { id } = await make({ geo_lat: 60.39, geo_lng: '5.32' })
    const read = (await app.events('GET', `/venues/${id}`)).json
    expect(read).toMatchObject({ geo_lat: 60.39, geo_lng: 5.32 })
    expect(read.json_ld.geo).toEqual({
      '@type': 'GeoCoordinates',
      latitude: 60.39,
      longitude: 5.32,
    })
    expect(await change(id, { phone: '1' })).toMatchObject({ geo_lat: 60.39 })
    const half = await change(id, { geo_lat: '' })
    expect(half).not.toHaveProperty('geo_lat')
    expect(half).not.toHaveProperty('geo_lng')
    expect(await make({ geo_lat: 0, geo_lng: 10 })).toMatchObject({ geo_lat: 0, geo_lng: 10 })
  })

  test.each([
    { geo_lat: 91 },
    { geo_lat: -90.5 },
    { geo_lng: 180.1 },
    { geo_lat: 'north' },
    { geo_lat: 'NaN' },
    { geo_lat: '1e1' },
    { geo_lat: true },
    { geo_lat: [1] },
  ])('%j is 400', async wrong => {
    const body = { venue: 'Somewhere', ...wrong }
    const got = await app.events('POST', '/venues', { as: 'administrator', body })
    expect([got.status, Object.keys(got.json.data.params)]).toEqual([400, Object.keys(wrong)])
  })
})

describe('the image of a venue', () => {
  test('is linked by id and by address, returned whole, kept, and cleared', async () => {
    const made = await make({ image: `${remote.url}/hall.png` })
    expect(made.image).toMatchObject({ width: 400, extension: 'png' })
    expect(Object.keys(made.image.sizes)).toEqual(['medium', 'thumbnail'])
    const other = await make({ image: String(made.image.id) })
    expect(other.image).toEqual(made.image)
    expect((await change(other.id, { phone: '1' })).image).toEqual(made.image)
    expect(await change(other.id, { image: '' })).not.toHaveProperty('image')
  })

  test('sent back as it was read stays, and an object that is no image is refused', async () => {
    const { id, image } = await make({ image: `${remote.url}/hall.png` })
    expect((await change(id, { image })).image).toEqual(image)
    for (const wrong of [{}, { id: 'x' }, { id: 999999 }, [image], true]) {
      const body = { image: wrong }
      const got = await app.events('PATCH', `/venues/${id}`, { as: 'administrator', body })
      expect([wrong, got.status, Object.keys(got.json.data.params)]).toEqual([
        wrong,
        400,
        ['image'],
      ])
    }
  })

  test('by a failing address is 400 and creates no venue', async () => {
    const body = { venue: 'Imageless', image: `${remote.url.replace('127.0.0.1', '127.0.0.2')}/x` }
    const got = await app.events('POST', '/venues', { as: 'editor', body })
    expect([got.status, Object.keys(got.json.data.params)]).toEqual([400, ['image']])
    const { json } = await app.events('GET', '/venues', { query: { search: 'imageless' } })
    expect(json.total).toBe(0)
  })

  test('by address is for those who may upload, and fetched only when all else is valid', async () => {
    const image = `${remote.url}/never.png`
    const send = (as: 'contributor' | 'administrator', body: object) =>
      app.events('POST', '/venues', { as, body: { venue: 'X', image, ...body } })
    expect((await send('contributor', {})).status).toBe(400)
    expect((await send('administrator', { website: 'foo' })).status).toBe(400)
    expect((await send('administrator', { author: 99999 })).status).toBe(400)
    expect(remote.asked).not.toContain('/never.png')
  })
})

test('json_ld describes a venue in plain text', async () => {
  const { id } = await make({
    venue: 'Hall "A" & B',
    description: '<p>Nice &amp; big</p>',
    ...address,
  })
  const { json } = await app.events('GET', `/venues/${id}`)
  expect(json.json_ld).toEqual({
    '@context': 'http://schema.org',
    '@type': 'Place',
    name: 'Hall "A" & B',
    description: 'Nice & big',
    url: json.url,
    address: {
      '@type': 'PostalAddress',
      streetAddress: '1 Main Street',
      addressLocality: 'Springfield',
      addressRegion: 'IL',
      postalCode: '62701',
      addressCountry: 'United States',
    },
    telephone: '555 1234',
    sameAs: 'https://hall.example/',
  })
})

test('a venue that was read can be sent again and shows the same', async () => {
  const made = await make({ venue: `Tom's "Hall" & <Bar> -- '99`, description: 'A\n\nB <b>c</b>' })
  const again = await change(made.id, { venue: made.venue, description: made.description })
  expect(again.description).toBe(made.description)
  const shown = (html: string) => plainText(html)
  expect(shown(again.venue)).toBe(shown(made.venue))
  expect((await change(made.id, { venue: again.venue })).venue).toBe(again.venue)
})
