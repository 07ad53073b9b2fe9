import { type TSchemaOptions, Type } from 'typebox'
import { isGuestAddress } from '../../../core/mail-address.ts'

/**
 * The kinds of parameter the interface knows. Each is a schema, so validation, types and documentation agree.
 * `holds` attaches a rule of ours; it is a function and does not reach the OpenAPI document. `told` is what OPTIONS and the
 * index say beyond the schema, where the interface names a type that is not all we take. `takes` is what the OpenAPI document
 * says instead of the schema, where validation is by a rule. `confusedWith` is the name under which clients often send it.
 */

/** A whole number that fits a record id. */
export const id = (options: TSchemaOptions = {}) => Type.Integer({ minimum: 1, ...options })

/** A whole number that fits PostgreSQL's `integer`. */
export const count = (options: TSchemaOptions = {}) =>
  Type.Integer({ minimum: 0, maximum: 2_147_483_647, ...options })

/** A string; JSON numbers and booleans are refused, as declared types are strict. */
export const text = (options: TSchemaOptions = {}) =>
  Type.String({ maxLength: 1_000_000, ...options })

/** A non-empty string: `""` and `"0"` are refused, as in the existing system. */
export const filledText = (options: TSchemaOptions = {}) =>
  text({ holds: (value: unknown) => value !== '' && value !== '0', ...options })

/**
 * The e-mail address of a person. Its host has a dot; its letters may be those of any language. The index names the format as
 * the existing system does.
 */
export const personsAddress = (options: TSchemaOptions = {}) =>
  text({
    format: 'idn-email',
    told: { format: 'email' },
    maxLength: 254,
    holds: (value: unknown) => typeof value === 'string' && isGuestAddress(value),
    ...options,
  })

export const flag = (options: TSchemaOptions = {}) => Type.Boolean(options)

/** A list: CSV, repeated key, `x[]` or a JSON array. Empty lists are refused unless `minItems: 0` is said. */
export const idList = (options: TSchemaOptions = {}) =>
  Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, maxItems: 1000, ...options })

export const textList = (options: TSchemaOptions = {}) =>
  Type.Array(Type.String({ maxLength: 1000 }), { minItems: 1, maxItems: 1000, ...options })

/** One of a fixed set of words. */
export const oneOf = <const W extends string[]>(words: [...W], options: TSchemaOptions = {}) =>
  Type.Enum(words, { type: 'string', ...options })

/** When a new credential ends by itself; at most one of them (access/keys/rules.ts says which moment that is). */
export const lifetime = () => ({
  expires_at: Type.Optional(
    text({ format: 'date-time', description: 'When it ends by itself, e.g. 2030-01-31T12:00:00Z' }),
  ),
  expires_in_days: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 3650, description: 'The same, in days from now' }),
  ),
})
/**
 * Anything for which `holds` is true; for the interface's untyped parameters. `takes` says in the OpenAPI document what the
 * parameter understands, since its schema refuses nothing.
 */
export const anything = <T = unknown>(
  holds?: (value: unknown) => boolean,
  options: TSchemaOptions = {},
) => Type.Unsafe<T>(holds ? { holds, ...options } : options)

/** The number of a page, from 1. */
export const pageNumber = (options: TSchemaOptions = {}) =>
  Type.Integer({ minimum: 1, default: 1, description: 'Which page.', ...options })
