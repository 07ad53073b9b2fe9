import fc from 'fast-check'
import type { DeclaredRoute } from '../../../src/platform/http/route.ts'
import type { Parts, Values } from './recipes.ts'
import { anObject, hostile, type KnownValues, nearly, type Shape } from './values.ts'
import { pairsOf, pathOf, queryOf, type WireRequest } from './wire.ts'

export const roles = ['administrator', 'anonymous', 'subscriber', 'scanner'] as const
export type Drawn = {
  method: string
  /** The path below the namespace. */
  path: string
  query: string
  role: (typeof roles)[number]
  headers: Record<string, string>
  body: Buffer | undefined
}
type DrawContext = {
  known: KnownValues
  recipes: Record<string, fc.Arbitrary<Parts>>
  picture: Buffer
}
type Part = 'params' | 'query' | 'body'

/** Parameters that every route understands. */
const everywhere = ['_fields', '_method', '_envelope', '_jsonp', 'password', 'page']

/** Requests to a route: `straight` ones are valid, `odd` ones are not quite. */
export function requestsOf(route: DeclaredRoute, context: DrawContext) {
  const straight = fc.record({
    parts: partsOf(route, context, 'required'),
    role: fc.constant('administrator' as const),
  })
  const odd = fc.record({
    parts: partsOf(route, context).chain(parts => spoiled(route, parts, context.known)),
    role: fc.constantFrom(...roles),
  })
  const wiring = fc.record({
    method: fc.constantFrom(...route.methods),
    form: fc.constantFrom('json' as const, 'json' as const, 'form' as const, 'multipart' as const),
    rough: rawBody,
    isRough: fc.integer({ max: 11, min: 0 }).map(drawn => drawn === 0),
    roughQuery: fc.constantFrom(
      '',
      '',
      '',
      '',
      '&a=%zz&%00=1',
      '&page=1&page=2',
      '&id[a][b]=1',
      '&=&&',
      '&%FF=%FE',
    ),
    headers: oddHeaders,
  })
  return {
    straight: straight.chain(({ parts, role }) =>
      fc
        .constantFrom(...route.methods)
        .map(method => drawn(route, parts, { method, role, form: 'json' }, context)),
    ),
    odd: fc.tuple(odd, wiring).map(([{ parts, role }, how]) => {
      const request = drawn(route, parts, { ...how, role }, context)
      const rough = how.isRough && request.method !== 'GET' ? { body: how.rough } : {}
      return {
        ...request,
        ...rough,
        query: request.query + how.roughQuery,
        headers: { ...request.headers, ...how.headers },
      }
    }),
  }
}

function partsOf(
  route: DeclaredRoute,
  { known, recipes }: DrawContext,
  only?: 'required',
): fc.Arbitrary<Required<Parts>> {
  const recipe =
    recipes[`${route.methods.join()} ${route.path}`] ??
    recipes[route.path] ??
    fc.constant<Parts>({})
  const shapeOf = (part: Part) => anObject(route.spec[part] ?? {}, known, only)
  return fc
    .tuple(shapeOf('params'), shapeOf('query'), shapeOf('body'), recipe)
    .map(([params, query, body, fixed]) => ({
      params: { ...params, ...fixed.params },
      query: { ...query, ...fixed.query },
      body: { ...body, ...fixed.body },
    }))
}

/** Up to four parameters, undeclared ones included, get a nearly valid or hostile value, or are removed. */
function spoiled(
  route: DeclaredRoute,
  parts: Required<Parts>,
  known: KnownValues,
): fc.Arbitrary<Required<Parts>> {
  const places = (['params', 'query', 'body'] as const).flatMap(part => {
    const shape = (route.spec[part] ?? {}) as Shape
    return Object.entries(shape.properties ?? {}).map(([name, member]) => ({ part, name, member }))
  })
  const extras = everywhere.map(name => ({ part: 'query' as Part, name, member: {} as Shape }))
  const spoil = fc
    .constantFrom(...places, ...places, ...extras)
    .chain(({ part, name, member }) =>
      fc
        .oneof(
          { arbitrary: hostile, weight: 5 },
          { arbitrary: nearly(name, member, known), weight: 3 },
          { arbitrary: fc.constant(undefined), weight: 1 },
        )
        .map(value => ({ part, name, value })),
    )
  return fc.array(spoil, { maxLength: 4 }).map(spoils => {
    const result = {
      params: { ...parts.params },
      query: { ...parts.query },
      body: { ...parts.body },
    }
    for (const { part, name, value } of spoils) result[part][name] = value
    return result
  })
}

/** Bodies that no client library would write. */
const rawBody = fc.oneof(
  fc
    .constantFrom(
      '',
      '{',
      '[]',
      '[1,2]',
      'null',
      '"x"',
      '1',
      '{"a":1,}',
      '{"id":1,"id":2}',
      '\ufeff{}',
      '{"title":"a","title":null}',
      '{"__proto__":{"a":1}}',
      '{"constructor":{"prototype":1}}',
      'a=1&a=2&a[]=3&a[b]=4',
      '%zz=%',
      '--x\r\n\r\n',
      '['.repeat(3000),
      `{"a":${'{"a":'.repeat(500)}1`,
    )
    .map(text => Buffer.from(text)),
  fc.uint8Array({ maxLength: 60 }).map(bytes => Buffer.from(bytes)),
)

const none: Record<string, string> = {}
const oddHeaders = fc.oneof(
  { arbitrary: fc.constant(none), weight: 12 },
  {
    arbitrary: fc.constantFrom<Record<string, string>>(
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/json; charset=utf-16' },
      { 'content-type': 'application/json; charset=nonsense' },
      { 'content-type': 'multipart/form-data' },
      { 'content-type': 'multipart/form-data; boundary=x' },
      { 'content-type': ';;;' },
      { 'content-encoding': 'gzip' },
      { 'x-http-method-override': 'PUT' },
      { 'x-http-method-override': 'NONSENSE' },
      { 'idempotency-key': 'k'.repeat(300) },
      { 'idempotency-key': 'repeated' },
      { 'accept-language': '\xff' },
      { cookie: 'marquee-cart=%00; a=b; ;;=' },
      { cookie: 'marquee-cart=%E0%A4%A' },
      { origin: 'null' },
      { host: '' },
      { host: 'evil.example"<>' },
      { range: 'bytes=0-' },
      { 'x-forwarded-for': "1.2.3.4, ' or 1=1" },
    ),
    weight: 2,
  },
)

type How = { method: string; role: Drawn['role']; form: 'json' | 'form' | 'multipart' }

function drawn(
  route: DeclaredRoute,
  parts: Required<Parts>,
  how: How,
  { picture }: DrawContext,
): Drawn {
  const { method, role } = how
  const path = pathOf(route.path, parts.params)
  const query = queryOf(parts.query)
  const written = method === 'GET' || !route.spec.body ? undefined : payload(parts.body, how.form)
  const isUpload =
    method === 'POST' &&
    ['/images', '/settings/logo'].includes(route.path) &&
    Object.keys(parts.body).length === 0
  const sent = isUpload ? { type: 'image/png', body: picture } : written
  return {
    method,
    path,
    query,
    role,
    headers: sent ? { 'content-type': sent.type } : {},
    body: sent?.body,
  }
}

const boundary = 'zzzz'

function payload(values: Values, form: How['form']) {
  if (form === 'json')
    return { type: 'application/json', body: Buffer.from(JSON.stringify(values)) }
  if (form === 'form') {
    return { type: 'application/x-www-form-urlencoded', body: Buffer.from(queryOf(values)) }
  }
  const lines = Object.entries(values)
    .flatMap(([name, value]) => pairsOf(name, value))
    .map(
      ([name, text]) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
    )
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.from(`${lines.join('')}--${boundary}--\r\n`),
  }
}

/** The body as it is sent. */
export function onWire(
  request: Drawn,
  root: string,
  authorization: string | undefined,
): WireRequest {
  return {
    method: request.method,
    path: `${root}${request.path}${request.query ? `?${request.query}` : ''}`,
    headers: { ...request.headers, ...(authorization ? { authorization } : {}) },
    body: request.body,
  }
}
