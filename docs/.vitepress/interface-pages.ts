/** What the pages of the reference read of an OpenAPI document. */
export type OpenApi = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

type Operation = {
  operationId?: string
  tags?: string[]
  summary?: string
  description?: string
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>
  'x-alias-of'?: string
  $ref?: string
}

type Schema = {
  $ref?: string
  type?: string | string[]
  description?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  default?: unknown
}

type Placed = { method: string; path: string; operation: Operation }

/** The part of the address that names a group. */
const groupOf = ({ operation }: Placed) => (operation.tags?.[0] ?? 'other').replaceAll(' ', '-')

/** Operations that are not another name of one. */
function operationsOf({ paths }: OpenApi): Placed[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation }))
      .filter(({ operation }) => operation.operationId && !operation['x-alias-of']),
  )
}

function grouped(document: OpenApi): Map<string, Placed[]> {
  const groups = new Map<string, Placed[]>()
  for (const placed of operationsOf(document)) {
    const group = groupOf(placed)
    groups.set(group, [...(groups.get(group) ?? []), placed])
  }
  return groups
}

/** Name of the page → its Markdown. */
export function groupPages(document: OpenApi): Record<string, string> {
  const groups = grouped(document)
  const pages = [...groups].map(([group, placed]) => [
    group,
    `# ${titleOf(group)}\n\n${placed.map(operationText).join('\n\n')}\n`,
  ])
  const shapes = Object.entries(document.components.schemas).map(shapeText)
  return {
    index: contentsText(groups),
    ...Object.fromEntries(pages),
    shapes: `# Shapes\n\nRecords as the service answers them.\n\n${shapes.join('\n\n')}\n`,
  }
}

/** Every operation in one table for each group. */
function contentsText(groups: Map<string, Placed[]>): string {
  const tables = [...groups].map(([group, placed]) => {
    const rows = placed.map(
      ({ method, path, operation }) =>
        `| [${cell(operation.summary)}](./${group}.md#${anchorOf(operation)}) | \`${method} ${path}\` | \`${operation.operationId}\` |`,
    )
    const head = '| operation | route | name in the client |\n|---|---|---|'
    return `## ${titleOf(group)}\n\n${head}\n${rows.join('\n')}`
  })
  return `# Interface\n\n${introduction}\n\n${tables.join('\n\n')}\n`
}

const introduction = `Every operation of the three namespaces, made from \`openapi.json\`. The running service shows the
same at \`/docs/events\`, \`/docs/tickets\` and \`/docs/admin\`. \`svc\` is the vendor segment (\`API_VENDOR\`), which can
have a path before it (\`API_PREFIX\`). \`PUT\` and \`PATCH\` on a record do what its \`POST\` does.

Sign in with HTTP Basic and an application password, or with \`Authorization: Bearer\` and an API key. Every failure has a
[code](../errors.md); records are described once, as [shapes](./shapes.md).`

const titleOf = (group: string) => {
  const words = group.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
const anchorOf = ({ operationId = '' }: Operation) => operationId.toLowerCase()

/** Text in a cell of a table: no cell and no tag begins in it. */
const cell = (text = '') =>
  text
    .replaceAll('\n', ' ')
    .split('`')
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replaceAll('<', '&lt;').replaceAll('{{', '&#123;&#123;').replaceAll('*', '\\*'),
    )
    .join('`')
    .replaceAll('|', '\\|')

function operationText({ method, path, operation }: Placed): string {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation
  const query = parameters.map(
    ({ name, in: place, required, schema }) =>
      `| \`${name}\` | ${place} | ${kindOf(schema)} | ${required ? 'required. ' : ''}${cell(schema?.description)} |`,
  )
  const [body] = Object.values(requestBody?.content ?? {})
  const members = membersOf(body?.schema, '').map(
    ({ name, schema, required }) =>
      `| \`${name}\` | body | ${kindOf(schema)} | ${required ? 'required. ' : ''}${cell(schema.description)} |`,
  )
  const rows = [...query, ...members]
  const sent = ['| parameter | in | type | meaning |', '|---|---|---|---|', ...rows].join('\n')
  return [
    `## ${summary} {#${anchorOf(operation)}}`,
    `\`${method} ${path}\` · \`${operationId}\` · ${cell(description)}`,
    ...(rows.length > 0 ? [sent] : []),
    answersText(responses),
  ].join('\n\n')
}

function answersText(responses: Operation['responses']): string {
  const rows = Object.entries(responses).map(([status, { description, content = {} }]) => {
    const [answer] = Object.values(content)
    const isError = Number(status) >= 400
    const codes = description.replaceAll(/`([\w-]+)`/g, (_, code: string) => errorLink(code))
    return `| ${status} | ${isError ? '' : kindOf(answer?.schema)} | ${isError ? codes : cell(description)} |`
  })
  return ['| status | answer | |', '|---|---|---|', ...rows].join('\n')
}

const errorLink = (code: string) => `[\`${code}\`](../errors.md#${code})`

type Member = { name: string; schema: Schema; required: boolean }

/** The members of an object, those of objects and lists in it as `a.b` and `a[].b`. */
function membersOf(schema: Schema | undefined, before: string): Member[] {
  return Object.entries(schema?.properties ?? {}).flatMap(([name, inner]) => {
    const full = before + name
    const required = schema?.required?.includes(name) ?? false
    const own = { name: full, schema: inner, required }
    const isList = inner.items?.properties !== undefined
    return [own, ...membersOf(isList ? inner.items : inner, isList ? `${full}[].` : `${full}.`)]
  })
}

function shapeText([name, schema]: [string, Schema]): string {
  const rows = membersOf(schema, '').map(
    ({ name: member, schema: inner }) =>
      `| \`${member}\` | ${kindOf(inner)} | ${cell(inner.description)} |`,
  )
  return [`## ${name}`, ['| member | type | meaning |', '|---|---|---|', ...rows].join('\n')].join(
    '\n\n',
  )
}

/** What a value is, in few words. */
function kindOf(schema: Schema | undefined): string {
  if (schema === undefined) return ''
  const { $ref, items } = schema
  if ($ref) {
    const name = $ref.split('/').at(-1) ?? ''
    return `[${name}](./shapes.md#${name.toLowerCase()})`
  }
  const several = schema.anyOf ?? schema.oneOf
  if (several) return [...new Set(several.map(kindOf))].filter(Boolean).join(' or ')
  if (items && [schema.type].flat().includes('array')) return `list of ${kindOf(items) || 'values'}`
  if (schema.enum) return schema.enum.map(value => `\`${String(value)}\``).join(', ')
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``
  return `${[schema.type ?? 'any'].flat().join(' or ')}${limitsOf(schema)}`
}

function limitsOf({ minimum, maximum, maxLength }: Schema): string {
  const largest = maximum === 2147483647 ? undefined : maximum
  if (minimum !== undefined && largest !== undefined) return `, ${minimum} to ${largest}`
  if (minimum !== undefined) return `, at least ${minimum}`
  if (largest !== undefined) return `, at most ${largest}`
  return maxLength === undefined ? '' : `, at most ${maxLength} characters`
}
