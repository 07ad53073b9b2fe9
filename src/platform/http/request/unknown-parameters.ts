import { nearest } from '../../../core/nearest.ts'
import { isPlainObject, type Values } from './coerce.ts'
import type { Problems, Shape, Sources } from './validation.ts'

/** A parameter that the route does not have, where it was sent: `statuss`, `tickets[0][amount]`. */
export type UnknownParameter = {
  readonly name: string
  readonly siblings: readonly string[]
  /** What names there are where a pattern tells them. */
  readonly named?: string | undefined
}

/**
 * Parameters that clients of the existing system send to every route (contract.md 25.1). Some have no effect here.
 */
const anywhere = [
  '_embed',
  '_envelope',
  '_fields',
  '_jsonp',
  '_locale',
  '_method',
  '_wpnonce',
  'context',
  'rest_route',
]

const namedMost = 20
const charactersMost = 80

type SchemaLike = {
  type?: string
  items?: SchemaLike
  properties?: Record<string, SchemaLike>
  patternProperties?: Record<string, SchemaLike>
  propertyNames?: { description?: string }
  additionalProperties?: unknown
}

/**
 * For a route: finds the parameters of a request that the route does not have, at most twenty, each once. Members of declared objects
 * and lists of objects are looked at too. The path beats both query and body, so its names are known there.
 */
export function unknownFinder({ params, query, body }: Shape) {
  const always = Object.fromEntries([...anywhere, ...namesOf(params.schema)].map(one => [one, {}]))
  const inBody = body.schema.properties
  const inQuery = { ...query.schema.properties, ...inBody }
  return (sources: Pick<Sources, 'query' | 'body'>): UnknownParameter[] => {
    const collected: UnknownParameter[] = []
    const { patternProperties = {} } = query.schema as SchemaLike
    collect({ properties: inQuery, patternProperties }, sources.query, {
      always,
      path: '',
      collected,
    })
    collect({ properties: inBody }, sources.body, { always, path: '', collected })
    return collected
  }
}

type Search = { always: Record<string, SchemaLike>; path: string; collected: UnknownParameter[] }

function collect(schema: SchemaLike, values: Values, search: Search) {
  const { properties = {}, patternProperties = {}, propertyNames } = schema
  const { always, path, collected } = search
  const patterns = Object.keys(patternProperties).map(pattern => new RegExp(pattern))
  for (const [name, value] of Object.entries(values)) {
    if (collected.length >= namedMost) return
    const full = path === '' ? name : `${path}[${name}]`
    if (Object.hasOwn(properties, name))
      within(properties[name] ?? {}, value, { ...search, path: full })
    else if (patterns.some(pattern => pattern.test(name))) continue
    else if (!Object.hasOwn(always, name) && !collected.some(one => one.name === full))
      collected.push({
        name: full,
        siblings: Object.keys(properties),
        named: propertyNames?.description,
      })
  }
}

/** Checks members where they are declared; a schema that accepts any member knows every name. */
function within(schema: SchemaLike, value: unknown, search: Search) {
  const { items, properties, patternProperties, additionalProperties } = schema
  if (items?.properties) {
    const rows = Array.isArray(value) || isPlainObject(value) ? Object.entries(value) : []
    for (const [index, row] of rows) {
      within(items, row, { ...search, path: `${search.path}[${index}]`, always: {} })
    }
  } else if (
    (properties ?? patternProperties) &&
    additionalProperties !== true &&
    isPlainObject(value)
  ) {
    collect(schema, value, { ...search, always: {} })
  }
}

const namesOf = (schema: SchemaLike) => Object.keys(schema.properties ?? {})

/** The names as one header value: printable ASCII, anything else percent-encoded. */
export function unknownHeader(unknown: readonly UnknownParameter[]): string {
  return unknown.map(({ name }) => shown(name)).join(', ')
}

const shown = (name: string) =>
  name
    .slice(0, charactersMost)
    .replace(/[^\w[\].:-]/gu, character =>
      [...Buffer.from(character)].map(byte => `%${byte.toString(16).padStart(2, '0')}`).join(''),
    )

/** A problem with a parameter: what was wrong and what would be right. */
export const unknownSentence = (unknown: UnknownParameter): string =>
  unknown.named === undefined
    ? sentenceOf(unknown)
    : `${shown(unknown.name)} is not a parameter of this route. There are ${unknown.named}.`

function sentenceOf({ name, siblings }: UnknownParameter): string {
  // Of parameters with a prefix, such as `filter.status`, those with the same prefix are meant.
  const [prefix] = /^[a-z]+\./.exec(name) ?? []
  const alike = prefix === undefined ? [] : siblings.filter(one => one.startsWith(prefix))
  const names = alike.length > 0 ? alike : siblings
  const [, before = '', own = ''] = /^(.*\[)?([^[\]]*)\]?$/s.exec(name) ?? []
  const near = nearest(own, names)
  if (near !== undefined) {
    const meant = before === '' ? near : `${before}${near}]`
    return `${shown(name)} is not a parameter of this route. Did you mean ${shown(meant)}?`
  }
  if (names.length === 0) return `${shown(name)} is not a parameter of this route, which has none.`
  if (names.length > namedMost && alike.length === 0) {
    return `${shown(name)} is not a parameter of this route.`
  }
  return `${shown(name)} is not a parameter of this route. It has: ${names.join(', ')}.`
}

/** Unknown parameters as problems, for a request that wants them refused. */
export function unknownProblems(unknown: readonly UnknownParameter[]): Problems {
  return Object.fromEntries(
    unknown.map(one => [
      shown(one.name),
      { code: 'rest_unknown_param', message: unknownSentence(one) },
    ]),
  )
}
