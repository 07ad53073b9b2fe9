// Database: in the short run a server alone, where there is one.
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/start-app.ts'

const app = await startApp({ DEV_PAGES: 'on', SITE_NAME: 'Riverside <Hall>' })
const page = (address: string, headers: Record<string, string> = {}) =>
  app.call('GET', address, { headers })

describe('the frame of every page', () => {
  test('has a language, a skip link, one heading and the name of the site', async () => {
    const { text, headers } = await page('/kit')
    expect(text).toMatch(/^<!doctype html>\n<html lang="en" dir="ltr">/)
    expect(text).toContain('<title>The page kit · Riverside &lt;Hall></title>')
    expect(text).toContain('href="#content"')
    expect(text).toContain('<main id="content"')
    expect(text.match(/<h1/g)).toHaveLength(1)
    expect(headers['content-type']).toBe('text/html; charset=UTF-8')
  })

  test('needs no script, no style on an element, and no file to be shown', async () => {
    const { text } = await page('/kit')
    expect(text).not.toMatch(/ style="|<script|\son\w+="|rel="stylesheet"/)
  })

  test('has the rules that it needs inside, which its content security policy names', async () => {
    const { text, headers } = await page('/events/')
    const [, style = ''] = /<style>([^<]+)<\/style>/.exec(text) ?? []
    expect(style).toContain('--accent:#6a1b4d')
    expect(style).toContain('.find{')
    expect(style).not.toContain('.stepper')
    const hash = createHash('sha256').update(style).digest('base64')
    expect(headers['content-security-policy']).toContain(`style-src 'sha256-${hash}';`)
  })
})

describe('the look of a site', () => {
  test('has its accent and its logo, which is served by the site itself', async () => {
    const logo = path.join(os.tmpdir(), `marquee-logo-${process.pid}.svg`)
    const drawing = '<path d="M0 0h32v32H0z"/>'.repeat(50)
    writeFileSync(logo, `<svg xmlns="http://www.w3.org/2000/svg">${drawing}</svg>`)
    const own = await startApp({ SITE_ACCENT: '#0B4F8A', SITE_LOGO: logo })
    const { text } = await own.call('GET', '/events/')
    const [, address = ''] = /<img src="([^"]+)" alt/.exec(text) ?? []
    const picture = await own.call('GET', address)
    expect(picture.headers['content-type']).toBe('image/svg+xml')
    expect(picture.headers['content-security-policy']).toContain("default-src 'none'")
    expect(text).toContain('--accent:#0b4f8a')
    const asked = { headers: { 'accept-encoding': 'gzip, br' } }
    const { headers } = await own.call('GET', address, asked)
    expect([headers['content-encoding'], headers['vary']]).toEqual(['br', 'Accept-Encoding'])
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await own.call('GET', '/assets/logo-unknown.svg')).status).toBe(404)
    expect((await own.call('GET', '/assets/..%2f..%2fpackage.json')).status).toBe(404)
  })

  test('without DEV_PAGES has neither the kit nor the pseudo-languages', async () => {
    const own = await startApp()
    expect((await own.call('GET', '/kit')).status).toBe(404)
    expect((await own.call('GET', '/events/?lang=en-XA')).text).toContain('<html lang="en"')
  })
})

describe('the language of a page', () => {
  test('is the requested, the remembered or the browser’s; answers in memory are kept apart by it', async () => {
    const langOf = async (address: string, headers = {}) =>
      /<html lang="([^"]+)"/.exec((await page(address, headers)).text)?.[1]
    for (let again = 0; again < 3; again += 1) {
      expect(await langOf('/events/')).toBe('en')
      expect(await langOf('/events/', { 'accept-language': 'fr' })).toBe('fr')
      expect(await langOf('/events/', { cookie: 'a=b; marquee-lang=nb' })).toBe('nb')
      expect(await langOf('/events/?lang=de', { 'accept-language': 'fr' })).toBe('de')
      expect(await langOf('/events/?lang=ar-XB')).toBe('ar-XB')
    }
    const { headers } = await page('/events/?lang=de')
    expect(String(headers['set-cookie'])).toBe(
      'marquee-lang=de; Path=/; Max-Age=31536000; SameSite=Lax',
    )
    expect(headers['content-language']).toBe('de')
    expect(headers['vary']).toBe('Accept-Language, Cookie, Accept-Encoding')
    expect((await page('/events/')).headers['set-cookie']).toBeUndefined()
  })

  test('has an address of its own for search engines', async () => {
    const plain = (await page('/events/')).text
    expect(plain).toContain('<link rel="canonical" href="http://tickets.test/events/"/>')
    expect(plain).toContain('hreflang="fr" href="http://tickets.test/events/?lang=fr"')
    const german = (await page('/events/?lang=de')).text
    expect(german).toContain('<link rel="canonical" href="http://tickets.test/events/?lang=de"/>')
    expect(german).toContain('<meta property="og:locale" content="de_DE"/>')
    const unknown = (await page('/events/?lang=xx')).text
    expect(unknown).toContain('<link rel="canonical" href="http://tickets.test/events/"/>')
  })
})

test('below a path that a proxy removes, every link of a page has that path', async () => {
  const own = await startApp({ PUBLIC_URL: 'https://example.org/tickets' })
  const { text } = await own.call('GET', '/events/?lang=de')
  const paths = [...text.matchAll(/ (?:href|src|action)="(\/[^"]*)"/g)].map(([, path]) => path)
  expect(paths.length).toBeGreaterThan(8)
  expect(paths.filter(path => !path?.startsWith('/tickets/'))).toEqual([])
  expect(text).toContain('href="/tickets/events/?lang=fr"')
  expect(text).toContain(
    '<link rel="canonical" href="https://example.org/tickets/events/?lang=de"/>',
  )
})

test.each([
  ['/events/', 'GET, HEAD'],
  ['/event/anything', 'GET, HEAD, POST'],
  ['/tickets-order/holder', 'POST, GET, HEAD'],
])('OPTIONS of %s names its methods: %s', async (address, methods) => {
  const { status, headers, text } = await app.call('OPTIONS', address)
  expect([status, headers['allow'], text]).toEqual([200, methods, ''])
  expect(headers['access-control-allow-methods']).toContain('GET')
})

describe('a public page', () => {
  test('is the same byte by byte for everybody, and 304 for those who have it', async () => {
    const first = await page('/events/')
    const second = await page('/events/', { cookie: 'marquee-cart=abc; theme=dark' })
    expect(second.text).toBe(first.text)
    const again = await page('/events/', { 'if-none-match': String(first.headers['etag']) })
    expect([again.status, again.text]).toEqual([304, ''])
    expect(first.headers['content-security-policy']).toContain("script-src 'none'")
    expect(first.headers['content-security-policy']).not.toContain('nonce')
  })

  test('shows nothing of parameters that it does not read', async () => {
    const { text } = await page('/events/?utm_source=<evil>&page=1')
    expect(text).not.toContain('evil')
  })
})

test('a page has no control characters where it repeats what a visitor sent', async () => {
  const { text } = await page('/events/?search=ja%00zz%01%1b%c2%85&near=%00')
  expect(text).toContain('value="ja zz"')
  expect(text).not.toMatch(/(?![\t\n\r])\p{Cc}/u)
  const event = {
    title: 'Marked',
    description: 'Two\u0002 sets\u0085',
    start_date: '2026-12-05 19:30:00',
    end_date: '2026-12-05 22:00:00',
  }
  await app.events('POST', '/events', { as: 'administrator', body: event })
  const shown = await page('/event/marked/')
  expect(shown.text).toContain('Two sets')
  expect(shown.text).not.toMatch(/(?![\t\n\r])\p{Cc}/u)
})

test('a search with control characters is followed without them', async () => {
  const { text } = await page('/events/?search=%00jazz%01night%00')
  const [, feed = ''] = /<a href="http:..tickets.test([^"]*[.]ics[^"]*)"/.exec(text) ?? []
  expect(feed).toBe('/events.ics?search=jazz+night')
  expect((await page(feed)).status).toBe(200)
})

test.each(['/event/nothing/', '/events/?page=99', '/events/?search=%00'])(
  'a public page that is not kept (%s) must be asked for again by every cache',
  async address => {
    const { headers } = await page(address, { accept: 'text/html' })
    expect(headers['cache-control']).toBe('no-cache')
    expect(headers['vary']).toBe('Accept-Language, Cookie')
  },
)

test('a page names its calendar and its feed in its own language', async () => {
  const titles = async (language: string) =>
    [
      ...(await page(`/events/?lang=${language}`)).text.matchAll(
        /<link rel="alternate" type="[^"]*" title="([^"]*)"/g,
      ),
    ].map(([, title]) => title)
  expect(await titles('de')).toEqual(['Veranstaltungen', 'Veranstaltungen'])
  expect(await titles('en')).toEqual(['Events', 'Events'])
})

test.each([
  ['/events/?search=jazz&page=1', ['/events.ics?search=jazz', '/events.rss?search=jazz']],
  ['/venue/blue-hall/', ['/venue/blue-hall.ics', '/venue/blue-hall.rss']],
  ['/events/', ['/events.ics', '/events.rss']],
  ['/', ['/events.ics', '/events.rss']],
])(
  'a page names the calendar and the feed of the events that it shows (%s)',
  async (address, feeds) => {
    const body = { venue: 'Blue hall' }
    await app.events('POST', '/venues', { as: 'administrator', body })
    const links = [
      ...(await page(address)).text.matchAll(
        /<link rel="alternate" type="[^"]*"[^>]* href="([^"]*)"/g,
      ),
    ].map(([, href]) => href?.replace('http://tickets.test', ''))
    expect(links).toEqual(feeds)
  },
)

test('a personal page is cached nowhere', async () => {
  const { headers } = await page('/tickets-order/?tc-order-id=1&key=x')
  expect(headers['cache-control']).toBe('no-store, private')
  expect(headers['etag']).toBeUndefined()
})

const filesOfNobody = [
  '/event/none.ics',
  '/tickets-order/tickets.pdf?tc-order-id=1&key=guessed',
  '/tickets-order/calendar.ics?tc-order-id=1&key=guessed',
  '/tickets/pdf/1/guessed.pdf',
  '/t/1.guessed',
]

test.each([
  '/event/nothing/',
  '/event/',
  '/nothing/here',
  '/events/nothing',
  '/event/100%/',
  '/event/%ff/?lang=de',
  ...filesOfNobody,
])(
  'an unknown address has a page that leads on, in the language of the visitor: %s',
  async path => {
    const got = await page(path, {
      accept: 'text/html,application/xhtml+xml;q=0.9',
      'accept-language': 'de',
    })
    expect(got.status).toBe(404)
    expect(got.text).toContain('Diese Seite gibt es nicht')
    expect(got.text).toContain('href="/events/"')
    expect(got.headers['x-robots-tag']).toBe('noindex')
  },
)

test.each(filesOfNobody)(
  'a program at the address of a file that is not there gets a code: %s',
  async path => {
    const got = await page(path, { accept: '*/*' })
    expect([got.status, got.json.code]).toEqual([404, 'rest_no_route'])
  },
)

test.each([
  ['/svc/events/v1/nothing', 404, 'rest_no_route'],
  ['/svc/events/v1/100%', 400, 'rest_invalid_url'],
])(
  'an unknown address of the interface is a failure of the interface, in a browser too: %s',
  async (path, status, code) => {
    const got = await page(path, { accept: 'text/html' })
    expect([got.status, got.json.code]).toEqual([status, code])
  },
)
