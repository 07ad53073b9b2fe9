// Database: in the short run a server alone, where there is one.
import { describe, expect, test } from 'vitest'
import { sanitizeHtml } from '../../src/core/text.ts'
import { svgUrl } from '../../src/ticketing/checkin/draw-qr.ts'
import { aFilledCart, order } from '../support/buying.ts'
import { hasOnce } from '../support/database.ts'
import { dangersOf } from '../support/harmless.ts'
import { randomFrom } from '../support/fake-random.ts'
import { type Got, startApp } from '../support/start-app.ts'
import { ticketDesk } from '../support/ticket-desk.ts'

const app = await startApp()

/** Known ways to run script where text was expected. `alert` stands for any code. */
const corpus = [
  '<script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '</title></textarea></style><img src=x onerror=alert(1)>',
  '"><img src=x onerror=alert(1)>',
  "'><svg onload=alert(1)>",
  '" onmouseover="alert(1)" x="',
  "' autofocus onfocus='alert(1)",
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math><mi><table><mi><mglyph><svg><mtext><style><path id="</style><img onerror=alert(1) src>">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<p><!--><img src=x onerror=alert(1)>--></p>',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<?xml version="1.0"?><img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="jAvAsCrIpT&colon;alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="&#106;avascript&#x3a;alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="\u2028javascript:alert(1)">x</a>',
  '<a href="\u00A0javascript:alert(1)">x</a>',
  '<a href="java\u2029script:alert(1)">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">x</a>',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<img src="x" srcset="javascript:alert(1)">',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object><embed src="javascript:alert(1)">',
  '<base href="https://evil.example/"><link rel=import href=//evil.example>',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<div style="background:url(javascript:alert(1));position:fixed;inset:0">x</div>',
  '<details open ontoggle=alert(1)><summary>x</summary></details>',
  '<input autofocus onfocus=alert(1)><button formaction=javascript:alert(1)>x',
  '<x onclick=alert(1) tabindex=1>x</x><p onclick=alert(1)>x</p>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<<script>alert(1)//<</script>',
  '<img src=`x`onerror=alert(1)>',
  '<p title="a"b onclick=alert(1)>x</p>',
  '<template><script>alert(1)</script></template>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&amp;lt;img src=x onerror=alert(1)&amp;gt;',
  '\u2028<script>alert(1)</script>\uFEFF',
  '＜script＞alert(1)＜/script＞',
  '{{constructor.constructor("alert(1)")()}}${alert(1)}',
]

const expectHarmless = (what: string, html: string, page = false) =>
  expect({ what, dangers: dangersOf(html, { page }) }).toEqual({ what, dangers: [] })

describe.runIf(hasOnce)('the judge of these tests', () => {
  test.each(corpus.filter(text => /<[a-z/!?]/i.test(text)))('sees the danger of %j', text => {
    const isPlain = ['</noscript>'].includes(text)
    expect(isPlain || dangersOf(text).length > 0 || /<a href=/.test(text)).toBe(true)
  })

  test.each([
    '<a href="javascript:alert(1)">x</a>',
    '<a href="java&#9;script:alert(1)">x</a>',
    '<a href="&#1;javascript:alert(1)">x</a>',
    '<p onclick="alert(1)">x</p>',
    '<P>x</P>',
    '<p title="a>b">x</p>',
    '<img src="data:image/svg+xml,x">',
    '<svg>',
    'a < b',
  ])('refuses %s', html => expect(dangersOf(html)).not.toEqual([]))

  test('takes the picture of a code that a page contains, and no other picture of that kind', async () => {
    const address = await svgUrl('https://tickets.test/')
    expect(dangersOf(`<img src="${address}" alt="">`, { page: true })).toEqual([])
    for (const other of [
      'data:image/svg+xml,x',
      address.replace('%3Cpath', '%3Cscript%3Ealert(1)%3C/script%3E%3Cpath'),
      address.replace("viewBox='", "onload='alert(1)' viewBox='"),
      address.replace('image/svg+xml', 'text/html'),
    ]) {
      expect(dangersOf(`<img src="${other}" alt="">`, { page: true })).toHaveLength(1)
    }
  })

  test('takes what we write ourselves', () => {
    const html =
      '<p>a &lt; b</p>\n<a href="https://x.org/?a=1&amp;b=2">x</a><br /><img src="/a.png" alt="">'
    expect(dangersOf(html)).toEqual([])
  })
})

describe.runIf(hasOnce)('cleaning HTML', () => {
  test.each(corpus)('makes %j safe', text => expectHarmless(text, sanitizeHtml(text)))

  test('leaves no attack of pieces in any order, and cleaning again changes nothing', () => {
    const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))
    console.log(`stored HTML, seed ${seed}`)
    const draw = randomFrom(seed)
    const pieces = corpus.flatMap(text => text.split(/(?=[<>"'])|(?<=[<>"'])/))
    const one = () => pieces[Math.floor(draw() * pieces.length)] ?? ''
    const rounds = process.env['LONG'] === undefined ? 1000 : 200_000
    for (let round = 0; round < rounds; round += 1) {
      const text = Array.from({ length: 1 + Math.floor(draw() * 12) }, one).join('')
      const clean = sanitizeHtml(text)
      expectHarmless(text, clean)
      expect({ text, again: sanitizeHtml(clean) }).toEqual({ text, again: clean })
    }
  }, 3_600_000)
})

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
