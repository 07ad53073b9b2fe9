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

type DocsContents = {
  /** The path of the site, usually empty. */
  base: string
  namespaces: readonly { name: string; title: string; description: string }[]
}

/** `/docs`: what of the documentation this service has, and where the rest is. */
export const DocsContentsPage = ({ base, namespaces }: DocsContents) => (
  <>
    <h1>Documentation</h1>
    <p>Every route of this service, with its parameters, answers and errors:</p>
    <ul>
      {namespaces.map(({ name, title, description }) => (
        <li key={name}>
          <a href={`${base}/docs/${name}`}>{title}</a>: {description}
        </li>
      ))}
      <li>
        <a href={`${base}/docs/errors`}>Errors</a>: every code, its cause, and what to do
      </li>
      <li>
        <a href={`${base}/docs/openapi.json`}>OpenAPI</a>: all namespaces in one document, for
        programs
      </li>
    </ul>
    <p>
      Guides are files of the program's source; <code>npm run docs:build</code> makes a site of
      them:
    </p>
    <ul>
      {guides.map(([title, file]) => (
        <li key={file}>
          {title} (<code>{file}</code>)
        </li>
      ))}
    </ul>
  </>
)
