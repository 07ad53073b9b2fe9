import fc from 'fast-check'
import { anyCharacter } from '../any-character.ts'

/** The parts of JSON Schema that routes use for their parameters. */
export type Shape = {
  type?: string
  enum?: readonly unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  properties?: Record<string, Shape>
  required?: readonly string[]
  items?: Shape
  anyOf?: readonly Shape[]
  holds?: (value: unknown) => boolean
}

/** Values that are likely valid for a parameter of this name; ids of planted records above all. */
export type KnownValues = Record<string, readonly unknown[]>

const words = ['Evening', 'naïve café', '夜', '👩‍👩‍👧', 'a-b', "O'Neil & <b>sons</b>"]

/** A value that the schema allows and that mostly makes sense. */
export function valid(
  name: string,
  shape: Shape,
  known: KnownValues,
  only?: 'required',
): fc.Arbitrary<unknown> {
  const plain = fromShape(name, shape, known)
  const fits = (known[name] ?? []).filter(value => mayBe(shape, value))
  if (fits.length === 0) return plain
  if (only) return fc.constantFrom(...fits)
  return fc.oneof(
    { arbitrary: fc.constantFrom(...fits), weight: 5 },
    { arbitrary: plain, weight: 1 },
  )
}

function mayBe({ type, enum: choices, holds }: Shape, value: unknown): boolean {
  if (choices && !choices.includes(value)) return false
  if (type === 'integer' || type === 'number') return typeof value === 'number'
  if (type === 'array') return false
  return (type === undefined || type === typeof value) && (holds?.(value) ?? true)
}

function fromShape(name: string, shape: Shape, known: KnownValues): fc.Arbitrary<unknown> {
  if (shape.enum) return fc.constantFrom(...shape.enum)
  if (shape.const !== undefined) return fc.constant(shape.const)
  if (shape.anyOf) return fc.oneof(...shape.anyOf.map(one => fromShape(name, one, known)))
  switch (shape.type) {
    case 'string':
      return aString(shape)
    case 'integer':
      return fc.integer({ min: shape.minimum ?? -5, max: Math.min(shape.maximum ?? 1e6, 1e6) })
    case 'number':
      return fc.double({ min: shape.minimum ?? -1e6, max: shape.maximum ?? 1e6, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(valid(name, shape.items ?? {}, known), {
        minLength: shape.minItems ?? 0,
        maxLength: (shape.minItems ?? 0) + 3,
      })
    case 'object':
      return anObject(shape, known)
    default:
      return fc.oneof(fc.constantFrom(...words), fc.integer(), fc.jsonValue({ maxDepth: 2 }))
  }
}

function aString({ format, pattern, minLength, maxLength }: Shape): fc.Arbitrary<string> {
  if (format === 'email') return fc.constantFrom('ann@example.org', 'o.x+y@sub.example.org')
  if (format === 'idn-email') return fc.constantFrom('ann@example.org', 'zoë@exämple.org')
  if (format === 'date-time')
    return fc.constantFrom('2026-11-21T10:00:00Z', '2027-02-01T00:00:00+05:30')
  if (pattern) return fc.stringMatching(new RegExp(pattern)).map(text => text.slice(0, maxLength))
  const least = minLength ?? 0
  const free = fc.string({ minLength: least, maxLength: Math.min(maxLength ?? 40, least + 40) })
  return fc.oneof(
    fc.constantFrom(...words).map(word => word.padEnd(least, '.')),
    free,
  )
}

/** The required members and, unless only those are wanted, some of the others. */
export function anObject(
  shape: Shape,
  known: KnownValues,
  only?: 'required',
): fc.Arbitrary<Record<string, unknown>> {
  const required = new Set(shape.required)
  const members = Object.entries(shape.properties ?? {}).map(([name, member]) => {
    const value = valid(name, member, known, only).map((given): [string, unknown][] => [
      [name, given],
    ])
    const none = fc.constant([] as [string, unknown][])
    return required.has(name)
      ? value
      : only
        ? none
        : fc.oneof({ arbitrary: none, weight: 4 }, { arbitrary: value, weight: 1 })
  })
  if (members.length === 0) return fc.constant({})
  return fc.tuple(...members).map(pairs => Object.fromEntries(pairs.flat()))
}

/** Hostile values: wrong types, extremes, bytes that databases and parsers refuse. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -0,
    -1,
    1.5,
    1e308,
    -1e308,
    2 ** 31,
    2 ** 53,
    2 ** 63,
    '',
    ' ',
    '0',
    '-1',
    '1e400',
    'NaN',
    'Infinity',
    '9'.repeat(400),
    '٣',
    ' 1',
    '1,2',
    ',',
    '\0',
    'a\0b',
    '\ud800',
    'a\udc00b',
    '\udfff\ud800',
    '\u202e',
    '\ufeff',
    '\uffff',
    'x'.repeat(5000),
    '%',
    '%00',
    '%E0%A4',
    '%ZZ',
    '_',
    '\\',
    "' or 1=1 --",
    '"',
    ';',
    '__proto__',
    'constructor',
    'toString',
    '../../etc/passwd',
    '${7*7}',
    '{{7*7}}',
    '<script>alert(1)</script>',
    '0000-00-00',
    '2026-02-30',
    '9999-12-31',
    '-9999-01-01',
    '+275760-09-13',
    '300000-01-01',
    '1e15',
    '-1 days',
    '+9999999999 years',
    'any',
    'trash',
  ),
  fc.constantFrom<unknown>(
    [],
    {},
    [[]],
    [null],
    [{}],
    { id: null },
    { id: {} },
    [[[[1]]]],
    { '': '' },
    { ['__proto__']: 1 },
    { 'a\0': 1 },
    ['\ud800'],
    { '\ud800': '\udfff' },
    [1e308, 'a', null],
    Array.from({ length: 1200 }, (_, at) => at + 1),
  ),
  fc.string({ unit: anyCharacter, maxLength: 60 }),
  fc.bigInt().map(String),
  fc.double(),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Valid but for a detail: a number as text, a value in a list, one beyond a bound. */
export function nearly(name: string, shape: Shape, known: KnownValues): fc.Arbitrary<unknown> {
  const { minimum = 0, maximum = 0, maxLength = 10 } = shape
  const right = valid(name, shape, known)
  return fc.oneof(
    right.map(value => [value]),
    right.map(value => (typeof value === 'number' ? String(value) : Number(value))),
    right.map(value => (typeof value === 'string' ? ` ${value} ` : { id: value })),
    right.map(value => `${String(value)},${String(value)}`),
    fc.constantFrom(minimum - 1, maximum + 1, String(maximum + 1)),
    fc.constant('y'.repeat(Math.min(maxLength, 3000) + 1)),
  )
}
