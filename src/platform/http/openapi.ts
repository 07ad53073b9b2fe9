import type { TObject, TSchema } from 'typebox'
import { errorTable } from '../../core/error-table.ts'
import type { ErrorCode } from '../../core/errors.ts'
import { describeAccess } from './access.ts'
import { operationId } from './operation-id.ts'
import type { DeclaredRoute } from './route.ts'
import { describeTags, tagOf } from './tags.ts'

type Json = Record<string, unknown>

export type DocumentInfo = { title: string; description: string; server: string }

const publisher = {
  contact: { name: 'The Marquee authors' },
  license: { name: 'MIT', identifier: 'MIT' },
}

/** Codes every route can answer with. */
const commonErrors: readonly ErrorCode[] = ['rest_invalid_param', 'rest_too_many_requests']

/**
 * The OpenAPI 3.1 document of declared routes. `pathOf` says how a route's path is written: relative to its namespace
 * in `/doc`, from the root in docs/openapi.json. Schemas with a `title` become components.
 */
export function openApiDocument(
  routes: readonly DeclaredRoute[],
  { server, ...texts }: DocumentInfo,
  pathOf: (route: DeclaredRoute) => string,
): Json {
  const schemas: Json = {}
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const path = pathOf(route).replace(/:(\w+)/g, '{$1}')
    const item = (paths[path] ??= {})
    for (const method of route.methods) {
      item[method.toLowerCase()] = operation(route, method, schemas)
    }
  }
  return {
    openapi: '3.1.0',
    info: { version: '1.0.0', ...texts, ...publisher },
    tags: describeTags(new Set(routes.map(({ path }) => tagOf(path)))),
    components: {
      schemas,
      securitySchemes: {
        basic: { type: 'http', scheme: 'basic' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
    servers: [{ url: server }],
    paths,
  }
}

function operation(route: DeclaredRoute, method: string, schemas: Json): Json {
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
      ...parameters(spec.params, 'path', schemas),
      ...parameters(spec.query, 'query', schemas),
    ],
    ...(spec.body && Object.keys(spec.body.properties).length > 0
      ? { requestBody: requestBody(spec.body, schemas) }
      : {}),
    responses: {
      [status]: success(spec, schemas),
      ...failures(spec.errors ?? [], spec.access === 'public', schemas),
    },
  }
}

function parameters(shape: TObject | undefined, place: string, schemas: Json): Json[] {
  const required = new Set(shape?.required ?? [])
  return Object.entries(shape?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.has(name),
    schema: hoist(schema, schemas),
    ...descriptionOf(schema),
    ...((schema as { type?: string }).type === 'array' ? { style: 'form', explode: false } : {}),
  }))
}

const descriptionOf = (schema: TSchema) => {
  const { description } = schema as { description?: string }
  return description === undefined ? {} : { description }
}

function requestBody(body: TObject, schemas: Json): Json {
  const schema = hoist(body, schemas)
  return {
    required: (body.required ?? []).length > 0,
    content: {
      'application/json': { schema },
      'application/x-www-form-urlencoded': { schema },
      'multipart/form-data': { schema },
    },
  }
}

function success({ status = 200, returns }: DeclaredRoute['spec'], schemas: Json): Json {
  if (status < 300) return { description: 'Success.', content: jsonContent(returns, schemas) }
  const location = { description: 'Where the browser goes on.', schema: { type: 'string' } }
  return { description: 'Sends the browser on.', headers: { Location: location } }
}

const jsonContent = (schema: TSchema, schemas: Json) => ({
  'application/json': { schema: hoist(schema, schemas) },
})

function failures(codes: readonly ErrorCode[], isPublic: boolean, schemas: Json): Json {
  schemas['Error'] ??= errorSchema
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

const errorSchema = {
  type: 'object',
  required: ['code', 'message', 'data'],
  properties: {
    code: { type: 'string' },
    message: { type: 'string' },
    data: { type: 'object', required: ['status'], properties: { status: { type: 'integer' } } },
  },
}

const signedIn = [{ basic: [] }, { bearer: [] }]

/** The schema as plain JSON, with titled schemas moved to the components and referred to. */
function hoist(schema: unknown, schemas: Json): unknown {
  if (Array.isArray(schema)) return schema.map(item => hoist(item, schemas))
  if (typeof schema !== 'object' || schema === null) return schema
  const members = Object.entries(schema).filter(
    ([key, value]) => typeof value !== 'function' && key !== 'told',
  )
  const plain = Object.fromEntries(members.map(([key, value]) => [key, hoist(value, schemas)]))
  const title = (schema as { title?: unknown }).title
  if (typeof title !== 'string') return plain
  schemas[title] ??= plain
  return { $ref: `#/components/schemas/${title}` }
}
