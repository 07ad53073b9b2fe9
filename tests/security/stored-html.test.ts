// Database: in the short run a server alone, where there is one.
import { describe, expect, test } from 'vitest'
import { aFilledCart, order } from '../support/buying.ts'
import { dangersOf } from '../support/harmless.ts'
import { type Got, startApp } from '../support/start-app.ts'
import { ticketDesk } from '../support/ticket-desk.ts'
import { corpus } from './harmful-html.ts'

const app = await startApp()

const expectHarmless = (what: string, html: string, page = false) =>
  expect({ what, dangers: dangersOf(html, { page }) }).toEqual({ what, dangers: [] })

const everyPayload = corpus.map((payload, index) => ({ payload, index }))

/** Fields whose value has a format of its own; all other strings of a shape take the payload. */
const kept =
  /^(?:status|timezone|date|date_utc|slug|image|provider|start_|end_|author|currency|price|iac|type|sub_type|raw_amount|meta_value|password|event_password|website|post_password|.*nonce)/

/** A body with the payload in every text field that accepts it; fields that refuse it are left out. */
async function fill(
  path: string,
  payload: string,
  { base, send }: { base: object; send: (body: object) => Promise<Got> },
): Promise<Got> {
  const declared = app.routes.find(
    ({ path: at, methods }) => at === path && methods.length === 1 && methods[0] === 'POST',
  )
  const properties = declared?.spec.body?.properties ?? {}
  const names = Object.entries(properties)
    .filter(([name, schema]) => (schema as { type?: string }).type === 'string' && !kept.test(name))
    .map(([name]) => name)
  expect({ path, names: names.length > 0 }).toEqual({ path, names: true })
  const body: Record<string, unknown> = {
    ...Object.fromEntries(names.map(name => [name, payload])),
    ...base,
  }
  let got = await send(body)
  for (let round = 0; got.status === 400 && round < 5; round += 1) {
    for (const name of Object.keys(got.json.data.params ?? {})) delete body[name]
    got = await send({ ...body, ...base })
  }
  expect({ path, payload, status: got.status < 300, json: got.json?.code }).toEqual({
    path,
    payload,
    status: true,
    json: undefined,
  })
  return got
}

const as = 'administrator' as const
const pathOf = (url: string) => url.replace('http://tickets.test', '')

/** Response members that are HTML by contract; clients put them into pages unescaped. */
function expectHtmlFieldsHarmless(what: string, answer: unknown) {
  if (Array.isArray(answer)) for (const one of answer) expectHtmlFieldsHarmless(what, one)
  if (typeof answer !== 'object' || answer === null) return
  for (const [name, value] of Object.entries(answer)) {
    if (name === 'json_ld') expect(Object.keys(value)).not.toEqual([])
    if (name === 'json_ld') expect(JSON.stringify(value)).not.toContain('<')
    else if (typeof value === 'string' && /^(?:description|excerpt|title|cost)$/.test(name)) {
      expectHarmless(`${what}.${name}`, value)
    } else expectHtmlFieldsHarmless(`${what}.${name}`, value)
  }
}

async function expectPageHarmless(url: string) {
  const got = await app.call('GET', pathOf(url))
  expect([url, got.status, got.headers['content-type']]).toEqual([
    url,
    200,
    'text/html; charset=UTF-8',
  ])
  expectHarmless(url, got.text, true)
}

describe('markup in every text field', () => {
  const desk = ticketDesk(app)
  test.each(everyPayload)('of the catalogue never runs: $payload', async ({ payload, index }) => {
    const post = (path: string) => (body: object) => app.events('POST', path, { as, body })
    const venue = await fill('/venues', payload, {
      base: { venue: `${payload} ${index}` },
      send: post('/venues'),
    })
    const organizer = await fill('/organizers', payload, {
      base: { organizer: `${payload} ${index}` },
      send: post('/organizers'),
    })
    const name = `${payload} ${index}`
    const category = await fill('/categories', payload, {
      base: { name },
      send: post('/categories'),
    })
    const tag = await fill('/tags', payload, { base: { name }, send: post('/tags') })
    const event = await fill('/events', payload, {
      base: {
        title: `${payload} ${index}`,
        start_date: '2031-06-01 19:00:00',
        end_date: '2031-06-01 23:00:00',
        venue: venue.json.id,
        organizer: organizer.json.id,
        categories: [category.json.id],
        tags: [tag.json.id],
        cost: payload,
      },
      send: post('/events'),
    })
    const ticket = await desk.add(event.json.id, {
      name: `${payload} ${index}`,
      description: payload,
      sku: payload.slice(0, 40),
    })
    expect(ticket.status).toBe(202)
    const answers = {
      event: await app.events('GET', `/events/${event.json.id}`),
      venue: await app.events('GET', `/venues/${venue.json.id}`),
      organizer: await app.events('GET', `/organizers/${organizer.json.id}`),
      ticket: await app.tickets('GET', `/tickets/${ticket.json.id}`),
    }
    for (const [what, got] of Object.entries(answers)) {
      expect([what, got.status, got.headers['content-type']]).toEqual([
        what,
        200,
        'application/json; charset=UTF-8',
      ])
      expect(got.headers['x-content-type-options']).toBe('nosniff')
      expectHtmlFieldsHarmless(what, got.json)
    }
    const { json } = answers.event
    const shown = [json.url, json.venue.url, json.organizer[0].url]
    const terms = [...json.categories, ...json.tags].map(({ urls }) => urls?.url ?? '')
    for (const url of [...shown, ...terms].filter(Boolean)) await expectPageHarmless(url)
  })

  test.each(everyPayload)('of an order never runs: $payload', async ({ payload }) => {
    const { cart_hash } = await aFilledCart(app, { priceMinor: 0, name: payload })
    const ordered = await order(app, 'free', cart_hash, {
      body: { purchaser: { name: `Ann ${payload}`, email: 'ann@example.org' } },
    })
    expect(ordered.status).toBe(200)
    await expectPageHarmless(ordered.json.redirect_url)
    const include = ordered.json.attendees.map(({ id }: { id: number }) => id)
    const { json } = await app.tickets('GET', '/attendees', { as, query: { include } })
    for (const { title, ticket } of json.attendees) {
      expect(title).toContain('Ann')
      expectHarmless('attendee', `${title} ${ticket.title} ${ticket.description}`)
    }
  })

  test('for a website is an address or is refused', async () => {
    const base = { start_date: '2031-06-01 19:00:00', end_date: '2031-06-01 23:00:00' }
    for (const website of [
      'javascript:alert(1)',
      'JaVaScRiPt://x/%0aalert(1)',
      'data:text/html,<script>alert(1)</script>',
      ' javascript:alert(1)',
      '\tjavascript:alert(1)',
      'vbscript:x',
      'http://x/"onmouseover="alert(1)',
      "http://x/'onmouseover='alert(1)",
      'http://x/><script>alert(1)</script>',
      'http://x/ onclick=alert(1)',
    ]) {
      const sent = [
        await app.events('POST', '/events', { as, body: { title: 'W', ...base, website } }),
        await app.events('POST', '/venues', { as, body: { venue: `V ${website}`, website } }),
        await app.events('POST', '/organizers', {
          as,
          body: { organizer: `O ${website}`, website },
        }),
      ]
      for (const got of sent) {
        if (got.status === 400) expect(Object.keys(got.json.data.params)).toEqual(['website'])
        else
          expect({
            website,
            plain: /^(?:https?|ftp):\/\/[^\s"<>`\\]+$/.test(got.json.website),
          }).toEqual({
            website,
            plain: true,
          })
      }
    }
  })
})

test.each([
  '/',
  '/docs/events',
  '/docs/tickets',
  '/docs/admin',
  '/nowhere',
  '/event/none/',
  '/tickets-order/',
])(
  'the page %s has nothing that could run, and a content security policy that would not let it',
  async url => {
    const got = await app.call('GET', url)
    if (String(got.headers['content-type']).startsWith('text/html'))
      expectHarmless(url, got.text, true)
    const policy = String(got.headers['content-security-policy'])
    for (const rule of [
      "default-src 'self'",
      "object-src 'none'",
      "script-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'self'",
    ]) {
      expect({ url, policy: policy.split(';') }).toEqual({
        url,
        policy: expect.arrayContaining([rule]),
      })
    }
    expect(policy).not.toMatch(/unsafe|\*/)
    expect(got.headers['x-content-type-options']).toBe('nosniff')
    expect(got.headers['x-frame-options']).toBe('SAMEORIGIN')
    expect(got.headers['referrer-policy']).toMatch(/^(?:no-referrer|same-origin)$/)
  },
)
