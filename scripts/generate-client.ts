/**
 * Generates the types of client/ from the OpenAPI documents: one line for each operation, one type for each schema.
 */
import { errorTable } from '../src/core/error-table.ts'

type Schema = {
  $ref?: string
  not?: Schema
  type?: string | readonly string[]
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  required?: readonly string[]
  description?: string
}

type Operation = {
  operationId: string
  summary: string
  'x-alias-of'?: string
  parameters: readonly { name: string; required: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}

export type Described = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

const note = '// Made by `npm run generate` from the declared routes. Do not edit.\n'

/** The text of client/src/operations.ts. */
export function clientOperations({ paths, components }: Described, vendor: string): string {
  const operations = Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    )
    .filter(({ operation }) => operation['x-alias-of'] === undefined && isForPrograms(operation))
    .map(one => ({ ...one, ...shapesOf(one.operation, components.schemas) }))
  const table = operations.map(({ path, method, operation, list }) => {
    const words = [method.toUpperCase(), path.replace(`/${vendor}/`, '')]
    return `  ${operation.operationId}: '${[...words, ...(list ? [list.member] : [])].join(' ')}',`
  })
  const types = operations.map(({ operation, input, output, list }) => {
    const item = list ? `; item: ${list.item}` : ''
    return `  /** ${operation.summary}. */\n  ${operation.operationId}: { input: ${input}; output: ${output}${item} }`
  })
  const schemas = Object.entries(components.schemas)
    .filter(([name]) => name !== 'Error')
    .map(([name, schema]) => `export type ${name} = ${typeOf(schema)}\n`)
  const codes = Object.keys(errorTable).map(code => `  | '${code}'`)
  return [
    note,
    'export const operations = {',
    ...table,
    '} as const\n',
    'export type Operations = {',
    ...types,
    '}\n',
    ...schemas,
    'export type ErrorCode =',
    ...codes,
    '',
  ].join('\n')
}

/** Addresses that only redirect a browser are left out. */
const isForPrograms = ({ responses }: Operation) =>
  Object.keys(responses).some(status => status.startsWith('2'))

function shapesOf(
  { parameters, requestBody, responses }: Operation,
  schemas: Described['components']['schemas'],
) {
  const sent = requestBody?.content['application/json']?.schema ?? {}
  const body = sent.$ref ? (schemas[nameOf(sent.$ref)] ?? {}) : sent
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1]
  const answer = Object.values(success?.content ?? {})[0]?.schema ?? {}
  const own: Schema = {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  }
  return {
    input: inputOf(own, body, sent.$ref),
    output: typeOf(answer),
    list: listOf(answer, schemas),
  }
}

/** The parameters of an operation with the members of its body, by the body's name where it has one. */
function inputOf(own: Schema, body: Schema, reference: string | undefined): string {
  const names = Object.keys(own.properties ?? {})
  if (reference && !names.some(name => name in (body.properties ?? {}))) {
    return names.length === 0 ? nameOf(reference) : `${nameOf(reference)} & ${typeOf(own)}`
  }
  return typeOf({
    type: 'object',
    properties: { ...body.properties, ...own.properties },
    required: [...(own.required ?? []), ...(body.required ?? [])],
  })
}

/** For an answer that is a page of a list: the member that has the records, and their type. */
function listOf(answer: Schema, schemas: Described['components']['schemas']) {
  const { properties = {} } = answer.$ref ? (schemas[nameOf(answer.$ref)] ?? {}) : answer
  if (!properties['total_pages']) return undefined
  const found = Object.entries(properties).find(([, schema]) => schema.type === 'array')
  return found && { member: found[0], item: typeOf(found[1].items ?? {}) }
}

const nameOf = (reference: string) => reference.split('/').at(-1) ?? ''

/** A JSON schema as a TypeScript type. */
function typeOf(schema: Schema): string {
  const { $ref, type, anyOf, items, properties } = schema
  if (schema.not) return 'never'
  if ($ref) return nameOf($ref)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return union(schema.enum.map(value => JSON.stringify(value)))
  if (anyOf) return union(anyOf.map(typeOf))
  if (Array.isArray(type)) return union(type.map(one => typeOf({ ...schema, type: one })))
  if (type === 'array') return items ? `(${typeOf(items)})[]` : 'never[]'
  if (type === 'object' || properties) return objectOf(schema)
  return plain[String(type)] ?? 'unknown'
}

const plain: Record<string, string> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

const union = (types: readonly string[]) => [...new Set(types)].join(' | ')

function objectOf({ properties = {}, required = [], additionalProperties }: Schema): string {
  const members = Object.entries(properties).map(([name, schema]) => {
    const described = schema.description
      ? `/** ${schema.description.replaceAll('*/', '* /')} */\n`
      : ''
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name)
    return `${described}${key}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`
  })
  if (typeof additionalProperties === 'object')
    members.push(`[name: string]: ${typeOf(additionalProperties)}`)
  else if (additionalProperties === true) members.push('[name: string]: unknown')
  return members.length === 0 ? '{}' : `{\n${members.join('\n')}\n}`
}
