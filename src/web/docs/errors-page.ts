import { type ErrorCode, errorTable } from '../../core/error-table.ts'
import { html, page } from '../../core/html.ts'

/** `/docs/errors`: every error code, at the address in `data.doc_url` of an error. */
export function errorsPage(styleUrl: string): string {
  const codes = (Object.keys(errorTable) as ErrorCode[]).toSorted()
  return page(
    'Errors',
    html`<h1>Errors</h1>
    <p>Every failure is <code>{code, message, data: {status, …}}</code>. Match on <code>code</code>; texts may change.</p>
    <p><code>rest_invalid_param</code> names each wrong parameter in <code>data.params</code>, with what would be right;
    <code>rest_missing_callback_param</code> names the missing ones. What may be sent again, and when, says
    <code>Retry-After</code>.</p>
    <div class="wide"><table>
    <thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Meaning</th>
    <th scope="col">Cause</th><th scope="col">What to do</th></tr></thead>
    <tbody>${codes.map(row)}</tbody></table></div>`,
    html`<link rel="stylesheet" href="${styleUrl}">`,
  )
}

function row(code: ErrorCode) {
  const { status, message, cause, cure } = errorTable[code]
  return html`<tr id="${code}"><th scope="row"><code>${code}</code></th><td>${status}</td><td>${inMarkdown(message)}</td>
    <td>${inMarkdown(cause)}</td><td>${inMarkdown(cure)}</td></tr>`
}

/** Text with code between backticks. Links lead to pages that the service does not have: their words remain. */
function inMarkdown(text: string) {
  return text
    .replaceAll(/\[([^\][]+)\]\([^()]+\)/g, '$1')
    .split('`')
    .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))
}
