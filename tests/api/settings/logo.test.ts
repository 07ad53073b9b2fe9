import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { buy } from '../../support/buying.ts'
import { deliver, outbox, readMail } from '../../support/mailbox.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { picture } from '../../support/picture-server.ts'
import { startApp } from '../../support/start-app.ts'

const as = 'administrator' as const
const app = await startApp()
const upload = (body: Buffer, type = 'image/png') =>
  app.admin('POST', '/settings/logo', { as, body, headers: { 'content-type': type } })
const home = async (own = app) => (await own.call('GET', '/events/')).text
const bytesOf = async (url: string) => (await app.http.inject({ url })).rawPayload
const pathIn = (html: string) => /src="[^"]*(\/assets\/logo-[^"]+)"/.exec(html)?.[1]

describe('the logo of a site', () => {
  test.each(['png', 'jpeg', 'webp'] as const)(
    'is uploaded as %s, drawn anew in its box, and on the next page and mail',
    async type => {
      const { status, json } = await upload(await picture(2000, 500, type), `image/${type}`)
      expect(status).toBe(200)
      const path = pathIn(await home()) ?? ''
      expect(json.logo.endsWith(path)).toBe(true)
      const file = await app.call('GET', path)
      expect(file.headers['content-type']).toBe('image/png')
      const drawn = await sharp(await bytesOf(path)).metadata()
      expect([drawn.format, drawn.width, drawn.height]).toEqual(['png', 512, 128])
      await app.admin('POST', '/messages/test', { as, body: { to: 'ada@example.org' } })
      await deliver(app)
      const mail = await readMail(app, (await outbox(app)).at(-1)?.id ?? 0)
      expect(mail.attachments.some(({ filename }) => filename === 'logo.png')).toBe(true)
    },
  )

  test('that is no such picture, or too large, is refused with the reason, and the former one stays', async () => {
    const before = pathIn(await home())
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')
    const reasonOf = async (body: Buffer, type?: string) => {
      const { status, json } = await upload(body, type)
      return [status, JSON.stringify(json.data?.params ?? json.code)]
    }
    expect(await reasonOf(svg, 'image/svg+xml')).toEqual([
      400,
      expect.stringContaining('must be a PNG, JPEG or WebP picture'),
    ])
    expect(await reasonOf(await picture(10, 10, 'gif'), 'image/gif')).toEqual([
      400,
      expect.stringContaining('must be a PNG, JPEG or WebP picture'),
    ])
    const cut = (await picture(400, 100)).subarray(0, 60)
    expect(await reasonOf(cut)).toEqual([400, expect.stringContaining('could not be read')])
    const large = Buffer.concat([await picture(10, 10), Buffer.alloc(2 * 1024 * 1024)])
    expect(await reasonOf(large)).toEqual([400, expect.stringContaining('at most 2 MB')])
    expect((await app.admin('POST', '/settings/logo', { as, body: {} })).status).toBe(400)
    expect(pathIn(await home())).toBe(before)
  })

  test('is in the audit by its hash, and is taken away', async () => {
    const { json } = await app.admin('GET', '/audit?record=settings', { as })
    expect(JSON.stringify(json.entries)).toContain('"logo"')
    expect(JSON.stringify(json.entries).length).toBeLessThan(20_000)
    const { status, json: after } = await app.admin('DELETE', '/settings/logo', { as })
    expect([status, after.logo]).toEqual([200, ''])
    expect(pathIn(await home())).toBeUndefined()
    const { rows } = await app.database.pool.query('select digest from site_logos')
    expect(rows).toEqual([])
  })

  test('that the environment decides is not changed', async () => {
    const file = new URL('../../../docs/pictures/checkout.webp', import.meta.url).pathname
    const own = await startApp({ SITE_LOGO: file })
    const body = await picture(10, 10)
    const headers = { 'content-type': 'image/png' }
    const refused = await own.admin('POST', '/settings/logo', { as, body, headers })
    expect([refused.status, JSON.stringify(refused.json.data.params)]).toEqual([
      400,
      expect.stringContaining('SITE_LOGO'),
    ])
    expect((await own.admin('GET', '/settings', { as })).json.fixed).toEqual(['logo'])
  })
})

test('who sells stands in lines on receipts and below mails about orders', async () => {
  const seller = 'Riverside Hall Ltd\nQuay 4, Bergen\nVAT NO 123'
  const { json } = await app.admin('PATCH', '/settings', { as, body: { seller: `${seller}\r\n` } })
  expect(json.seller).toBe(seller)
  const refused = await app.admin('PATCH', '/settings', { as, body: { seller: 'x'.repeat(501) } })
  expect(refused.status).toBe(400)
  const ticket = await ticketOnSale(app, { priceMinor: 1200 })
  const { orderId } = await buy(app, ticket.id, { quantity: 1, way: 'cardprocessor' })
  await app.deps.following.catchUp()
  await deliver(app)
  const mails = await outbox(app)
  const mail = await readMail(app, mails.at(-1)?.id ?? 0)
  expect(mail.text).toContain('Riverside Hall Ltd · Quay 4, Bergen · VAT NO 123')
  const { json: order } = await app.tickets('GET', `/orders/${orderId}`, { as })
  const address = new URL(order.redirect_url)
  const receipt = await app.call('GET', `/tickets-order/receipt${address.search}`)
  for (const line of seller.split('\n')) expect(receipt.text).toContain(line)
})
