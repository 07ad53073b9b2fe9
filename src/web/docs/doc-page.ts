import { type Html, html, page } from '../../core/html.ts'
import {
  bodyOf,
  type Document,
  nameIn,
  type Operation,
  type Route,
  type Schema,
} from './doc-document.ts'
import { type TryIt, tryForm, tryNotice, tryScript } from './try-it.ts'

/** A page that shows a whole OpenAPI document to people. Its one script is for administrators, who send requests from it. */
export function docPage(
  document: Document,
  { jsonUrl, styleUrl, icon, may }: { jsonUrl: string; styleUrl: string; icon: string; may: TryIt },
): string {
  const { info, servers, paths, components } = document
  const server = servers[0]?.url ?? ''
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => {
      const body = bodyOf(operation, components.schemas)
      return { method, path, operation, ...(body && { body }) }
    }),
  )
  const groups = grouped(operations)
  return page(
    info.title,
    html`<h1>${info.title}</h1>
    <p>${info.description}</p>
    <p>Addresses begin with <code>${server}</code>. The same as an OpenAPI document: <a href="${jsonUrl}">${jsonUrl}</a>.</p>
    <p>Sign in with HTTP Basic (a login and an application password) or with <code>Authorization: Bearer</code> and an API
    key. Bodies are JSON, forms or multipart forms. Errors are <a href="#schema-Error"><code>{code, message, data}</code></a>.</p>
    ${tryNotice(may)}
    <nav aria-label="Contents"><ul>
      ${[...groups.keys()].map(name => html`<li><a href="#group-${name}">${name}</a></li>`)}
      <li><a href="#schemas">schemas</a></li>
    </ul></nav>
    ${[...groups].map(([name, members]) => section(name, members, { server, may }))}
    <h2 id="schemas">schemas</h2>
    ${Object.entries(components.schemas).map(([name, schema]) => schemaSection(name, schema))}`,
    html`<link rel="stylesheet" href="${styleUrl}"><link rel="icon" href="${icon}">${tryScript(may)}`,
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

type Around = { server: string; may: TryIt }

function section(name: string, routes: readonly Route[], around: Around): Html {
  return html`<section><h2 id="group-${name}">${name}</h2>
    ${routes.map(route => details(route, around))}
  </section>`
}

function details(route: Route, { server, may }: Around): Html {
  const { method, path, operation, body } = route
  return html`<details id="${operation.operationId}">
    <summary><b class="${method}">${method.toUpperCase()}</b> <code>${path}</code> <span>${written(operation.summary)}</span></summary>
    <p>${written(operation.description)}</p>
    ${parameters(operation.parameters)}
    ${body && html`<h3>Body</h3>${members(body)}`}
    <h3>Answers</h3>${answers(operation)}
    ${may.as === 'administrator' && tryForm(route, new URL(server).pathname)}
    <h3>As a command</h3><pre tabindex="0"><code>${curl(route, server)}</code></pre>
  </details>`
}

function parameters(list: Operation['parameters']): Html | undefined {
  if (list.length === 0) return undefined
  return html`<h3>Parameters</h3>${table(
    list.map(({ name, in: place, required, schema }) => row({ name, place, required, schema })),
  )}`
}

function members(schema: Schema): Html {
  if (schema.$ref || !schema.properties) return html`<p>${typeOf(schema)}</p>`
  const required = new Set(schema.required)
  const rows = Object.entries(schema.properties).map(([name, member]) =>
    row({ name, required: required.has(name), schema: member }),
  )
  return rows.length === 0 ? html`<p>An object.</p>` : table(rows)
}

type Row = { name: string; place?: string; required?: boolean | undefined; schema: Schema }

function row({ name, place, required, schema }: Row): Html {
  const notes = [
    schema.description && asSentence(schema.description),
    schema.default === undefined ? undefined : `Default: ${JSON.stringify(schema.default)}.`,
    schema.minimum === undefined ? undefined : `At least ${schema.minimum}.`,
    schema.maximum === undefined ? undefined : `At most ${schema.maximum}.`,
  ]
  return html`<tr><th scope="row"><code>${name}</code></th><td>${typeOf(schema)}</td>
    <td>${place}${place && required && ', '}${required && 'required'}</td>
    <td>${written(notes.filter(Boolean).join(' '))}</td></tr>`
}

/** A description is followed by further sentences. */
const asSentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

/** A text with its names in backticks, as the OpenAPI document has it. */
const written = (text: string): Html[] =>
  text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))

const table = (
  rows: readonly Html[],
) => html`<div class="wide" tabindex="0" role="group" aria-label="Table"><table>
  <thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Where</th><th scope="col">Meaning</th></tr></thead>
  <tbody>${rows}</tbody></table></div>`

function answers({ responses }: Operation): Html {
  return html`<dl>${Object.entries(responses).map(([status, { description, content }]) => {
    const schema = content?.['application/json']?.schema
    const shape = schema && Number(status) < 300 ? members(schema) : undefined
    return html`<dt>${status}</dt><dd>${written(description)}${shape}</dd>`
  })}</dl>`
}

function schemaSection(name: string, schema: Schema): Html {
  return html`<section><h3 id="schema-${name}">${name}</h3>${members(schema)}</section>`
}

/** A type in words; a type described elsewhere is a link. */
function typeOf(schema: Schema): Html {
  if (schema.$ref) {
    const name = nameIn(schema.$ref)
    return html`<a href="#schema-${name}">${name}</a>`
  }
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`
  if (schema.enum) return html`${schema.enum.map(word => JSON.stringify(word)).join(' | ')}`
  if (schema.anyOf) {
    return html`${schema.anyOf.map((one, index) => html`${index > 0 && ' or '}${typeOf(one)}`)}`
  }
  if (schema.items) return html`list of ${typeOf(schema.items)}`
  return html`${plainType(schema)}`
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
