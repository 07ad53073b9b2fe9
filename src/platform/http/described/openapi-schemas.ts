import { isPlainObject } from '../request/coerce.ts'

type Json = Record<string, unknown>

/** The component schemas of a document, by name. Each shape is written once and referred to everywhere. */
export type Components = {
  readonly schemas: Json
  /** Names of shapes without a title, by their JSON text; the first operation that uses one gives it its name. */
  readonly named: Map<string, string>
}

export const newComponents = (): Components => ({ schemas: {}, named: new Map() })

/** Keywords of ours that do not describe what is sent. */
const ownKeywords = new Set(['told', 'takes', 'holds', 'refersTo', 'confusedWith'])

/** A declared schema as plain JSON, in which titled schemas are references to components. */
export function plainSchema(schema: unknown, components: Components): unknown {
  if (Array.isArray(schema)) return schema.map(item => plainSchema(item, components))
  if (!isPlainObject(schema)) return schema
  const { refersTo, takes, title, description } = schema
  const ownText = description === undefined ? {} : { description }
  if (typeof refersTo === 'string') return { ...referenceTo(refersTo), ...ownText }
  if (takes !== undefined) return { ...(plainSchema(takes, components) as Json), ...ownText }
  const members = Object.entries(schema).filter(
    ([key, value]) => typeof value !== 'function' && !ownKeywords.has(key),
  )
  const plain = Object.fromEntries(
    members.map(([key, value]) => [key, plainSchema(value, components)]),
  )
  if (typeof title !== 'string') return plain
  components.schemas[title] ??= plain
  return referenceTo(title)
}

/** The schema of a body or an answer. An object without a title becomes the component `name`. */
export function namedSchema(schema: unknown, name: string, components: Components): unknown {
  const plain = plainSchema(schema, components) as Json
  if (plain['type'] !== 'object') return plain
  const text = JSON.stringify(plain)
  const component = components.named.get(text)
  if (component !== undefined) return referenceTo(component)
  components.named.set(text, name)
  components.schemas[name] = plain
  return referenceTo(name)
}

const referenceTo = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** The shape of every failure of every operation. */
export const errorSchema = {
  type: 'object',
  required: ['code', 'message', 'data'],
  properties: {
    code: {
      type: 'string',
      description: 'What went wrong, for programs; docs/errors.md lists all.',
    },
    message: { type: 'string', description: 'The same for people. It may change.' },
    data: {
      type: 'object',
      description: 'What is known of the failure; some codes add members.',
      required: ['status'],
      properties: {
        status: { type: 'integer', description: 'The HTTP status.' },
        params: {
          description: 'What is wrong with each parameter, by name; for missing ones their names.',
          anyOf: [
            { type: 'object', additionalProperties: { type: 'string' } },
            { type: 'array', items: { type: 'string' } },
          ],
        },
        details: {
          description: 'The same for programs; an empty list when there is nothing to add.',
          anyOf: [
            { type: 'object', additionalProperties: { $ref: '#/components/schemas/ErrorDetail' } },
            { type: 'array', maxItems: 0, items: { type: 'string' } },
          ],
        },
        doc_url: { type: 'string', description: 'Where the parameters or the code are described.' },
      },
      additionalProperties: true,
    },
  },
}

/** The problem with one parameter. */
export const errorDetailSchema = {
  type: 'object',
  required: ['code', 'message', 'data'],
  properties: {
    code: { type: 'string', description: 'Which rule it breaks, e.g. `rest_out_of_bounds`.' },
    message: { type: 'string', description: 'What would be right, in words.' },
    data: {
      description: 'Where the value stands.',
      anyOf: [
        {
          type: 'object',
          properties: { param: { type: 'string', description: 'E.g. `tickets[0][quantity]`.' } },
        },
        { type: 'null' },
      ],
    },
  },
}
