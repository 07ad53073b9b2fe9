import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { TObject, TSchema } from 'typebox'
import { failMissing, failParams, type ParamProblem } from '../../../core/errors.ts'
import { isMailAddress } from '../../../core/mail-address.ts'
import { coerceMembers, isPlainObject, type Values, withDefaults } from './coerce.ts'

export type Problems = Record<string, ParamProblem>

/** The sources of values. Later ones win: the query string is read on writes too, and the body wins over it. */
export type Sources = { path: Values; query: Values; body: Values; bodyIsText: boolean }

/** What is wrong with a value; undefined when nothing is. */
type Validator = (value: unknown) => ErrorObject | undefined
type Part = {
  schema: TObject
  validators: Map<string, Validator>
  /** Of parameters whose names follow a pattern, such as `filter.answer.12`. */
  families: readonly { pattern: RegExp; validator: Validator }[]
}
export type Shape = { params: Part; query: Part; body: Part }

const ajv = new Ajv({
  allErrors: false,
  strict: false,
  verbose: true,
  coerceTypes: false,
  // The schemas are ours, and a test of the OpenAPI documents compiles them. Checking them here would take 20 ms of the first request.
  validateSchema: false,
})
addFormats.default(ajv)
ajv.addFormat('idn-email', isMailAddress)
// `holds` carries a rule (is a date, is a time zone …) as a function inside the schema.
ajv.addKeyword({
  keyword: 'holds',
  validate: (rule: (value: unknown) => boolean, value: unknown) => rule(value),
})

/** The validators of one route. */
export function compileShape(params: TObject, query: TObject, body: TObject): Shape {
  return { params: part(params), query: part(query), body: part(body) }
}

function part(schema: TObject): Part {
  const members = Object.entries(schema.properties)
  const { patternProperties = {} } = schema as { patternProperties?: Record<string, TSchema> }
  return {
    schema,
    validators: new Map(members.map(([name, member]) => [name, compiledOnce(member)])),
    families: Object.entries(patternProperties).map(([pattern, member]) => ({
      pattern: new RegExp(pattern),
      validator: compiledOnce(member),
    })),
  }
}

/** Compiled at the first use: compiling all at the start would take a third of it. */
function compiledOnce(schema: TSchema): Validator {
  let compiled: ValidateFunction | undefined
  return value => {
    compiled ??= ajv.compile(schema)
    return compiled(value) ? undefined : compiled.errors?.[0]
  }
}

export type Validated = { params: Values; query: Values; body: Values }

/**
 * Reads the declared parameters from all sources. Fails with 400 `rest_missing_callback_param` naming all that are
 * missing, else with 400 `rest_invalid_param` naming all that are wrong (contract.md 2.1), `refused` among them.
 */
export function readParameters(shape: Shape, sources: Sources, refused: Problems = {}): Validated {
  const params = coerceMembers(shape.params.schema, sources.path, true)
  const query = coerceMembers(shape.query.schema, sources.query, true)
  const body = {
    ...coerceMembers(shape.body.schema, sources.query, true),
    ...coerceMembers(shape.body.schema, sources.body, sources.bodyIsText),
  }
  const parts: [Part, Values][] = [
    [shape.params, params],
    [shape.query, query],
    [shape.body, body],
  ]
  demandRequired(parts)
  const problems: Problems = { ...refused }
  for (const [part, values] of parts) collectProblems(part, values, problems)
  for (const source of [sources.path, sources.query, sources.body]) collectNuls(source, problems)
  if (Object.keys(problems).length > 0) failParams(problems)
  for (const [part, values] of parts) withDefaults(part.schema, values)
  return { params, query, body }
}

/**
 * Validates an object inside a parameter against its own schema. Returns its declared members, and what is wrong or
 * missing by member. Defaults are not filled in.
 */
export function compileMembers(schema: TObject) {
  const compiled = part(schema)
  return (members: Values): { values: Values; problems: Problems } => {
    const values = coerceMembers(schema, members, false)
    const problems: Problems = {}
    collectProblems(compiled, values, problems)
    for (const name of schema.required ?? []) {
      if (!(name in values)) problems[name] = { message: 'is missing.' }
    }
    return { values, problems }
  }
}

function demandRequired(parts: [Part, Values][]) {
  const missing = parts.flatMap(([{ schema }, values]) =>
    (schema.required ?? []).filter(name => !(name in values)),
  )
  for (const [{ schema }, values] of parts) {
    const { either } = schema as TObject & { either?: readonly string[] }
    const [named] = either ?? []
    if (named !== undefined && !either?.some(name => name in values)) missing.push(named)
  }
  if (missing.length > 0) failMissing(missing)
}

function collectProblems({ validators, families }: Part, values: Values, problems: Problems) {
  for (const [name, value] of Object.entries(values)) {
    const family = families.find(({ pattern }) => pattern.test(name))
    const problem = (validators.get(name) ?? family?.validator)?.(value)
    if (problem) problems[name] = describe(name, problem)
  }
}

function collectNuls(source: Values, problems: Problems) {
  for (const [name, value] of Object.entries(source)) {
    if (name.includes('\0') || hasNul(value)) {
      problems[name.replaceAll('\0', '')] = { message: 'Invalid parameter.' }
    }
  }
}

const constraintCodes: Record<string, string> = {
  type: 'rest_invalid_type',
  enum: 'rest_not_in_enum',
  minimum: 'rest_out_of_bounds',
  maximum: 'rest_out_of_bounds',
  maxLength: 'rest_too_long',
  format: 'rest_invalid_format',
}

/** Formats whose name in JSON Schema is not the word of those who send them. */
const formatNames: Record<string, string> = { 'idn-email': 'email' }

function describe(name: string, error: ErrorObject): ParamProblem {
  const code = constraintCodes[error.keyword]
  if (!code) return { message: 'Invalid parameter.' }
  const path = name + error.instancePath.replace(/\/(\d+)/g, '[$1]').replace(/\/([^/[]+)/g, '[$1]')
  return { code, message: `${path} ${phrase(error)}`, data: { param: path } }
}

function phrase({ keyword, params }: ErrorObject): string {
  if (keyword === 'type') return `is not of type ${params['type']}.`
  if (keyword === 'minimum') return `must be greater than or equal to ${params['limit']}`
  if (keyword === 'maximum') return `must be less than or equal to ${params['limit']}`
  if (keyword === 'maxLength') return `must be at most ${params['limit']} characters long.`
  if (keyword === 'format')
    return `is not a valid ${formatNames[params['format']] ?? params['format']}.`
  const allowed = params['allowedValues'] as string[]
  if (allowed.length === 1) return `must be ${allowed[0]}.`
  return `is not one of ${allowed.slice(0, -1).join(', ')}, and ${allowed.at(-1)}.`
}

/** PostgreSQL cannot store a NUL character, so it is refused wherever it stands. */
export function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (Array.isArray(value)) return value.some(hasNul)
  return (
    isPlainObject(value) &&
    Object.entries(value).some(([name, member]) => name.includes('\0') || hasNul(member))
  )
}
