import { Group } from '@mantine/core'
import type { Event } from '@marquee-events/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ListAddress, withParts } from '../../interface/list-address.ts'
import { listQuery } from '../../interface/list-queries.ts'
import { useRights } from '../../interface/rights.ts'
import { ListTools } from '../../pieces/list-tools.tsx'
import { NarrowedTo } from '../../pieces/narrowed-to.tsx'
import { Empty, Failed, Head, Waiting } from '../../pieces/page.tsx'
import { type Column, Records, ShowMore } from '../../pieces/records.tsx'
import { SearchField } from '../../pieces/search-field.tsx'
import { wallWords } from '../../pieces/words.ts'
import { EventState } from './event-state.tsx'

const route = getRouteApi('/events')

type Row = Readonly<Record<string, string | number | null>>

const columns: readonly Column<Row>[] = [
  {
    head: 'Event',
    cell: ({ number, title, venue, status }) => (
      <>
        {status === 'trash' ? (
          <span className="strong">{title}</span>
        ) : (
          <Link to="/events/$event" params={{ event: Number(number) }} className="who">
            {title}
          </Link>
        )}
        <div className="soft small">{venue}</div>
      </>
    ),
  },
  {
    head: 'When',
    cell: ({ starts_local, timezone }) => (
      <span className="small">
        {wallWords(String(starts_local))} <span className="soft">{timezone}</span>
      </span>
    ),
  },
  {
    head: 'State',
    cell: ({ status, happening }) => (
      <EventState event={{ status, happening } as Pick<Event, 'status' | 'happening'>} />
    ),
  },
  {
    head: 'Sold',
    right: true,
    cell: ({ sold }) =>
      sold !== undefined && (
        <>
          {sold}
          <span className="soft small"> sold</span>
        </>
      ),
  },
]

/** Events as a saved view or a link narrows them. */
export function FoundEvents({ address }: { address: ListAddress }) {
  const navigate = route.useNavigate()
  const { mayAnywhere } = useRights()
  const found = useInfiniteQuery(
    listQuery('events', address, { columns: mayAnywhere('reports.read') ? [] : ['sold'] }),
  )
  const rows = found.data?.pages.flatMap(page => page.rows) ?? []
  const go = (parts: Record<string, string>, replace = false) =>
    void navigate({ search: withParts(address, parts), replace })
  return (
    <>
      <Head title="Events">
        <ListTools list="events" address={address} />
      </Head>
      <Group mb="md" align="end">
        <SearchField
          value={address['search'] ?? ''}
          label="Search events"
          placeholder="Title, place or words"
          onSearch={search => go({ search }, true)}
        />
      </Group>
      <NarrowedTo address={address} fields={[]} remove={part => go({ [part]: '' })} />
      {found.isPending && <Waiting />}
      {found.isError && <Failed error={found.error} again={() => void found.refetch()} />}
      {found.isSuccess && rows.length === 0 && (
        <Empty title="No event is like that">
          <Link to="/events" search={{}}>
            Show what is coming
          </Link>
        </Empty>
      )}
      {rows.length > 0 && (
        <Records
          label="Events"
          columns={columns}
          rows={rows}
          keyOf={row => Number(row['number'])}
          aged={found.isPlaceholderData}
        />
      )}
      <ShowMore list={found} />
    </>
  )
}
