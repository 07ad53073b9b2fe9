// Database: in the short run a server alone, where there is one.
import { brotliDecompressSync } from 'node:zlib'
import QRCode from 'qrcode'
import { expect, test } from 'vitest'
import { systemRandom } from '../../../src/platform/random.ts'
import { qrUrl } from '../../../src/ticketing/attendees/qr-address.ts'
import { readTicket } from '../../../src/ticketing/checkin/ticket-code.ts'
import { drawSvg, qrContent } from '../../../src/ticketing/checkin/draw-qr.ts'
import { findAttendee } from '../../../src/ticketing/attendees/lookup.ts'
import { anAttendee } from '../../support/attending.ts'
import { aBuyer, refund } from '../../support/buying.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp({ QR_CONTENT: 'plain' })
const { db, call, tickets, deps } = app
const root = 'http://tickets.test'
const picture = (url: string) => call('GET', url.slice(root.length))

test('staff are told the address of a ticket’s QR picture, and anybody with the address may see it', async () => {
  const guest = await anAttendee(app)
  const { json } = await tickets('GET', `/attendees/${guest.id}`, { as: 'administrator' })
  expect(json.qr_url).toBe(`${root}/tickets/qr/${guest.id}/${guest.security_code}.svg`)
  const svg = await picture(json.qr_url)
  expect([svg.status, svg.headers['content-type'], svg.text.slice(0, 4)]).toEqual([
    200,
    'image/svg+xml',
    '<svg',
  ])
  expect(svg.headers['cache-control']).toContain('immutable')
  const png = await picture(qrUrl(root, guest, 'png'))
  expect([png.status, png.headers['content-type'], png.text.slice(1, 4)]).toEqual([
    200,
    'image/png',
    'PNG',
  ])
  expect((await picture(json.qr_url)).text).toBe(svg.text)
})

const expected = (guest: { id: number; eventId: number; security_code: string }) => ({
  event_qr_code: '1',
  ticket_id: String(guest.id),
  event_id: String(guest.eventId),
  security_code: guest.security_code,
  path: 'svc/tickets/v1/qr',
})

test('a client that accepts compression gets the QR picture as SVG in a third of its bytes', async () => {
  const { json } = await tickets('GET', `/attendees/${(await anAttendee(app)).id}`, {
    as: 'administrator',
  })
  const url = json.qr_url.slice(root.length)
  const plain = await app.http.inject({ url })
  const small = await app.http.inject({ url, headers: { 'accept-encoding': 'br' } })
  expect([small.headers['content-encoding'], small.headers['vary']]).toEqual([
    'br',
    expect.stringContaining('Accept-Encoding'),
  ])
  expect(small.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
  expect(brotliDecompressSync(small.rawPayload).toString()).toBe(plain.payload)
})

test('the QR picture contains only what scanner apps need, so that it stays small', async () => {
  const guest = await anAttendee(app)
  const attendee = (await findAttendee(db, guest.id))!
  const content = await qrContent(deps, attendee)
  expect(Object.fromEntries(new URL(content).searchParams)).toEqual(expected(guest))
  // Ids of seven digits and the URL of an ordinary site.
  const far = { ...attendee, id: 1_234_567, event_id: 1_234_567 }
  const publicRoot = 'https://tickets.example.org'
  const site = { ...deps, publicRoot, restRoot: () => `${publicRoot}/svc/tickets/v1` }
  const { version } = QRCode.create(await qrContent(site, far), { errorCorrectionLevel: 'M' })
  expect(version).toBe(8)
  expect(await drawSvg(content)).toBe(
    await QRCode.toString(content, { type: 'svg', errorCorrectionLevel: 'M', margin: 4 }),
  )
})

test('with QR_CONTENT=signed the QR picture contains a signed code as well', async () => {
  const guest = await anAttendee(app)
  const attendee = (await findAttendee(db, guest.id))!
  const means = {
    ...deps,
    siteSettings: () => ({ ...deps.siteSettings(), qrContent: 'signed' as const }),
  }
  const { searchParams } = new URL(await qrContent(means, attendee))
  const { code, ...rest } = Object.fromEntries(searchParams)
  expect(rest).toEqual(expected(guest))
  expect(await readTicket({ db, random: systemRandom }, code!)).toMatchObject({
    eventId: guest.eventId,
    ticketId: guest.ticketId,
    attendeeId: guest.id,
    generation: 1,
  })
})

test('no QR picture is shown for an id alone, a wrong secret, a void ticket or an unknown format', async () => {
  const guest = await aBuyer(app)
  const path = `/tickets/qr/${guest.id}`
  for (const wrong of [path, `${path}/`, `${path}/${'A'.repeat(24)}.svg`]) {
    expect((await call('GET', wrong)).status).toBe(404)
  }
  for (const file of [`${guest.security_code}.gif`, guest.security_code, '..%2f.svg', 'a%00.svg']) {
    const { status } = await call('GET', `${path}/${file}`)
    expect([400, 404]).toContain(status)
  }
  await refund(app, guest.orderId)
  expect((await picture(qrUrl(root, guest))).status).toBe(404)
})
