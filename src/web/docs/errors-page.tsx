import { type ErrorCode, errorTable } from '../../core/error-table.ts'
import { Written } from './written.tsx'

/** `/docs/errors`: every error code, at the address in `data.doc_url` of an error. */
export function ErrorsPage() {
  const codes = (Object.keys(errorTable) as ErrorCode[]).toSorted()
  return (
    <>
      <h1>Errors</h1>
      <p>
        Every failure is <code>{'{code, message, data: {status, …}}'}</code>. Match on{' '}
        <code>code</code>; texts may change.
      </p>
      <p>
        <code>rest_invalid_param</code> names each wrong parameter in <code>data.params</code>, with
        what would be right; <code>rest_missing_callback_param</code> names the missing ones. What
        may be sent again, and when, says <code>Retry-After</code>.
      </p>
      <div class="wide">
        <table>
          <thead>
            <tr>
              {['Code', 'Status', 'Meaning', 'Cause', 'What to do'].map(name => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {codes.map(code => (
              <ErrorRow key={code} code={code} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function ErrorRow({ code }: { code: ErrorCode }) {
  const { status, message, cause, cure } = errorTable[code]
  return (
    <tr id={code}>
      <th scope="row">
        <code>{code}</code>
      </th>
      <td>{status}</td>
      {[message, cause, cure].map((text, index) => (
        <td key={index}>
          <Written text={withoutLinks(text)} />
        </td>
      ))}
    </tr>
  )
}

/** Links lead to pages that the service does not have: their words remain. */
const withoutLinks = (text: string) => text.replaceAll(/\[([^\][]+)\]\([^()]+\)/g, '$1')
