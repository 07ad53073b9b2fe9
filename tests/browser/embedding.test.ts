// The widget of docs/develop/embedding.md in a page of another origin, whose policy allows our script and frames and nothing else.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import { atEnd } from '../support/at-end.ts'
import { ticketOnSale } from '../support/on-sale.ts'
import { openStage } from './open-browser.ts'

let html = ''
let policy = ''
const server = createServer((_request, response) => {
  response.writeHead(200, {
    'content-type': 'text/html; charset=UTF-8',
    'content-security-policy': policy,
  })
  response.end(html)
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
atEnd(() => server.close())
const { port } = server.address() as AddressInfo
// Another host than 127.0.0.1, so that cookies of ours are those of a third party there.
const listed = `http://localhost:${port}`
const unlisted = `http://127.0.0.1:${port}`

const { app, base, visit, complaints } = await openStage({
  EMBED_ORIGINS: listed,
  SITE_ACCENT: '#004488',
})
const { json: event } = await app.events('POST', '/events', {
  as: 'administrator',
  body: { title: 'Harbour Choir', start_date: '2027-06-01 19:00', end_date: '2027-06-01 22:00' },
})
await ticketOnSale(app, { eventId: event.id, name: 'Stalls', priceMinor: 1500, capacity: 80 })

/** The blocks of the guide that load the script: a button, the tickets, the programme. */
const guide = readFileSync(
  path.resolve(import.meta.dirname, '../../docs/develop/embedding.md'),
  'utf8',
)
const [button = '', tickets = '', list = ''] = [
  ...guide.matchAll(/```html\n([^`]*embed\.js[^`]*)```/g),
].map(([, block = '']) => block.replaceAll('https://tickets.example.org', base))

function show(block: string, lang = 'en') {
  html = `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>A theatre</title></head>
    <body><p>Our season</p>${block}<p>Below</p></body></html>`
  policy = `default-src 'none'; script-src ${base}; frame-src ${base}`
}

test('the button has the accent and the language of the page, and leads to the tickets in a new tab', async () => {
  show(button, 'de')
  await visit({}, async page => {
    await page.goto(listed)
    const link = page.getByRole('link', { name: 'Tickets kaufen' })
    await link.waitFor()
    expect(await link.evaluate(one => getComputedStyle(one).backgroundColor)).toBe(
      'rgb(0, 68, 136)',
    )
    const [tab] = await Promise.all([page.context().waitForEvent('page'), link.click()])
    await tab.waitForURL(`${base}/event/harbour-choir/?lang=de#tickets`)
    expect(await tab.evaluate(() => window.opener)).toBeNull()
  })
})

test('without scripts there is a plain link', async () => {
  show(button)
  await visit({ javaScriptEnabled: false }, async page => {
    await page.goto(listed)
    expect(await page.locator('a').getAttribute('href')).toBe(`${base}/event/harbour-choir/`)
  })
})

test('tickets chosen in the frame are in the basket of a new tab, whose pages are in no frame', async () => {
  show(tickets)
  complaints.length = 0
  await visit({ viewport: { width: 390, height: 844 } }, async page => {
    await page.goto(listed)
    const frame = page.frameLocator('iframe')
    await frame.locator('[name^="tickets["]').fill('2')
    const height = () => page.locator('iframe').evaluate(one => one.getBoundingClientRect().height)
    const inside = () =>
      frame
        .locator('[data-embedded]')
        .evaluate(one => Math.ceil(one.getBoundingClientRect().height))
    await expect.poll(async () => (await height()) - (await inside())).toBe(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      frame.getByRole('button', { name: 'Get tickets' }).click(),
    ])
    await tab.waitForURL(`${base}/checkout?lang=en`)
    expect(await tab.locator('main').innerText()).toContain('Harbour Choir')
    expect(await tab.evaluate(() => window.opener)).toBeNull()
    const cookies = await page.context().cookies(base)
    expect(cookies.every(({ name }) => name !== 'marquee-session')).toBe(true)
    // The other site navigates its frame to the basket: the browser refuses.
    await page.locator('iframe').evaluate((one, to) => {
      ;(one as HTMLIFrameElement).src = to
    }, `${base}/checkout`)
    await expect.poll(() => page.frames().at(-1)?.url()).toMatch(/^chrome-error:/)
  })
})

test('the programme is a list whose links open the pages of events', async () => {
  show(list)
  await visit({}, async page => {
    await page.goto(listed)
    const link = page.frameLocator('iframe').getByRole('link', { name: 'Harbour Choir' })
    const [tab] = await Promise.all([page.context().waitForEvent('page'), link.click()])
    await tab.waitForURL(`${base}/event/harbour-choir/`)
  })
})

test('a site that is not listed gets the button instead of a frame', async () => {
  show(tickets)
  await visit({}, async page => {
    await page.goto(unlisted)
    await page.getByRole('link', { name: 'Get tickets' }).waitFor({ timeout: 15_000 })
    expect(await page.locator('iframe').count()).toBe(0)
  })
})

test('the height is told to the listed origin alone, whatever the address of the frame says', async () => {
  html = `<!doctype html><title>x</title><script>
    addEventListener('message', event => { document.title = 'told ' + JSON.stringify(event.data) })
    </script><iframe src="${base}/embed/event/harbour-choir#${encodeURIComponent(unlisted)}"></iframe>`
  policy = "default-src * 'unsafe-inline'"
  await visit({}, async page => {
    await page.goto(listed)
    await page.frameLocator('iframe').locator('[data-embedded]').waitFor()
    await page.frameLocator('iframe').locator('.embedded-title').waitFor()
    expect(await page.title()).toBe('x')
  })
})
