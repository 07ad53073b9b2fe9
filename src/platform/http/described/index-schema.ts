import { type Static, Type } from 'typebox'
import { addressOf, mapOf, said } from './answer-shapes.ts'

const optional = Type.Optional

/** Any JSON schema, as a part of an answer. */
const AnySchema = Type.Object(
  {},
  {
    title: 'JsonSchema',
    additionalProperties: true,
    description: 'A JSON schema (2020-12).',
  },
)

export type Argument = Static<typeof Argument>
const Argument = Type.Object(
  {
    required: Type.Boolean({ description: 'Whether a request must have it.' }),
    type: optional(
      Type.Union([Type.String(), Type.Array(Type.String())], { description: 'Its JSON type.' }),
    ),
    default: optional(
      Type.Unsafe<unknown>({
        type: ['string', 'number', 'boolean', 'array', 'null'],
        items: { type: 'string' },
        description: 'Its value when it is not sent.',
      }),
    ),
    description: optional(said('What it means, with its unit.')),
    enum: optional(Type.Array(Type.String(), { description: 'The values it may have.' })),
    items: optional(AnySchema),
    format: optional(said('The format of the text, e.g. `date-time`.')),
    minimum: optional(Type.Number({ description: 'Its smallest value.' })),
    maximum: optional(Type.Number({ description: 'Its greatest value.' })),
  },
  { title: 'Argument', description: 'A parameter of a route.' },
)

const Endpoint = Type.Object({
  methods: Type.Array(Type.String(), { description: 'Its HTTP methods.' }),
  args: Type.Union([mapOf<Argument>(Argument), Type.Array(Type.Never())], {
    description: 'Its parameters by name; `[]` without any.',
  }),
})

const Target = Type.Object({ href: addressOf('the target') }, { title: 'Link' })

const RouteDescription = Type.Object(
  {
    namespace: said('E.g. `svc/events/v1`.'),
    methods: Type.Array(Type.String(), { description: 'All HTTP methods of the path.' }),
    endpoints: Type.Array(Endpoint, { description: 'What each method takes.' }),
    schema: optional(AnySchema),
    _links: optional(
      Type.Object(
        { self: Type.Array(Target, { description: 'The path itself.' }) },
        { description: 'Its address, where it has no parameters.' },
      ),
    ),
  },
  { title: 'RouteDescription' },
)

/** The index of a namespace: the answer of OPTIONS for each of its paths. */
export const NamespaceIndex = Type.Object(
  {
    namespace: said('E.g. `svc/events/v1`.'),
    routes: mapOf<Static<typeof RouteDescription>>(RouteDescription, {
      description: 'Its paths, with parameters as `(?P<id>\\d+)`.',
    }),
    _links: Type.Object(
      { up: Type.Array(Target, { description: 'The index above the namespaces.' }) },
      { description: 'What stands above.' },
    ),
  },
  { title: 'NamespaceIndex' },
)

/** The OpenAPI document of this API, whose shape is the specification's and not ours. */
export const OpenApiDocument = Type.Object(
  {},
  {
    title: 'OpenApiDocument',
    additionalProperties: true,
    description: 'An OpenAPI 3.1 document.',
  },
)
