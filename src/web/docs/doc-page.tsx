import {
  bodyOf,
  type Document,
  nameIn,
  type Operation,
  type Route,
  type Schema,
} from './doc-document.ts'
import { TryForm, type TryIt, TryNotice } from './try-it.tsx'
import { Written } from './written.tsx'

type Around = {
  /** The absolute root of the namespace. */
  server: string
  may: TryIt
}

/** Shows a whole OpenAPI document to people; administrators get forms that send requests. */
export function DocPage(props: { document: Document; jsonUrl: string; may: TryIt }) {
  const { document, jsonUrl, may } = props
  const { info, servers, paths, components } = document
  const server = servers[0]?.url ?? ''
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => {
      const body = bodyOf(operation, components.schemas)
      return { method, path, operation, ...(body && { body }) }
    }),
  )
  const groups = [...grouped(operations)]
  return (
    <>
      <h1>{info.title}</h1>
      <p>{info.description}</p>
      <p>
        Addresses begin with <code>{server}</code>. The same as an OpenAPI document:{' '}
        <a href={jsonUrl}>{jsonUrl}</a>.
      </p>
      <p>
        Sign in with HTTP Basic (a login and an application password) or with{' '}
        <code>Authorization: Bearer</code> and an API key. Bodies are JSON, forms or multipart
        forms. Errors are{' '}
        <a href="#schema-Error">
          <code>{'{code, message, data}'}</code>
        </a>
        .
      </p>
      <TryNotice may={may} />
      <nav aria-label="Contents">
        <ul>
          {[...groups.map(([name]) => [`group-${name}`, name]), ['schemas', 'schemas']].map(
            ([id, name]) => (
              <li key={id}>
                <a href={`#${id}`}>{name}</a>
              </li>
            ),
          )}
        </ul>
      </nav>
      {groups.map(([name, routes]) => (
        <section key={name}>
          <h2 id={`group-${name}`}>{name}</h2>
          {routes.map(route => (
            <Details key={route.operation.operationId} {...{ route, server, may }} />
          ))}
        </section>
      ))}
      <h2 id="schemas">schemas</h2>
      {Object.entries(components.schemas).map(([name, schema]) => (
        <section key={name}>
          <h3 id={`schema-${name}`}>{name}</h3>
          <Members schema={schema} />
        </section>
      ))}
    </>
  )
}

const groupOf = (path: string) => path.split('/')[1] || 'index'

function grouped(routes: readonly Route[]): Map<string, Route[]> {
  const groups = new Map<string, Route[]>()
  for (const route of routes) {
    const name = groupOf(route.path)
    groups.set(name, [...(groups.get(name) ?? []), route])
  }
  return groups
}

function Details({ route, server, may }: Around & { route: Route }) {
  const { method, path, operation, body } = route
  return (
    <details id={operation.operationId}>
      <summary>
        <b class={method}>{method.toUpperCase()}</b> <code>{path}</code>{' '}
        <span>
          <Written text={operation.summary} />
        </span>
      </summary>
      <p>
        <Written text={operation.description} />
      </p>
      <Parameters list={operation.parameters} />
      {body && (
        <>
          <h3>Body</h3>
          <Members schema={body} />
        </>
      )}
      <h3>Answers</h3>
      <Answers {...operation} />
      {may.as === 'administrator' && <TryForm route={route} server={new URL(server).pathname} />}
      <h3>As a command</h3>
      <pre tabIndex={0}>
        <code>{curl(route, server)}</code>
      </pre>
    </details>
  )
}

function Parameters({ list }: { list: Operation['parameters'] }) {
  if (list.length === 0) return null
  return (
    <>
      <h3>Parameters</h3>
      <MemberTable
        rows={list.map(({ name, in: place, required, schema }) => ({
          name,
          place,
          required,
          schema,
        }))}
      />
    </>
  )
}

function Members({ schema }: { schema: Schema }) {
  if (schema.$ref || !schema.properties) {
    return (
      <p>
        <TypeOf schema={schema} />
      </p>
    )
  }
  const required = new Set(schema.required)
  const rows = Object.entries(schema.properties).map(([name, member]) => ({
    name,
    required: required.has(name),
    schema: member,
  }))
  return rows.length === 0 ? <p>An object.</p> : <MemberTable rows={rows} />
}

type Member = { name: string; place?: string; required?: boolean | undefined; schema: Schema }

const columns = ['Name', 'Type', 'Where', 'Meaning']

const MemberTable = ({ rows }: { rows: readonly Member[] }) => (
  <div class="wide" tabIndex={0} role="group" aria-label="Table">
    <table>
      <thead>
        <tr>
          {columns.map(name => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <MemberRow key={`${row.place} ${row.name}`} {...row} />
        ))}
      </tbody>
    </table>
  </div>
)

function MemberRow({ name, place, required, schema }: Member) {
  const notes = [
    schema.description && asSentence(schema.description),
    schema.default === undefined ? undefined : `Default: ${JSON.stringify(schema.default)}.`,
    schema.minimum === undefined ? undefined : `At least ${schema.minimum}.`,
    schema.maximum === undefined ? undefined : `At most ${schema.maximum}.`,
  ]
  return (
    <tr>
      <th scope="row">
        <code>{name}</code>
      </th>
      <td>
        <TypeOf schema={schema} />
      </td>
      <td>{[place, required && 'required'].filter(Boolean).join(', ')}</td>
      <td>
        <Written text={notes.filter(Boolean).join(' ')} />
      </td>
    </tr>
  )
}

/** A description is followed by further sentences. */
const asSentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

const Answers = ({ responses }: Operation) => (
  <dl>
    {Object.entries(responses).map(([status, { description, content }]) => {
      const schema = content?.['application/json']?.schema
      return (
        <>
          <dt>{status}</dt>
          <dd>
            <Written text={description} />
            {schema && Number(status) < 300 && <Members schema={schema} />}
          </dd>
        </>
      )
    })}
  </dl>
)

/** A type in words; a type described elsewhere is a link. */
function TypeOf({ schema }: { schema: Schema }) {
  if (schema.$ref) {
    const name = nameIn(schema.$ref)
    return <a href={`#schema-${name}`}>{name}</a>
  }
  if (schema.const !== undefined) return <code>{JSON.stringify(schema.const)}</code>
  if (schema.enum) return <>{schema.enum.map(word => JSON.stringify(word)).join(' | ')}</>
  if (schema.anyOf) {
    return (
      <>
        {schema.anyOf.map((one, index) => (
          <>
            {index > 0 && ' or '}
            <TypeOf schema={one} />
          </>
        ))}
      </>
    )
  }
  if (schema.items) {
    return (
      <>
        list of <TypeOf schema={schema.items} />
      </>
    )
  }
  return <>{plainType(schema)}</>
}

function plainType({ type, format, properties }: Schema): string {
  if (properties) return `object with ${Object.keys(properties).join(', ') || 'no members'}`
  const name = typeof type === 'object' ? type.join(' or ') : (type ?? 'anything')
  return format ? `${name} (${format})` : name
}

function curl({ method, path, operation, body }: Route, server: string): string {
  const lines = [`curl -X ${method.toUpperCase()} '${server}${path === '/' ? '' : path}'`]
  if (operation.security) lines.push(`-u 'login:application password'`)
  if (body) {
    const needed = (body.required ?? []).map(name => [name, '…'])
    lines.push(
      `-H 'content-type: application/json'`,
      `-d '${JSON.stringify(Object.fromEntries(needed))}'`,
    )
  }
  return lines.join(' \\\n  ')
}
