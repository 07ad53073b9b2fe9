import { type Html, html } from '../../core/html.ts'
import { type Parameter, type Route, type Schema, nameIn } from './doc-document.ts'

/** What the page of an interface lets its visitor do. */
export type TryIt =
  /** The visitor may send requests: the forms are shown by the script, which proves itself by `token`. */
  | { as: 'administrator'; login: string; token: string; script: string | undefined; nonce: string }
  /** The visitor sees the description alone. */
  | { as: 'stranger'; signInUrl: string }

/** The notice above the operations: who sends the requests, or where to sign in. */
export function tryNotice(may: TryIt): Html {
  if (may.as === 'stranger') {
    return html`<p class="notice">Administrators can send requests from this page:
      <a href="${may.signInUrl}">sign in as an administrator</a>.</p>`
  }
  return html`<p class="notice" id="try-it" data-token="${may.token}">Signed in as <strong>${may.login}</strong>.
    Open an operation to send it. Requests are real: they read and change this installation.</p>
    <noscript><p>Sending requests from this page needs scripts.</p></noscript>`
}

/** The script of the forms, in the head of the page. */
export function tryScript(may: TryIt): Html | undefined {
  if (may.as !== 'administrator' || !may.script) return undefined
  return html`<script type="module" src="${may.script}" nonce="${may.nonce}"></script>`
}

/**
 * The form of an operation, hidden until its script runs (islands/try-it.island.ts). `server` is the path of the
 * namespace, so that requests go to the origin of the page.
 */
export function tryForm({ method, path, operation, body }: Route, server: string): Html {
  const address = server + (path === '/' ? '' : path)
  return html`<form data-try="${method.toUpperCase()}" data-address="${address}" hidden
    aria-label="Try ${method.toUpperCase()} ${path}">
    <h3>Try it</h3>
    <div class="fields">${operation.parameters.map(parameterField)}</div>
    ${body && bodyField(body)}
    <p><button>Send ${method.toUpperCase()}</button> <span role="status"></span></p>
    <pre data-answer hidden tabindex="0" aria-label="Answer"></pre>
  </form>`
}

function parameterField({ name, in: place, required, schema }: Parameter): Html {
  const label = html`<code>${name}</code>${required && html` <small>(required)</small>`}`
  const marks = html`name="${name}" data-in="${place}"${required && html` required`}`
  const words = wordsOf(schema)
  if (words) {
    const options = words.map(word => html`<option>${word}</option>`)
    return html`<label>${label}<select ${marks}><option value=""></option>${options}</select></label>`
  }
  return html`<label>${label}<input ${marks} placeholder="${hintOf(schema)}" autocomplete="off" spellcheck="false"></label>`
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

function bodyField(body: Schema): Html {
  const text = JSON.stringify(sampleOf(body), null, 2)
  return html`<label>Body (JSON)<textarea name="body" data-in="body" rows="${text.split('\n').length + 2}"
    autocomplete="off" spellcheck="false">${text}</textarea></label>`
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
