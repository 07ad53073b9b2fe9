// What other sites show of ours: the script, the pages in frames, and the way from a choice there into the basket here.
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const theatre = 'https://www.theatre.example'
const settings = { SITE_ACCENT: '#004488' }
const app = await startApp({ EMBED_ORIGINS: `${theatre}, https://blog.example`, ...settings })
const closed = await startApp(settings)
const as = 'administrator' as const
const times = { start_date: '2027-06-01 19:00', end_date: '2027-06-01 22:00' }

const make = async (title: string, body: object = {}) => {
  const { json } = await app.events('POST', '/events', { as, body: { title, ...times, ...body } })
  const ticket = await ticketOnSale(app, { eventId: json.id, name: 'Stalls', capacity: 50 })
  return { id: json.id as number, slug: json.slug as string, ticketId: ticket.id }
}
const evening = await make('Embedded evening')
const policyOf = ({ headers }: { headers: object }) =>
  String((headers as Record<string, unknown>)['content-security-policy'])

describe('a page for frames', () => {
  const pages = [`/embed/event/${evening.slug}`, '/embed/events']

  test.each(pages)('%s is shown by the origins of the settings alone', async url => {
    const shown = await app.http.inject({ url })
    expect(shown.statusCode).toBe(200)
    expect(policyOf(shown)).toContain(`frame-ancestors ${theatre} https://blog.example;`)
    expect(policyOf(await closed.http.inject({ url: '/embed/events' }))).toContain(
      "frame-ancestors 'none'",
    )
  })

  test.each(['/', '/events/', `/event/${evening.slug}/`, '/checkout', '/account', '/sign-in'])(
    '%s is in no frame of another site',
    async url => {
      const shown = await app.http.inject({ url, headers: { accept: 'text/html' } })
      expect(policyOf(shown)).toContain("frame-ancestors 'self'")
    },
  )

  test.each(pages)('%s sets no cookie, reads none, and is for no search engine', async url => {
    const plain = await app.http.inject({ url: `${url}?lang=en` })
    const cookie = 'marquee-cart=x; marquee-open-1=y; marquee-session=z; marquee-browser=q'
    const again = await app.http.inject({ url: `${url}?lang=en`, headers: { cookie } })
    expect(again.body).toBe(plain.body)
    for (const { headers } of [plain, again]) {
      expect(headers['set-cookie']).toBeUndefined()
      expect(headers['x-robots-tag']).toBe('noindex')
    }
    const forms = [...plain.body.matchAll(/<form[^>]*action="([^"]*)"/g)].map(([, to]) => to)
    expect(forms.every(to => to === '/checkout/embedded')).toBe(true)
    expect(plain.body).not.toMatch(/name="(name|email|password)"/)
    expect(plain.body).toContain('<base target="_blank"/>')
  })

  test('of a missing event sets no cookie either', async () => {
    const { statusCode, headers } = await app.http.inject({ url: '/embed/event/none?lang=de' })
    expect([statusCode, headers['set-cookie']]).toEqual([404, undefined])
  })

  test('of a protected event shows no ticket', async () => {
    const { slug } = await make('Members', { event_password: 'sesame' })
    const { body } = await app.http.inject({ url: `/embed/event/${slug}` })
    expect(body).not.toContain('Stalls')
    expect(body).toContain('Members')
  })

  test('speaks the language that is asked for', async () => {
    const { body } = await app.http.inject({ url: `/embed/event/${evening.slug}?lang=de` })
    expect(body).toContain('<html lang="de"')
  })
})

test('the script is small, may be loaded by every site, and has the accent and words of this one', async () => {
  const { headers, body, statusCode } = await app.http.inject({ url: '/embed.js' })
  expect(statusCode).toBe(200)
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
  expect(headers['set-cookie']).toBeUndefined()
  expect(gzipSync(body).length).toBeLessThanOrEqual(6 * 1024)
  expect(body).toContain('#004488')
  expect(body).toContain('Tickets kaufen')
  expect(body).not.toMatch(/\beval\b|new Function|document\.cookie|localStorage/)
})

describe('a choice in a frame', () => {
  const ours = { origin: 'http://tickets.test' }
  const choose = (quantity: string, headers: Record<string, string> = ours, of = evening) =>
    app.call('POST', '/checkout/embedded', {
      form: { event: String(of.id), lang: 'en', [`tickets[t${of.ticketId}]`]: quantity },
      headers,
    })
  const cookiesIn = (headers: Record<string, unknown>) =>
    [(headers['set-cookie'] as string | string[] | undefined) ?? []]
      .flat()
      .map(line => line.split(';', 1)[0])
  const open = (url: string, cookies: readonly (string | undefined)[]) =>
    app.call('GET', url, { headers: { accept: 'text/html', cookie: cookies.join('; ') } })
  const handed = async (quantity = '2') => {
    const { status, headers } = await choose(quantity)
    expect(status).toBe(303)
    return { to: String(headers['location']), cookies: cookiesIn(headers), headers }
  }

  test('fills the basket of the browser that made it, once', async () => {
    const { to, cookies, headers } = await handed()
    expect(to).toMatch(/^\/checkout\/embedded\?code=[\w-]{32}&lang=en$/)
    expect(String(headers['set-cookie'])).toMatch(
      /Path=\/checkout\/embedded; Max-Age=120; HttpOnly/,
    )
    expect(String(headers['set-cookie'])).not.toContain('marquee-cart')
    const taken = await open(to, cookies)
    expect([taken.status, taken.headers['location']]).toEqual([
      303,
      'http://tickets.test/checkout?lang=en',
    ])
    const basket = await open('/checkout', cookiesIn(taken.headers))
    expect(basket.text).toContain('Embedded evening')
    expect((await open(to, cookies)).status).toBe(410)
    const again = await open(to, [...cookies, ...cookiesIn(taken.headers)])
    expect([again.status, again.headers['location']]).toEqual([
      303,
      'http://tickets.test/checkout?lang=en',
    ])
  })

  test('is worth nothing to whoever has its link alone', async () => {
    const { to, cookies } = await handed()
    const other = await handed()
    for (const own of [[], other.cookies]) expect((await open(to, own)).status).toBe(410)
    expect((await open(to, cookies)).status).toBe(303)
  })

  test('is taken over by one of two requests at once', async () => {
    const { to, cookies } = await handed()
    const both = await Promise.all([open(to, cookies), open(to, cookies)])
    expect(both.map(({ status }) => status).sort((one, other) => one - other)).toEqual([303, 410])
  })

  test('waits two minutes', async () => {
    const { to, cookies } = await handed()
    app.clock.advance(121)
    expect((await open(to, cookies)).status).toBe(410)
  })

  test('is taken from our own pages only, and holds nothing before it is taken over', async () => {
    for (const origin of [theatre, 'https://evil.example', 'null']) {
      const { status, headers } = await choose('1', { origin })
      expect([origin, status, headers['set-cookie']]).toEqual([origin, 403, undefined])
    }
    const before = await app.db.selectFrom('holds').select('id').execute()
    await handed('7')
    expect(await app.db.selectFrom('holds').select('id').execute()).toHaveLength(before.length)
  })

  test.each(['', '0', 'x'])('of %o tickets is shown again', async quantity => {
    const { status, text } = await choose(quantity)
    expect(status).toBe(422)
    expect(text).toContain('Embedded evening')
  })

  test('whose sale ended meanwhile is shown again with the reason', async () => {
    const few = await make('Few places')
    const { headers } = await choose('2', ours, few)
    await app.db
      .updateTable('tickets')
      .set({ sale_ends_at: new Date('2020-01-01') })
      .where('id', '=', few.ticketId)
      .execute()
    const shown = await open(String(headers['location']), cookiesIn(headers))
    expect(shown.status).toBeGreaterThanOrEqual(400)
    expect(shown.text).toContain('Few places')
  })

  test('of one network waits sixty times at most, and expired ones go', async () => {
    app.clock.advance(200)
    for (let at = 0; at < 60; at += 1) expect((await choose('1')).status).toBe(303)
    expect((await choose('1')).status).toBe(429)
    app.clock.advance(121)
    expect((await choose('1')).status).toBe(303)
    const rows = await app.db.selectFrom('handovers').select('code_hash').execute()
    expect(rows).toHaveLength(1)
  })
})
