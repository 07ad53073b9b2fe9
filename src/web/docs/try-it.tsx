import { exampleBodies } from './example-bodies.ts'
import { type Parameter, type Route, type Schema, nameIn } from './doc-document.ts'

/** What the page of an interface lets its visitor do. */
export type TryIt =
  /** The visitor may send requests: the forms are shown by the script, which proves itself by `token`. */
  | { as: 'administrator'; login: string; token: string; script: string | undefined; nonce: string }
  /** The visitor sees the description alone. */
  | { as: 'stranger'; signInUrl: string }

/** The notice above the operations: who sends the requests, or where to sign in. */
export function TryNotice({ may }: { may: TryIt }) {
  if (may.as === 'stranger') {
    return (
      <p class="notice">
        Administrators can send requests from this page:{' '}
        <a href={may.signInUrl}>sign in as an administrator</a>.
      </p>
    )
  }
  return (
    <>
      <p class="notice" id="try-it" data-token={may.token}>
        Signed in as <strong>{may.login}</strong>. Open an operation to send it. Requests are real:
        they read and change this installation.
      </p>
      <noscript>
        <p>Sending requests from this page needs scripts.</p>
      </noscript>
    </>
  )
}

/**
 * The form of an operation, hidden until its script runs (islands/try-it.island.ts). `server` is the path of the
 * namespace, so that requests go to the origin of the page.
 */
export function TryForm({ route, server }: { route: Route; server: string }) {
  const { path, operation, body } = route
  const method = route.method.toUpperCase()
  return (
    <form
      data-try={method}
      data-address={server + (path === '/' ? '' : path)}
      hidden
      aria-label={`Try ${method} ${path}`}
    >
      <h3>Try it</h3>
      <div class="fields">
        {operation.parameters.map(parameter => (
          <ParameterField key={`${parameter.in} ${parameter.name}`} {...parameter} />
        ))}
      </div>
      {body && <BodyField sample={exampleBodies[operation.operationId] ?? sampleOf(body)} />}
      <p>
        <button type="submit">Send {method}</button> <span role="status" />
      </p>
      <pre data-answer="" hidden tabIndex={0} aria-label="Answer" />
    </form>
  )
}

function ParameterField({ name, in: place, required = false, schema }: Parameter) {
  const words = wordsOf(schema)
  const marks = { name, 'data-in': place, required }
  return (
    <label>
      <code>{name}</code>
      {required && <small> (required)</small>}
      {words ? (
        <select {...marks}>
          <option value="" />
          {words.map(word => (
            <option key={word}>{word}</option>
          ))}
        </select>
      ) : (
        <input {...marks} placeholder={hintOf(schema)} autocomplete="off" spellcheck={false} />
      )}
    </label>
  )
}

/** What counts when nothing is written, or how a list is written. */
function hintOf({ default: usual, items }: Schema): string {
  if (usual === undefined) return items ? 'a,b,c' : ''
  return typeof usual === 'string' ? usual : JSON.stringify(usual)
}

/** The values to choose from; undefined when anything may be written. */
function wordsOf({ enum: words, type }: Schema): readonly string[] | undefined {
  if (words) return words.map(String)
  return type === 'boolean' ? ['true', 'false'] : undefined
}

/** The body to begin from: that of the operation's example, so that it is accepted once its ids are those of this service. */
function BodyField({ sample }: { sample: unknown }) {
  const text = JSON.stringify(sample, null, 2)
  return (
    <label>
      Body (JSON)
      <textarea
        name="body"
        data-in="body"
        rows={text.split('\n').length + 2}
        autocomplete="off"
        spellcheck={false}
      >
        {text}
      </textarea>
    </label>
  )
}

/** A value of this shape to begin from: its required members, each empty. */
function sampleOf(schema: Schema): unknown {
  const { default: usual, const: constant, enum: words, anyOf, properties, required = [] } = schema
  if (usual !== undefined) return usual
  if (constant !== undefined) return constant
  if (words) return words[0]
  if (anyOf?.[0]) return sampleOf(anyOf[0])
  if (!properties) return emptyOf(schema)
  return Object.fromEntries(required.map(name => [name, sampleOf(properties[name] ?? {})]))
}

function emptyOf({ type, items, minimum, $ref: reference }: Schema): unknown {
  if (reference) return `(${nameIn(reference)})`
  switch (typeof type === 'object' ? type[0] : type) {
    case 'array':
      return items ? [sampleOf(items)] : []
    case 'integer':
    case 'number':
      return minimum ?? 0
    case 'boolean':
      return false
    case 'object':
      return {}
    default:
      return ''
  }
}
