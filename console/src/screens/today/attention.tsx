import type { AttentionEntry } from '@marquee-events/client'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { attentionQuery } from '../../interface/list-queries.ts'
import { eventQuery } from '../../interface/queries.ts'
import { useRights } from '../../interface/rights.ts'
import { Card } from '../../pieces/page.tsx'
import { plain } from '../../pieces/words.ts'
import { site } from '../../site.ts'
import { entryWords, type Group, groupsOf, pathIn } from './waiting-words.ts'

/** Of a kind with very many, the first ones; its title leads to all. */
const shownMost = 5

/** What waits for the person, before anything else. Each entry leads to where it is solved, and goes by being solved. */
export function Attention() {
  const { mayAnywhere, seesMoneyOfOrders, isStaff } = useRights()
  const { data: entries = [] } = useQuery({
    ...attentionQuery,
    enabled: isStaff,
    // Deadlines come nearer though nobody changes anything.
    refetchInterval: 5 * 60_000,
  })
  const mayOpen = (to: '/orders' | '/mails') =>
    to === '/mails' ? mayAnywhere('mails.write') : seesMoneyOfOrders
  const groups = groupsOf(entries, mayOpen)
  const shown = groups.flatMap(group => group.entries.slice(0, shownMost))
  const ids = [...new Set(shown.flatMap(({ events }) => events.slice(0, 1)))]
  const titles = useQueries({
    queries: ids.map(id => eventQuery(id)),
    combine: found => new Map(found.map(({ data }, at) => [ids[at], data && plain(data.title)])),
  })
  if (groups.length === 0) return null
  return (
    <Card title="Waits for you">
      <ul className="lines" aria-label="Waits for you">
        {groups.map(group => (
          <GroupOf key={group.kind} group={group} titleOf={event => titles.get(event)} />
        ))}
      </ul>
    </Card>
  )
}

type TitleOf = (event: number) => string | undefined

function GroupOf({ group, titleOf }: { group: Group; titleOf: TitleOf }) {
  const { kind, title, about, rows, entries } = group
  const more = entries.length - shownMost
  return (
    <li>
      <div style={{ minWidth: 0 }}>
        <h3 className="as-text strong">
          {rows ? (
            <Link to={rows.to} search={rows.search}>
              {title}
            </Link>
          ) : (
            title
          )}
        </h3>
        <p className="soft small">{about}</p>
        <ul className="waiting">
          {entries.slice(0, shownMost).map(entry => (
            <Entry key={`${kind} ${entry.id}`} entry={entry} titleOf={titleOf} />
          ))}
          {more > 0 && <li className="soft small">and {more} more</li>}
        </ul>
      </div>
    </li>
  )
}

function Entry({ entry, titleOf }: { entry: AttentionEntry; titleOf: TitleOf }) {
  const { named, time, at } = entryWords(entry, titleOf)
  const { path, search } = pathIn(entry.link, site.base)
  return (
    <li>
      <Link to={path} search={search as never}>
        {named}
      </Link>{' '}
      <span className="soft small">{[at, time].filter(Boolean).join(' · ')}</span>
    </li>
  )
}
