// Database: in the short run the embedded one alone.
import { readFile } from 'node:fs/promises'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { onPostgres } from '../../support/database.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
// The validator compiles the specification's schema once, because that takes a second.
const specification = new Validator()

type Json = Record<string, any>

/** Every schema in a document, with its path. */
function* schemasIn(value: unknown, path: string): Generator<[string, unknown]> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value)) {
    if (name === 'schema') yield [`${path}/schema`, member]
    yield* schemasIn(member, `${path}/${name}`)
  }
}

function compiles(ajv: Ajv2020, schema: Json): unknown {
  try {
    ajv.compile(schema)
    return true
  } catch (error) {
    return error
  }
}

const documents = {
  events: async () => (await app.call('GET', '/svc/events/v1/doc')).json as Json,
  tickets: async () => (await app.call('GET', '/svc/tickets/v1/doc')).json as Json,
  admin: async () => (await app.call('GET', '/svc/admin/v1/doc')).json as Json,
  'docs/openapi.json': async () => JSON.parse(await readFile('docs/openapi.json', 'utf8')) as Json,
}

describe.each(Object.entries(documents))('the OpenAPI document of %s', (_, read) => {
  test('is valid OpenAPI 3.1, and its references resolve', async () => {
    const document = await read()
    const { valid, errors } = await specification.validate(structuredClone(document))
    expect([valid, errors ?? []]).toEqual([true, []])
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)]
    expect(references.length).toBeGreaterThan(0)
    for (const [, path = ''] of references) {
      expect(path.split('/').reduce((found, name) => found?.[name], document)).toBeTypeOf('object')
    }
  })

  test('names every operation once and declares every path parameter', async () => {
    const { paths } = await read()
    const names: string[] = []
    for (const [path, item] of Object.entries<Json>(paths)) {
      for (const operation of Object.values<any>(item)) {
        names.push(operation.operationId)
        const declared = operation.parameters.filter((one: Json) => one['in'] === 'path')
        const parts = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
        expect(new Set(declared.map((one: Json) => one['name']))).toEqual(new Set(parts))
        expect(declared).toHaveLength(parts.length)
      }
    }
    expect(new Set(names).size).toBe(names.length)
  })
})

// The document contains the schemas of all routes; making it needs no database.
test.skipIf(onPostgres)('the schemas of docs/openapi.json compile as they are', async () => {
  const document = await documents['docs/openapi.json']()
  const compiledBefore = new Set<string>()
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ $id: 'https://document.test/', components: document['components'] })
  const all = [
    ...schemasIn(document['paths'], 'paths'),
    ...Object.entries(document['components'].schemas),
  ]
  expect(all.length).toBeGreaterThan(10)
  for (const [path, schema] of all) {
    const absolute = JSON.stringify(schema).replaceAll('"#/', '"https://document.test/#/')
    if (compiledBefore.has(absolute)) continue
    compiledBefore.add(absolute)
    const compiled = compiles(ajv, JSON.parse(absolute))
    expect([path, compiled]).toEqual([path, true])
  }
})

test('every route under a provider’s own name says of which operation it is another address', async () => {
  const { paths } = await documents['docs/openapi.json']()
  const operations = Object.entries<Json>(paths).flatMap(([path, item]) =>
    Object.values<any>(item).map(one => [path, one] as const),
  )
  const names = new Set(operations.map(([, { operationId }]) => operationId))
  const others = operations.filter(([path]) => /\/commerce\/(?:stripe|paypal)\//.test(path))
  expect(others.map(([path]) => path)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/stripe\/webhook$/),
      expect.stringMatching(/paypal\/webhook$/),
    ]),
  )
  for (const [path, { 'x-alias-of': of }] of others) {
    expect([path, names.has(of)]).toEqual([path, true])
  }
})
