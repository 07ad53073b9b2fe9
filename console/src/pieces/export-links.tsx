import { site } from '../site.ts'
import type { ListAddress } from '../interface/list-address.ts'
import type { ListName } from '../interface/list-queries.ts'

const formats = [
  ['csv', 'CSV'],
  ['xlsx', 'Spreadsheet'],
  ['ndjson', 'JSON, a line each'],
] as const

type Props = { list: ListName; address: ListAddress }

/** The rows of a list as files: all that its filters leave, in its order, in the columns that the person may see. */
export function ExportLinks({ list, address }: Props) {
  const query = String(new URLSearchParams(address))
  return (
    <details className="menu" name="list-tools">
      <summary>Export</summary>
      <ul>
        {formats.map(([format, name]) => (
          <li key={format}>
            <a href={`${site.api}/admin/v1/${list}.${format}${query && `?${query}`}`} download>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
