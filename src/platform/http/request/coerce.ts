/**
 * Turns sent values (JSON, form, query string) into the declared types, as leniently as the existing system and no
 * more: text becomes integers, numbers, booleans and lists where those are declared; JSON numbers never become
 * strings. A value that does not fit is left unchanged, and the validator names it.
 */
type SchemaLike = {
  type?: string
  items?: SchemaLike
  properties?: Record<string, SchemaLike>
  patternProperties?: Record<string, SchemaLike>
  default?: unknown
}

export type Values = Record<string, unknown>

/** Lists that a query or form wrote as lists (`page[]=1`). Where one value is declared they are refused, as they are in JSON. */
const listed = new WeakSet<object>()

export const markListed = (value: unknown) => {
  if (Array.isArray(value)) listed.add(value)
}

/** `textual`: the values came as text (query string, form), where a repeated scalar means its last value. */
export function coerce(schema: SchemaLike, value: unknown, textual: boolean): unknown {
  const isRepeated = textual && Array.isArray(value) && !listed.has(value) && isScalar(schema)
  const single = isRepeated ? value.at(-1) : value
  switch (schema.type) {
    case 'integer':
      return toInteger(single)
    case 'number':
      return toNumber(single)
    case 'boolean':
      return toBoolean(single)
    case 'array':
      return toList(single).map(item => coerce(schema.items ?? {}, item, textual))
    case 'object':
      return isPlainObject(single) ? coerceMembers(schema, single, textual) : single
    default:
      return single
  }
}

/** The declared members of `values`, coerced; null counts as absent; unknown members are dropped. */
export function coerceMembers(schema: SchemaLike, values: Values, textual: boolean): Values {
  const result: Values = {}
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value !== undefined && value !== null) result[name] = coerce(member, value, textual)
  }
  for (const [pattern, member] of Object.entries(schema.patternProperties ?? {})) {
    const named = new RegExp(pattern)
    for (const [name, value] of Object.entries(values)) {
      if (value !== null && named.test(name)) result[name] = coerce(member, value, textual)
    }
  }
  return result
}

/** Fills the declared defaults of absent members. */
export function withDefaults(schema: SchemaLike, values: Values): Values {
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    if (!(name in values) && member.default !== undefined && member.default !== null) {
      values[name] = member.default
    }
  }
  return values
}

export function isPlainObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const isScalar = (schema: SchemaLike) =>
  schema.type === 'string' ||
  schema.type === 'integer' ||
  schema.type === 'number' ||
  schema.type === 'boolean'

function toInteger(value: unknown): unknown {
  const number = typeof value === 'string' && /^\s*[+-]?\d+(\.0*)?\s*$/.test(value) ? +value : value
  if (typeof number !== 'number' || !Number.isInteger(number)) return value
  return Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, number))
}

function toNumber(value: unknown): unknown {
  return typeof value === 'string' &&
    /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?\s*$/i.test(value)
    ? +value
    : value
}

function toBoolean(value: unknown): unknown {
  if (value === 1 || value === 0) return value === 1
  if (typeof value !== 'string') return value
  const text = value.toLowerCase()
  if (text === 'true' || text === '1') return true
  return text === 'false' || text === '0' ? false : value
}

/** CSV text (decoded once more, since clients encode it twice), a repeated key or a JSON array. */
function toList(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  if (typeof value === 'string') return splitList(value)
  return isPlainObject(value) ? Object.values(value) : [value]
}

export function splitList(text: string): string[] {
  return decoded(text)
    .split(',')
    .map(item => item.trim())
    .filter(item => item !== '')
}

/** Percent signs decoded; a text that cannot be decoded stays. */
export function decoded(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
