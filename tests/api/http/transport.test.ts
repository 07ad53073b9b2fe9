// Database: in the short run a server alone, where there is one.
import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/start-app.ts'

const app = await startApp({ CORS_ORIGINS: 'https://box-office.example' })

describe('addresses without a route', () => {
  test('and wrong methods are 404 rest_no_route in the error shape', async () => {
    for (const [method, path] of [
      ['GET', '/nothing/here'],
      ['GET', '/svc/admin/v1/nothing'],
      ['DELETE', '/svc/admin/v1/users'],
      ['GET', '/svc/admin/v1/users/abc'],
      ['GET', '/svc/admin/v1/users/-5'],
    ] as const) {
      const got = await app.call(method, path, { as: 'administrator' })
      expect([got.status, got.json.code, got.json.data.status]).toEqual([404, 'rest_no_route', 404])
    }
  })

  test('are not made by a trailing slash', async () => {
    const got = await app.admin('GET', '/users/', { as: 'administrator' })
    expect(got.status).toBe(200)
  })

  test('with a broken percent escape are a 400 and no crash', async () => {
    const got = await app.call('GET', '/svc/admin/v1/%zz')
    expect(got.status).toBe(400)
    expect(got.json.code).toBe('rest_invalid_url')
  })

  test.each([
    '/event/',
    '/events/category/',
    '/venue/',
    '/svc/events/v1/events/by-slug/',
    '/svc/events/v1/events/',
    '/images/',
    '/assets/',
  ])('and of any length (%s) are answered like short ones', async path => {
    const accept = path.startsWith('/svc') ? 'application/json' : 'text/html'
    for (const part of ['9'.repeat(15_000), 'a'.repeat(15_000)]) {
      const { status, headers } = await app.call('GET', path + part, { headers: { accept } })
      expect([path, Math.floor(status / 100), headers]).toMatchObject([
        path,
        4,
        {
          'content-type': expect.stringContaining(accept),
          'x-content-type-options': 'nosniff',
          'request-id': expect.anything(),
        },
      ])
    }
  })

  test('such as an id too large for a number are 404 and no fault', async () => {
    const got = await app.admin('GET', `/users/${'9'.repeat(40)}`, { as: 'administrator' })
    expect([got.status, got.json.code]).toEqual([404, 'rest_user_not_found'])
  })
})

describe('bodies', () => {
  const post = (body: string | Buffer, headers: Record<string, string>) =>
    app.call('POST', '/svc/admin/v1/users', { as: 'administrator', body, headers })

  test.each(['{', '[1,', '"', 'nonsense', '{"__proto__": {"x": 1}}'])(
    'with malformed JSON %s are 400 rest_invalid_json',
    async body => {
      const got = await post(body, { 'content-type': 'application/json' })
      expect([got.status, got.json.code]).toEqual([400, 'rest_invalid_json'])
    },
  )

  test.each(['[', '{"a":', '{"login":"a","other":['])(
    'with JSON %s nested too deep are 400, however long',
    async level => {
      for (const levels of [65, 16_000, 80_000]) {
        const got = await post(level.repeat(levels), { 'content-type': 'application/json' })
        expect([got.status, got.json.code]).toEqual([400, 'rest_invalid_json'])
        expect(got.json.message).toContain('64 levels')
      }
    },
  )

  test('of a GET with filters are refused when nested too deep', async () => {
    const headers = { 'content-type': 'application/json', 'x-http-method-override': 'GET' }
    const body = `{"search":${'['.repeat(16_000)}${']'.repeat(16_000)}}`
    const got = await app.call('POST', '/svc/events/v1/events', { body, headers })
    expect([got.status, got.json.code]).toEqual([400, 'rest_invalid_json'])
  })

  test('that are empty JSON count as no parameters', async () => {
    const got = await post('', { 'content-type': 'application/json' })
    expect(got.json.code).toBe('rest_missing_callback_param')
  })

  test('that are too large are 413, and of unknown content type 415, both in the error shape', async () => {
    const huge = await post(`{"login":"${'x'.repeat(3_000_000)}"}`, {
      'content-type': 'application/json',
    })
    expect([huge.status, huge.json.code]).toEqual([413, 'rest_body_too_large'])
    const odd = await post('<user/>', { 'content-type': 'application/xml' })
    expect([odd.status, odd.json.code]).toEqual([415, 'rest_unsupported_media_type'])
  })

  test('and query strings carry the same parameters as JSON, form or multipart', async () => {
    const draft = (login: string) => ({ login, email: `${login}@x.org`, role: 'author' })
    const json = await app.admin('POST', '/users', { as: 'administrator', body: draft('by-json') })
    const form = await app.admin('POST', '/users', { as: 'administrator', form: draft('by-form') })
    const query = await app.admin('POST', '/users', {
      as: 'administrator',
      query: draft('by-query'),
    })
    const multipart = await post(multipartBody(draft('by-multipart')), {
      'content-type': 'multipart/form-data; boundary=edge',
    })
    for (const got of [json, form, query, multipart]) expect(got.status).toBe(201)
  })

  test('of broken multipart are a 4xx', async () => {
    const got = await post('--edge\r\nnonsense', {
      'content-type': 'multipart/form-data; boundary=edge',
    })
    expect(got.status).toBeGreaterThanOrEqual(400)
    expect(got.status).toBeLessThan(500)
    expect(got.json.data.status).toBe(got.status)
  })
})

describe('order of checks', () => {
  test('names all missing parameters before the caller’s rights', async () => {
    const got = await app.admin('POST', '/users')
    expect(got.status).toBe(400)
    expect(got.json.code).toBe('rest_missing_callback_param')
    expect(got.json.data.params).toEqual(['login', 'email', 'role'])
    expect(got.json.message).toMatch(
      /^Missing parameter\(s\): login, email, role\. login: The name/,
    )
  })

  test('names all invalid parameters, with machine-readable details, before the caller’s rights', async () => {
    const body = { login: 'a b', email: 'nobody', role: 'king', password: 12 }
    const got = await app.admin('POST', '/users', { body })
    expect([got.status, got.json.code]).toEqual([400, 'rest_invalid_param'])
    expect(Object.keys(got.json.data.params)).toEqual(['login', 'email', 'role', 'password'])
    expect(got.json.data.details.password.code).toBe('rest_invalid_type')
    expect(got.json.data.details.role.code).toBe('rest_not_in_enum')
  })

  test('answers 401 to anonymous callers and 403 to known ones after that', async () => {
    const body = { login: 'fine', email: 'fine@example.org', role: 'author' }
    const unknown = await app.admin('POST', '/users', { body })
    const known = await app.admin('POST', '/users', { body, as: 'editor' })
    expect([unknown.status, unknown.json.code]).toEqual([401, 'rest_forbidden'])
    expect([known.status, known.json.code]).toEqual([403, 'rest_forbidden'])
  })

  test('counts null as absent', async () => {
    const body = { login: null, email: 'x@example.org', role: 'author' }
    const got = await app.admin('POST', '/users', { body })
    expect(got.json.data.params).toEqual(['login'])
  })

  test.each(['body', 'query'] as const)('refuses a NUL character in the %s', async place => {
    const values = { login: 'a', email: 'x@example.org', role: 'author', other: 'a\0b' }
    const got = await app.admin('POST', '/users', { as: 'administrator', [place]: values })
    expect([got.status, got.json.code]).toEqual([400, 'rest_invalid_param'])
    expect(got.json.data.params).toHaveProperty('other')
  })
})

describe('every answer', () => {
  test('has a request id, nosniff and noindex, and no-store for identified callers', async () => {
    const { headers } = await app.admin('GET', '/users', { as: 'administrator' })
    expect(headers['request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['x-robots-tag']).toBe('noindex')
    expect(headers['cache-control']).toBe('no-store, private')
    expect(headers['content-type']).toBe('application/json; charset=UTF-8')
  })

  test('has only the members in _fields, and is wrapped with _envelope', async () => {
    const few = await app.admin('GET', '/users?_fields=id,login', { as: 'administrator' })
    expect(Object.keys(few.json[0])).toEqual(['id', 'login'])
    const wrapped = await app.admin('GET', '/users/999999?_envelope=1', { as: 'administrator' })
    expect(wrapped.status).toBe(200)
    expect([wrapped.json.status, wrapped.json.body.code]).toEqual([404, 'rest_user_not_found'])
  })

  test('to HEAD is that to GET without a body; OPTIONS describes the route', async () => {
    const head = await app.admin('HEAD', '/users', { as: 'administrator' })
    expect([head.status, head.text]).toEqual([200, ''])
    const options = await app.admin('OPTIONS', '/users')
    expect(options.status).toBe(200)
    expect(options.json.methods).toEqual(['GET', 'POST'])
    expect(options.json.endpoints[1].args.login.required).toBe(true)
  })

  test('to a POST may be that to another method', async () => {
    const byHeader = await app.admin('POST', '/users/999999', {
      as: 'administrator',
      headers: { 'x-http-method-override': 'DELETE' },
    })
    const byQuery = await app.admin('POST', '/users/999999?_method=DELETE', { as: 'administrator' })
    expect([byHeader.status, byQuery.status]).toEqual([404, 404])
    const get = await app.admin('POST', '/users?_method=GET', { as: 'administrator' })
    expect(get.status).toBe(200)
  })

  test('may be read by any origin, sends credentials to named origins only, and exposes the counts', async () => {
    const stranger = await app.call('GET', '/svc/admin/v1', {
      headers: { origin: 'https://a.example' },
    })
    expect(stranger.headers['access-control-allow-origin']).toBe('*')
    expect(stranger.headers['access-control-allow-credentials']).toBeUndefined()
    expect(stranger.headers['access-control-expose-headers']).toContain('X-TEC-Total')
    expect(stranger.headers['access-control-expose-headers']).toContain('X-ET-TOTAL-PAGES')
    const partner = await app.call('GET', '/svc/admin/v1', {
      headers: { origin: 'https://box-office.example' },
    })
    expect(partner.headers['access-control-allow-origin']).toBe('https://box-office.example')
    expect(partner.headers['access-control-allow-credentials']).toBe('true')
  })

  test('of the index and the document describes the namespace', async () => {
    const index = await app.call('GET', '/svc/admin/v1')
    expect(index.json.namespace).toBe('svc/admin/v1')
    expect(index.json.routes).toHaveProperty('/svc/admin/v1/users/(?P<id>\\d+)')
    const { routes } = (await app.call('GET', '/svc/tickets/v1')).json
    for (const segment of ['stripe', 'paypal']) {
      expect(routes).toHaveProperty([
        `/svc/tickets/v1/commerce/${segment}/order/(?P<order_id>[^/]+)`,
      ])
    }
    const doc = await app.call('GET', '/svc/admin/v1/doc')
    expect(Object.keys(doc.json)).toEqual(['openapi', 'info', 'components', 'servers', 'paths'])
    expect(doc.json.openapi).toBe('3.1.0')
    expect(doc.json.servers[0].url).toBe('http://tickets.test/svc/admin/v1')
  })
})

test('a wrong password is 401 even where anybody may read, and the answer names the unknown login', async () => {
  const [known] = (await app.admin('GET', '/users', { as: 'administrator' })).json
  const logins = ['nobody', 'nobody@example.org', known.login]
  const codes = []
  for (const login of logins) {
    const authorization = `Basic ${Buffer.from(`${login}:wrong`).toString('base64')}`
    const got = await app.events('GET', '/events', { as: { authorization } })
    codes.push([got.status, got.json.code])
  }
  expect(codes).toEqual([
    [401, 'invalid_username'],
    [401, 'invalid_email'],
    [401, 'incorrect_password'],
  ])
})

test('with the prefix and vendor of the old system, its clients find everything at their addresses', async () => {
  const old = await startApp({ API_PREFIX: '/wp-json', API_VENDOR: 'tribe' })
  for (const address of ['/wp-json', '/wp-json/']) {
    const { status, json, headers } = await old.call('GET', address)
    expect(headers['link']).toBe('<http://tickets.test/wp-json/>; rel="https://api.w.org/"')
    expect([status, json.namespaces.toSorted()]).toEqual([
      200,
      ['tribe/admin/v1', 'tribe/events/v1', 'tribe/tickets/v1'],
    ])
    const [{ href }] = json.routes['/tribe/events/v1']['_links'].self
    const index = await old.call('GET', href.replace('http://tickets.test', ''))
    expect(index.json.namespace).toBe('tribe/events/v1')
    const [up] = index.json['_links'].up
    expect((await old.call('GET', up.href.replace('http://tickets.test', ''))).json).toEqual(json)
  }
  const list = await old.call('GET', '/wp-json/tribe/events/v1/events/?per_page=50')
  expect(list.json.rest_url).toContain('http://tickets.test/wp-json/tribe/events/v1/events/?')
})

describe('the operator', () => {
  test('has health, readiness and metrics', async () => {
    expect((await app.call('GET', '/healthz')).json).toEqual({ status: 'ok' })
    expect((await app.call('GET', '/readyz')).json).toEqual({ status: 'ready' })
    const metrics = await app.call('GET', '/metrics')
    expect(metrics.text).toContain('marquee_http_request_seconds')
  })
})

function multipartBody(fields: Record<string, string>): string {
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--edge\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return `${parts.join('')}--edge--\r\n`
}
