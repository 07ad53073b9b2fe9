import { html, page } from '../../core/html.ts'

/** The guides that come with the program's source. The service describes its own routes; it does not have these pages. */
const guides = [
  ['Five-minute start', 'docs/start.md'],
  ['Selling through the interface', 'docs/develop/selling.md'],
  ['Embedding in a site', 'docs/develop/embedding.md'],
  ['Typed client', 'docs/develop/client.md'],
  ['Following changes', 'docs/develop/changes.md'],
  ['Install', 'docs/operate/install.md'],
  ['Configuration', 'docs/configuration.md'],
] as const

/** `/docs`: what of the documentation this service has, and where the rest is. */
export function docsContentsPage(
  below: string,
  namespaces: readonly { name: string; title: string; description: string }[],
): string {
  return page(
    'Documentation',
    html`<h1>Documentation</h1>
    <p>Every route of this service, with its parameters, answers and errors:</p>
    <ul>${namespaces.map(
      ({ name, title, description }) =>
        html`<li><a href="${below}/docs/${name}">${title}</a>: ${description}</li>`,
    )}
    <li><a href="${below}/docs/errors">Errors</a>: every code, its cause, and what to do</li>
    <li><a href="${below}/docs/openapi.json">OpenAPI</a>: all namespaces in one document, for programs</li></ul>
    <p>Guides are files of the program's source; <code>npm run docs:build</code> makes a site of them:</p>
    <ul>${guides.map(([title, file]) => html`<li>${title} (<code>${file}</code>)</li>`)}</ul>`,
    html`<link rel="stylesheet" href="${below}/docs/style.css">`,
  )
}
