// Database: in the short run the embedded one alone.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** What docs/openapi.json says of every body, parameter and answer; it is generated from the declared routes. */
const root = path.resolve(import.meta.dirname, '../../..')
const document = JSON.parse(readFileSync(path.join(root, 'docs/openapi.json'), 'utf8'))

type Schema = {
  $ref?: string
  type?: string | string[]
  description?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  not?: Schema
  enum?: unknown[]
  const?: unknown
  additionalProperties?: boolean | Schema
}

type Operation = {
  operationId: string
  parameters: { name: string; description?: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}

const operations = Object.values<Record<string, Operation>>(document.paths).flatMap(item =>
  Object.values(item),
)
const components = Object.entries<Schema>(document.components.schemas)

/** A schema and all within it, each with where it stands. */
function* within(schema: Schema, at: string): Generator<[string, Schema]> {
  yield [at, schema]
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    yield* within(member, `${at}.${name}`)
  }
  if (schema.items) yield* within(schema.items, `${at}[]`)
  if (typeof schema.additionalProperties === 'object') {
    yield* within(schema.additionalProperties, `${at}{}`)
  }
  for (const member of schema.anyOf ?? []) yield* within(member, `${at}|`)
}

/** Every schema that a client meets, components once. */
function everySchema(): [string, Schema][] {
  const parts = operations.flatMap(({ operationId, parameters, requestBody, responses }) => [
    ...parameters.map(({ name, schema }) => [`${operationId}?${name}`, schema] as const),
    ...Object.values(requestBody?.content ?? {}).map(
      ({ schema }) => [`${operationId} body`, schema] as const,
    ),
    ...Object.entries(responses).flatMap(([status, { content = {} }]) =>
      Object.values(content).map(({ schema }) => [`${operationId} ${status}`, schema] as const),
    ),
  ])
  return [...components, ...parts].flatMap(([at, schema]) => [...within(schema, at)])
}

const isTyped = ({ $ref, type, anyOf, not, enum: words, const: literal }: Schema) =>
  [$ref, type, anyOf, not, words, literal].some(said => said !== undefined)

const isOpen = ({ type, properties, additionalProperties }: Schema) =>
  additionalProperties === true || (type === 'object' && !properties && !additionalProperties)

/** What may hold anything, with the reason. At most ten; whoever adds one says why it cannot be typed. */
const open: Record<string, string> = {
  JsonLd: 'its members are of the vocabulary of schema.org',
  JsonSchema: 'it is a schema itself, of JSON Schema',
  OpenApiDocument: 'its shape is that of the OpenAPI specification',
  'ColumnValue|': 'a column of the audit may hold any JSON',
  'Error.data': 'some error codes add members of their own (docs/errors.md)',
}

test('every body, parameter and answer is typed down to its last member, but for those that are listed with the reason', () => {
  const schemas = everySchema()
  expect(schemas.length).toBeGreaterThan(1500)
  expect(schemas.filter(([, schema]) => !isTyped(schema)).map(([at]) => at)).toEqual([])
  const found = schemas.filter(([, schema]) => isOpen(schema)).map(([at]) => at)
  expect([...new Set(found)].sort()).toEqual(Object.keys(open).sort())
  expect(found.length).toBeLessThanOrEqual(10)
})

const referred = ({ $ref = '' }: Schema): Schema | undefined =>
  document.components.schemas[$ref.split('/').at(-1) ?? '']

test('every member and every parameter is described, where it stands or by the shape it refers to', () => {
  const silent = everySchema().flatMap(([at, schema]) =>
    Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
      (member.description ?? referred(member)?.description) ? [] : [`${at}.${name}`],
    ),
  )
  const parameters = operations.flatMap(({ operationId, parameters: all }) =>
    all.filter(one => !one.description).map(({ name }) => `${operationId}?${name}`),
  )
  expect([...silent, ...parameters]).toEqual([])
})

test('no object is written twice: what occurs in two places is a component', () => {
  const places = new Map<string, string[]>()
  for (const [at, schema] of everySchema()) {
    if (!schema.properties) continue
    const text = JSON.stringify(schema)
    places.set(text, [...(places.get(text) ?? []), at])
  }
  expect(places.size).toBeGreaterThan(100)
  expect([...places.values()].filter(all => all.length > 1)).toEqual([])
})

test('every component is referred to', () => {
  const text = JSON.stringify(document)
  const unused = components.filter(([name]) => !text.includes(`"#/components/schemas/${name}"`))
  expect(unused.map(([name]) => name)).toEqual([])
})
