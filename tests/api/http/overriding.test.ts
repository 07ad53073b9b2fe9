// Database: in the short run a server alone, where there is one.
import { expect, test } from 'vitest'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const { events } = app
const as = 'administrator' as const

const anEvent = (title: string) =>
  events('POST', '/events', {
    as,
    body: { title, start_date: '2026-12-01 19:00', end_date: '2026-12-01 22:00' },
  })
for (const title of ['Foo one', 'Foo two', 'Bar']) await anEvent(title)

const override = (method: string) => ({ headers: { 'x-http-method-override': method } })
const count = async () => (await events('GET', '/events?per_page=50')).json.total

test.each([
  ['JSON', { body: { search: 'foo', per_page: 1 } }],
  [
    'a form',
    {
      body: 'search=foo&per_page=1',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    },
  ],
])('a list requested by an overridden POST takes its filters from %s', async (_, sent) => {
  const { status, json } = await events('POST', '/events?_method=GET&search=bar', sent)
  expect([status, json.total, json.events.length]).toEqual([200, 2, 1])
  const next = new URL(json.next_rest_url)
  expect([next.searchParams.get('search'), next.searchParams.get('per_page')]).toEqual(['foo', '1'])
})

test('the answer to filters in a body is given to nobody else', async () => {
  const all = await count()
  const filtered = await events('POST', '/events?per_page=50&_method=GET', {
    body: { search: 'bar' },
  })
  expect(filtered.json.total).toBe(1)
  const unfiltered = await events('GET', '/events?per_page=50&_method=GET')
  expect(unfiltered.json.total).toBe(all)
})

test('an unreadable body of a GET is refused', async () => {
  const headers = { 'content-type': 'application/json' }
  const { status, json } = await events('POST', '/events?_method=GET', { body: '{"se', headers })
  expect([status, json.code]).toEqual([400, 'rest_invalid_json'])
})

test('a POST overridden to HEAD or OPTIONS writes nothing', async () => {
  const before = await count()
  const body = { title: 'No', start_date: '2026-12-01', end_date: '2026-12-02' }
  const head = await events('POST', '/events', { as, body, ...override('head') })
  expect([head.status, head.json.total]).toEqual([200, (await events('GET', '/events')).json.total])
  const options = await events('POST', '/events', { as, body, ...override('OPTIONS') })
  expect([options.status, options.json.methods]).toEqual([200, ['GET', 'POST']])
  expect(await count()).toBe(before)
})

test('a POST overridden to a method that the route lacks is 404', async () => {
  const before = await count()
  for (const wanted of ['FOO', 'TRACE', 'get post']) {
    const { status, json } = await events('POST', '/events', {
      as,
      body: { title: 'No', start_date: '2026-12-01', end_date: '2026-12-02' },
      ...override(wanted),
    })
    expect([wanted, status, json.code]).toEqual([wanted, 404, 'rest_no_route'])
  }
  expect(await count()).toBe(before)
})

test('an envelope names the counts as the headers do', async () => {
  const { json } = await events('GET', '/events?_envelope=1&per_page=2')
  expect(json.headers).toMatchObject({ 'X-TEC-Total': '3', 'X-TEC-TotalPages': '2' })
})

test('_method in the query is decoded and must be complete, or the POST is 404', async () => {
  for (const query of ['_method=%44ELETE', '%5Fmethod=DELETE', 'a=b&_method=delete']) {
    const { json } = await anEvent('Gone')
    const gone = await events('POST', `/events/${json.id}?${query}`, { as })
    expect([query, gone.status, gone.json.status]).toEqual([query, 200, 'trash'])
  }
  const { json: kept } = await anEvent('Kept')
  for (const query of [
    '_method=DELETE-x',
    '_method=DELETE%20',
    '_method=',
    '_method[]=DELETE',
    '_method=DELETE&_method=DELETE',
  ]) {
    const { status, json } = await events('POST', `/events/${kept.id}?${query}`, { as, body: {} })
    expect([query, status, json.code]).toEqual([query, 404, 'rest_no_route'])
  }
  // The text is the value of another parameter.
  const changed = await events('POST', `/events/${kept.id}?a=b?_method=DELETE`, { as, body: {} })
  expect([changed.status, changed.json.status]).toEqual([200, 'publish'])
})
