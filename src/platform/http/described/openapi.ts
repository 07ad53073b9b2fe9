import type { TObject, TSchema } from 'typebox'
import { errorTable } from '../../../core/error-table.ts'
import type { ErrorCode } from '../../../core/errors.ts'
import { version } from '../../version.ts'
import { describeAccess } from '../access.ts'
import {
  type Components,
  errorDetailSchema,
  errorSchema,
  namedSchema,
  newComponents,
  plainSchema,
} from './openapi-schemas.ts'
import { operationId } from '../operation-id.ts'
import type { DeclaredRoute } from '../route.ts'
import { describeTags, tagOf } from './tags.ts'

type Json = Record<string, unknown>

export type DocumentInfo = { title: string; description: string; server: string }

const publisher = {
  contact: { name: 'The Marquee authors' },
  license: { name: 'MIT', identifier: 'MIT' },
}

const titleOf = (name: string) => `${name[0]?.toUpperCase()}${name.slice(1)}`

/** Codes every route can answer with. */
const commonErrors: readonly ErrorCode[] = ['rest_invalid_param', 'rest_too_many_requests']

/**
 * The OpenAPI 3.1 document of declared routes. `pathOf` gives a route's path: relative to its namespace in `/doc`,
 * from the root in docs/openapi.json. Schemas with a `title` become components.
 */
export function openApiDocument(
  routes: readonly DeclaredRoute[],
  { server, ...texts }: DocumentInfo,
  pathOf: (route: DeclaredRoute) => string,
): Json & { paths: Record<string, Json> } {
  const components = newComponents()
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const path = pathOf(route).replace(/:(\w+)/g, '{$1}')
    const item = (paths[path] ??= {})
    for (const method of route.methods) {
      item[method.toLowerCase()] = operation(route, method, components)
    }
  }
  return {
    openapi: '3.1.0',
    info: { version: version(), ...texts, ...publisher },
    tags: describeTags(new Set(routes.map(({ path }) => tagOf(path)))),
    components: {
      schemas: components.schemas,
      securitySchemes: {
        basic: { type: 'http', scheme: 'basic' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
    servers: [{ url: server }],
    paths,
  }
}

function operation(route: DeclaredRoute, method: string, components: Components): Json {
  const { spec, methods } = route
  const status = String(spec.status ?? 200)
  const name = operationId(route)
  const isTwin = method !== methods[0]
  const twinOf = isTwin ? name : undefined
  const aliasOf =
    route.aliasOf === undefined ? twinOf : operationId({ ...route, path: route.aliasOf })
  return {
    operationId: isTwin ? `${name}By${method[0]}${method.slice(1).toLowerCase()}` : name,
    ...(aliasOf !== undefined && { 'x-alias-of': aliasOf }),
    tags: [tagOf(route.path)],
    summary: spec.summary,
    description: describeAccess(spec.access),
    security: spec.access === 'public' ? [{}, ...signedIn] : signedIn,
    parameters: [
      ...parameters(spec.params, 'path', components),
      ...parameters(spec.query, 'query', components),
      ...(spec.versioned && method !== 'GET' ? [ifMatch] : []),
    ],
    ...(spec.body && Object.keys(spec.body.properties).length > 0
      ? { requestBody: requestBody(spec.body, `${titleOf(name)}Request`, components) }
      : {}),
    responses: {
      [status]: success(spec, `${titleOf(name)}Response`, components),
      ...failures(errorsOf(spec), spec.access === 'public', components),
    },
  }
}

function parameters(shape: TObject | undefined, place: string, components: Components): Json[] {
  const required = new Set(shape?.required ?? [])
  return Object.entries(shape?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.has(name),
    schema: plainSchema(schema, components),
    ...descriptionOf(schema),
    ...((schema as { type?: string }).type === 'array' ? { style: 'form', explode: false } : {}),
  }))
}

const descriptionOf = (schema: TSchema) => {
  const { description } = schema as { description?: string }
  return description === undefined ? {} : { description }
}

function requestBody(body: TObject, name: string, components: Components): Json {
  const schema = namedSchema(body, name, components)
  return {
    required: (body.required ?? []).length > 0,
    content: {
      'application/json': { schema },
      'application/x-www-form-urlencoded': { schema },
      'multipart/form-data': { schema },
    },
  }
}

type Spec = DeclaredRoute['spec']

const errorsOf = ({ errors = [], confirmed, versioned, method }: Spec): readonly ErrorCode[] => [
  ...errors,
  ...(confirmed ? (['rest_confirm_required'] as const) : []),
  ...(versioned && method !== 'GET' ? (['rest_changed_meanwhile'] as const) : []),
]

/** Takes part in a change of a record that people edit (contract.md 29.8). */
const ifMatch: Json = {
  name: 'If-Match',
  in: 'header',
  required: false,
  schema: { type: 'string' },
  description:
    'The `ETag` of the record as it was read: the change is made only while it is still so.',
}

const etag = {
  description: 'The version of the record, for `If-Match`; for identified callers.',
  schema: { type: 'string' },
}

function success(
  { status = 200, returns, versioned }: Spec,
  name: string,
  components: Components,
): Json {
  if (status < 300) {
    const { contentMediaType = 'application/json' } = returns as { contentMediaType?: string }
    const content = { [contentMediaType]: { schema: namedSchema(returns, name, components) } }
    return { description: 'Success.', ...(versioned && { headers: { ETag: etag } }), content }
  }
  const location = { description: 'Where the browser goes on.', schema: { type: 'string' } }
  return { description: 'Sends the browser on.', headers: { Location: location } }
}

function failures(codes: readonly ErrorCode[], isPublic: boolean, components: Components): Json {
  components.schemas['Error'] ??= errorSchema
  components.schemas['ErrorDetail'] ??= errorDetailSchema
  const byStatus = new Map<number, string[]>()
  for (const code of [...commonErrors, ...codes]) {
    const { status } = errorTable[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  if (!isPublic) {
    for (const status of [401, 403]) {
      byStatus.set(status, [...(byStatus.get(status) ?? []), 'rest_forbidden'])
    }
  }
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  const byCode = [...byStatus].map(([status, names]) => [
    String(status),
    { description: [...new Set(names)].map(name => `\`${name}\``).join(', '), content },
  ])
  return { ...Object.fromEntries(byCode), default: { description: otherFailures, content } }
}

const otherFailures =
  'Any other failure, in the same shape. 500 and 503 are faults of the service: 503 says in `Retry-After` after how many seconds to try again.'

const signedIn = [{ basic: [] }, { bearer: [] }]
