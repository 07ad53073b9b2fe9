// What every page says of its site: imprint, privacy, icons, previews; and the ways to keep one event.
import { expect, test } from 'vitest'
import sharp from 'sharp'
import { startApp } from '../../support/start-app.ts'

const app = await startApp({ IMPRINT_URL: 'https://example.org/imprint' })
const as = 'administrator' as const
const get = (url: string) => app.http.inject({ url })

test('every page links the imprint and the privacy policy', async () => {
  const { body: before } = await get('/events/')
  expect(before).toContain('<a href="https://example.org/imprint" rel="noopener">Imprint</a>')
  expect(before).not.toContain('>Privacy<')
  const body = { privacy_url: 'https://example.org/privacy' }
  const saved = await app.admin('PATCH', '/settings', { as, body })
  expect([saved.status, saved.json.privacy_url]).toEqual([200, body.privacy_url])
  for (const page of ['/events/', '/checkout', '/tickets-order/find']) {
    expect((await get(page)).body).toContain(body.privacy_url)
  }
})

test('icons are drawn in the accent of the site', async () => {
  const { headers, rawPayload } = await get('/apple-touch-icon.png')
  expect(headers['content-type']).toBe('image/png')
  const corner = async (png: Buffer) => {
    const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true })
    return { size: info.width, colour: [...data.subarray(0, 3)] }
  }
  expect(await corner(rawPayload)).toEqual({ size: 180, colour: [0x6a, 0x1b, 0x4d] })
  await app.admin('PATCH', '/settings', { as, body: { accent: '#004488' } })
  expect((await corner((await get('/apple-touch-icon.png')).rawPayload)).colour).toEqual([
    0, 68, 136,
  ])
  const ico = (await get('/favicon.ico')).rawPayload
  expect([ico.readUInt16LE(2), ico.readUInt8(6)]).toEqual([1, 48])
  expect((await sharp(ico.subarray(ico.readUInt32LE(18))).metadata()).width).toBe(48)
})

test('one event can be put into calendars on the web by itself', async () => {
  const times = { start_date: '2027-06-01 19:00', end_date: '2027-06-01 22:00' }
  const { json } = await app.events('POST', '/events', { as, body: { title: 'Evening', ...times } })
  const { body } = await get(`/event/${json.slug}/`)
  expect(body).toContain('https://calendar.google.com/calendar/render?action=TEMPLATE')
  expect(body).toContain('dates=20270601T190000Z%2F20270601T220000Z')
  expect(body).toContain('https://outlook.live.com/calendar/0/deeplink/compose?')
  expect(body).toContain('<meta property="og:type" content="website"/>')
  expect(body).toContain(
    '<meta property="og:image" content="http://tickets.test/apple-touch-icon.png"/>',
  )
})
