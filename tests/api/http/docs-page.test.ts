// Database: in the short run the embedded one alone.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { decodeHTML } from 'entities'
import { expect, test } from 'vitest'
import { browser, personWithPassword } from '../../support/browser.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()

test.each(['events', 'tickets', 'admin'])(
  '/docs/%s shows every operation and schema of its OpenAPI document, without scripts',
  async name => {
    const { json } = await app.call('GET', `/svc/${name}/v1/doc`)
    const shown = await app.call('GET', `/docs/${name}`)
    expect(shown.status).toBe(200)
    expect(shown.headers['content-type']).toBe('text/html; charset=UTF-8')
    expect(shown.text).not.toMatch(/<script|style=|javascript:|\son\w+=/i)
    expect(shown.text).toContain(`http://tickets.test/svc/${name}/v1/doc`)
    for (const item of Object.values<Record<string, { operationId: string }>>(json.paths)) {
      for (const { operationId } of Object.values(item)) {
        expect(shown.text).toContain(`id="${operationId}"`)
      }
    }
    for (const schema of Object.keys(json.components.schemas)) {
      expect(shown.text).toContain(`id="schema-${schema}"`)
    }
    const linked = [...shown.text.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
    for (const id of linked) expect(shown.text).toContain(`id="${id}"`)
  },
)

test('a documentation page writes names as code, and ends a description before it goes on', async () => {
  const { text } = await app.call('GET', '/docs/tickets')
  const shown = text.replaceAll(/<pre[\s\S]*?<\/pre>/g, '')
  expect(shown).toContain('Callers with <code>orders.write</code>.')
  expect(shown).toContain('Attendees on a page. Default: 10.')
  expect(shown).not.toContain('`')
})

test('everything a documentation page loads is our own and allowed by its content security policy', async () => {
  const { text, headers } = await app.call('GET', '/docs/events')
  const loaded = [...text.matchAll(/<(?:link|img|script)[^>]*(?:href|src)="([^"]+)"/g)]
  expect(loaded.map(([, address]) => address)).toEqual([
    '/docs/style.css',
    expect.stringMatching(/^\/assets\/icon-/),
  ])
  expect(String(headers['content-security-policy'])).toContain("default-src 'self'")
  const style = await app.call('GET', '/docs/style.css')
  expect([style.status, style.headers['content-type']]).toEqual([200, 'text/css; charset=UTF-8'])
})

test('only administrators who are signed in get forms that send requests, on a page that nobody keeps', async () => {
  const seen: Record<string, unknown> = {}
  for (const role of ['administrator', 'editor', undefined] as const) {
    const window = browser(app)
    if (role) await window.signIn((await personWithPassword(app, role)).login)
    const { text, headers } = await window.get('/docs/admin')
    expect(headers['vary']).toContain('Cookie')
    const token = /data-token="([^"]+)"/.exec(text)?.[1]
    expect(token).toBe(role === 'administrator' ? await window.nonce() : undefined)
    seen[role ?? 'stranger'] = {
      forms: text.includes('<form data-try="POST" data-address="/svc/admin/v1/users"'),
      link: text.includes('href="/sign-in?next=/docs/admin"'),
      kept: headers['cache-control'] !== 'no-store, private',
      referrer: headers['referrer-policy'],
    }
  }
  const described = { forms: false, link: true, kept: true, referrer: 'no-referrer' }
  expect(seen).toEqual({
    administrator: { forms: true, link: false, kept: false, referrer: 'same-origin' },
    editor: described,
    stranger: described,
  })
})

test('documentation pages stand in the frame of the site, in its colours', async () => {
  for (const path of ['/docs', '/docs/errors', '/docs/events', '/docs/tickets', '/docs/admin']) {
    const { text } = await app.call('GET', path)
    expect(text).toContain('<header class="wrap top row between"><a class="brand" href="/"')
    expect(text).toMatch(/<main id="content"[^>]*><div class="docs"><h1>/)
    expect(text).toContain('<footer class="wrap foot">')
    // These pages are in English alone.
    expect(text).not.toContain('?lang=')
  }
  const { text: style } = await app.call('GET', '/docs/style.css')
  for (const rule of [/--accent:#/, /\.brand\{/, /\.foot\{/, /\.notice\{/, /\.docs details \{/]) {
    expect(style).toMatch(rule)
  }
})

test('an unknown namespace has no documentation page', async () => {
  const got = await app.call('GET', '/docs/nothing')
  expect([got.status, got.json.code]).toEqual([404, 'rest_no_route'])
})

test('/docs leads to every page of the documentation, and names guides that are there', async () => {
  const contents = await app.call('GET', '/docs')
  const [, content = ''] = /<main[^>]*>(.*)<\/main>/s.exec(contents.text) ?? []
  const linked = [...content.matchAll(/<a href="([^"]+)"/g)].map(([, address = '']) => address)
  expect(linked.toSorted()).toEqual([
    '/docs/admin',
    '/docs/errors',
    '/docs/events',
    '/docs/openapi.json',
    '/docs/tickets',
  ])
  for (const address of linked) expect((await app.call('GET', address)).status).toBe(200)
  const guides = [...contents.text.matchAll(/<code>(\S+\.md)<\/code>/g)].map(([, file]) => file)
  expect(guides.length).toBeGreaterThan(3)
  expect(guides).toContain('docs/start.md')
  const root = path.resolve(import.meta.dirname, '../../..')
  for (const file of guides) expect(existsSync(path.join(root, file ?? ''))).toBe(true)
})

test('/docs/openapi.json has every operation of every namespace, at its whole path, and the version of the program', async () => {
  const whole = await app.call('GET', '/docs/openapi.json')
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  expect(whole.json.info).toMatchObject({ title: 'Marquee', version })
  expect(whole.json.servers).toEqual([{ url: 'http://tickets.test' }])
  const paths: string[] = []
  for (const name of ['events', 'tickets', 'admin']) {
    const { json } = await app.call('GET', `/svc/${name}/v1/doc`)
    expect(json.info.version).toBe(version)
    paths.push(...Object.keys(json.paths).map(one => `/svc/${name}/v1${one === '/' ? '' : one}`))
  }
  expect(Object.keys(whole.json.paths).toSorted()).toEqual(paths.toSorted())
})

test('a form begins with a body that is accepted', async () => {
  const window = browser(app)
  await window.signIn((await personWithPassword(app, 'administrator')).login)
  const { text } = await window.get('/docs/events')
  for (const path of ['events', 'venues', 'organizers', 'tags']) {
    const form = text.split(`data-try="POST" data-address="/svc/events/v1/${path}"`)[1] ?? ''
    const shown = /<textarea[^>]*>([^<]*)<\/textarea>/.exec(form)?.[1] ?? ''
    const body = JSON.parse(decodeHTML(shown))
    const { status } = await app.events('POST', `/${path}`, { as: 'administrator', body })
    expect([path, status]).toEqual([path, 201])
  }
})

test('/docs/errors says of each code what leads to it and what to do', async () => {
  const { text } = await app.call('GET', '/docs/errors')
  const [, row = ''] = text.split('<tr id="too-many-holds">')
  expect(row.split('</tr>')[0]).toContain('<code>OPEN_CARTS_PER_ADDRESS</code>')
  expect(text).not.toMatch(/\]\(|`/)
})
