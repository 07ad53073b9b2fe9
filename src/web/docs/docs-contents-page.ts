import { html, page } from '../../core/html.ts'

/** The guides that come with the program's source. The service describes its own routes; it does not have these pages. */
const guides = [
  ['README.md', 'what it is, and the first sale'],
  ['docs/start.md', 'the first sale in five minutes'],
  ['docs/develop/selling.md', 'selling through the interface'],
  ['docs/develop/client.md', 'the typed client'],
  ['docs/develop/changes.md', 'following what changes'],
  ['docs/operate/install.md', 'running it'],
  ['docs/configuration.md', 'every setting'],
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
    <li><a href="${below}/docs/errors">Errors</a>: every code, its cause, and what to do</li></ul>
    <p>Guides are files of the program's source; <code>npm run docs:build</code> makes a site of them:</p>
    <ul>${guides.map(([file, about]) => html`<li><code>${file}</code>: ${about}</li>`)}</ul>`,
    html`<link rel="stylesheet" href="${below}/docs/style.css">`,
  )
}
