import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { searchQuery } from '../interface/queries.ts'

/** Whom a list without a match may have meant: the search of everything forgives a wrong letter, and lists do not. */
export function Perhaps({ search }: { search: string }) {
  const { data } = useQuery(searchQuery(search))
  const people = new Map<number, string>()
  for (const { kind, id, order = kind === 'order' ? id : undefined, title, detail } of data?.hits ??
    []) {
    if (order !== undefined && !people.has(order)) people.set(order, `${title}, ${detail}`)
  }
  if (people.size === 0) return null
  return (
    <>
      <p className="soft">Perhaps it is one of these:</p>
      <ul className="perhaps">
        {[...people].slice(0, 5).map(([order, words]) => (
          <li key={order}>
            <Link to="/orders" search={{ open: String(order) }}>
              {words}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
