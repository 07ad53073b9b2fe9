import type { FastifyInstance } from 'fastify'
import { type Namespace, namespacesHere } from './missing-route.ts'
import { type TObject, Type } from 'typebox'
import { Answer } from './answer/answer.ts'
import { type Argument, NamespaceIndex, OpenApiDocument } from './described/index-schema.ts'
import { openApiDocument } from './described/openapi.ts'
import { text } from './described/params.ts'
import { send } from './answer/respond.ts'
import { type Api, type DeclaredRoute, route } from './route.ts'
import { wantsPage } from './answer/wants-page.ts'

export type NamespaceOptions = {
  /** E.g. `svc/events/v1`. */
  namespace: string
  /** Path before the namespace, e.g. `/wp-json`; may be empty. */
  prefix: string
  publicUrl: string
  title: string
  description: string
  recognise: Api['recognise']
  storage: Api['storage']
  once: Api['once']
  answerBefore: Api['answerBefore']
  lastChange: Api['lastChange']
  db: Api['db']
  lists: Api['lists']
  provenBy: Api['provenBy']
  kept: Api['kept']
  docs: Api['docs']
  refuses: Api['refuses']
}

/** Opens a namespace on the server, lets `declare` add its routes, then adds index, `/doc` and OPTIONS. */
export function openNamespace(
  app: FastifyInstance,
  options: NamespaceOptions,
  declare: (api: Api) => void,
): DeclaredRoute[] {
  const base = `${options.prefix}/${options.namespace}`
  const api: Api = {
    namespace: options.namespace,
    declared: [],
    recognise: options.recognise,
    storage: options.storage,
    once: options.once,
    answerBefore: options.answerBefore,
    lastChange: options.lastChange,
    db: options.db,
    lists: options.lists,
    provenBy: options.provenBy,
    kept: options.kept,
    docs: options.docs,
    refuses: options.refuses,
    mount: definition => {
      app.route({ ...definition, url: base + definition.url })
    },
  }
  declare(api)
  declareIndex(api, options)
  declareOptions(app, api, base)
  app.getDecorator<Namespace[]>(namespacesHere).push({ root: base, declared: api.declared })
  return api.declared
}

/** Answers made from the declared routes alone depend on no table. */
const declarations: readonly string[] = []

function declareIndex(api: Api, options: NamespaceOptions) {
  const root = `${options.publicUrl}${options.prefix}`
  const server = `${root}/${options.namespace}`
  route(api, {
    method: 'GET',
    path: '',
    summary: 'List the routes of this namespace',
    access: 'public',
    shared: declarations,
    query: Type.Object({
      namespace: Type.Optional(
        text({ default: options.namespace, description: 'Not used: the address says it.' }),
      ),
      context: Type.Optional(
        text({ default: 'view', description: '`help` adds the schemas of records.' }),
      ),
    }),
    returns: NamespaceIndex,
    handle: ({ query: { context = 'view' } }) => ({
      namespace: options.namespace,
      routes: routeIndex(api, root, context),
      _links: { up: [{ href: `${root}/` }] },
    }),
  })
  const { title, description } = options
  let document: Record<string, unknown> | undefined
  route(api, {
    method: 'GET',
    path: '/doc',
    summary: 'The OpenAPI 3.1 document of this namespace',
    access: 'public',
    returns: OpenApiDocument,
    handle: ({ request: { headers } }) => {
      if (wantsPage(headers.accept)) {
        return new Answer({}, { status: 302, headers: { location: api.docs, vary: 'Accept' } })
      }
      document ??= withFiveMembers(
        openApiDocument(api.declared, { title, description, server }, ({ path }) => path || '/'),
      )
      return new Answer(document, { headers: { vary: 'Accept' } })
    },
  })
}

/** The members that clients of the interface know; the descriptions of tags are in docs/openapi.json. */
const withFiveMembers = ({ tags: _tags, ...document }: Record<string, unknown>) => document

type Endpoint = { methods: string[]; args: Record<string, Argument> | [] }

/** A route as OPTIONS shows it. The index shows the same, with the schema of its records only for `context=help`. */
function describeRoute(api: Api, path: string, withSchema: boolean) {
  const declared = api.declared.filter(one => one.path === path)
  const endpoints: Endpoint[] = declared.map(({ methods, spec }) => ({
    methods: [...methods],
    args: argumentsOf(spec),
  }))
  const record = declared.find(({ spec }) => spec.record)?.spec.record
  return {
    namespace: api.namespace,
    methods: [...new Set(endpoints.flatMap(({ methods }) => methods))],
    endpoints,
    ...(record && withSchema ? { schema: { $schema: schemaDialect, ...asTold(record) } } : {}),
  }
}

/** A record in the words of the existing system, where they differ from our schema's. */
function asTold(record: TObject) {
  const members = Object.entries(record.properties).map(([name, schema]) => {
    const { told = {}, ...plain } = schema as Arg & Record<string, unknown>
    // A named type stands for the alternatives of ours.
    const kept = Object.entries(plain).filter(([word]) => word !== 'anyOf' || !('type' in told))
    return [name, { ...Object.fromEntries(kept), ...told }]
  })
  return { ...record, properties: Object.fromEntries(members) }
}

const schemaDialect = 'https://json-schema.org/draft/2020-12/schema'

function argumentsOf(spec: { params?: TObject; query?: TObject; body?: TObject }) {
  const entries = [spec.params, spec.query, spec.body].flatMap(shape =>
    Object.entries(shape?.properties ?? {}).map(([name, schema]) => {
      const described = { ...schema, ...(schema as Arg).told } as Record<string, unknown>
      const said = toldKeywords.flatMap(keyword =>
        described[keyword] === undefined ? [] : [[keyword, described[keyword]] as const],
      )
      const required = ((shape?.required ?? []) as string[]).includes(name)
      return [
        name,
        { required, ...(Object.fromEntries(said) as Omit<Argument, 'required'>) },
      ] as const
    }),
  )
  return entries.length > 0 ? Object.fromEntries(entries) : ([] as [])
}

type Arg = { told?: Record<string, unknown> }

/** The description of a parameter, besides whether it is required, in the words of the existing system. */
const toldKeywords = [
  'type',
  'default',
  'description',
  'enum',
  'items',
  'format',
  'minimum',
  'maximum',
]

/** Paths as clients of this interface know them: `/svc/events/v1/events/(?P<id>\d+)`. */
function routeIndex(api: Api, root: string, context: string) {
  const paths = [...new Set(api.declared.map(({ path }) => path))]
  return Object.fromEntries(
    paths.map(path => {
      const params = api.declared.find(one => one.path === path)?.spec.params
      const shown = path.replace(/:(\w+)/g, (_, name: string) => {
        const { type }: { type?: string } = params?.properties[name] ?? {}
        return `(?P<${name}>${type === 'integer' ? '\\d+' : '[^/]+'})`
      })
      const self = path.includes(':')
        ? {}
        : { _links: { self: [{ href: `${root}/${api.namespace}${path}` }] } }
      return [
        `/${api.namespace}${shown}`,
        { ...describeRoute(api, path, context === 'help'), ...self },
      ]
    }),
  )
}

function declareOptions(app: FastifyInstance, api: Api, base: string) {
  for (const path of new Set(api.declared.map(declared => declared.path))) {
    // Made when it is first asked for: few clients ask, and describing every route is a part of each start.
    let description: ReturnType<typeof describeRoute> | undefined
    app.options(base + path, (request, reply) => {
      description ??= describeRoute(api, path, true)
      reply.header('allow', description.methods.join(', '))
      return send({ request, reply }, description, { status: 200 })
    })
  }
}
