import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { withParts } from '../../interface/list-address.ts'
import { auditQuery } from '../../interface/queries.ts'
import { Badges } from '../../pieces/badges.tsx'
import { Empty, Failed, Head, Waiting } from '../../pieces/page.tsx'
import { type Column, Records } from '../../pieces/records.tsx'
import { instantWords } from '../../pieces/words.ts'
import { differencesOf, type Entry, whatWords, whoWords } from './audit-words.ts'

const route = getRouteApi('/audit')

const columns: readonly Column<Entry>[] = [
  {
    head: 'Who',
    cell: entry => (
      <>
        <span className="strong">{whoWords(entry)}</span>
        <div className="soft small" style={{ minWidth: 130 }}>
          {instantWords(entry.at)}
        </div>
      </>
    ),
  },
  { head: 'What', cell: entry => <span>{whatWords(entry)}</span> },
  { head: 'From and to', cell: entry => <Differences entry={entry} /> },
]

const shownMost = 6

function Differences({ entry }: { entry: Entry }) {
  const all = differencesOf(entry)
  return (
    <ul className="differences small">
      {all.slice(0, shownMost).map(({ name, before, after }) => (
        <li key={name}>
          <span className="soft">{name}</span> {before !== '' && <s>{before}</s>}
          {before !== '' && after !== '' && ' → '}
          {after}
        </li>
      ))}
      {all.length > shownMost && <li className="soft">and {all.length - shownMost} more</li>}
    </ul>
  )
}

const records = [
  'event',
  'ticket',
  'order',
  'attendee',
  'coupon',
  'fee',
  'user',
  'grant',
  'settings',
]

/** Who changed what, newest first. Secrets are in no entry. */
export function Audit() {
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const list = useInfiniteQuery(auditQuery(address))
  const entries = list.data?.pages.flatMap(page => page.entries) ?? []
  const go = (parts: Record<string, string>) =>
    void navigate({ search: withParts(address, parts), replace: true })
  const id = address['record_id']
  return (
    <>
      <Head title="Audit" above="Who changed what" />
      <Group mb="md" align="end">
        <NativeSelect
          label="Of"
          value={address['record'] ?? ''}
          data={[
            { value: '', label: 'Everything' },
            ...records.map(value => ({ value, label: value.endsWith('s') ? value : `${value}s` })),
          ]}
          onChange={({ currentTarget: { value } }) => go({ record: value, record_id: '' })}
        />
        <TextInput
          label="Since"
          type="date"
          value={(address['since'] ?? '').slice(0, 10)}
          onChange={({ currentTarget: { value } }) =>
            go({ since: value === '' ? '' : `${value}T00:00:00Z` })
          }
        />
      </Group>
      {id !== undefined && (
        <Badges
          badges={[
            {
              what: address['record'] ?? 'record',
              value: id,
              remove: () => go({ record_id: '' }),
            },
          ]}
        />
      )}
      {list.isPending && <Waiting />}
      {list.isError && <Failed error={list.error} again={() => void list.refetch()} />}
      {list.isSuccess && entries.length === 0 && (
        <Empty title="Nobody changed anything like that">
          <Link to="/audit" search={{}}>
            Show everything
          </Link>
        </Empty>
      )}
      {entries.length > 0 && (
        <Records label="Changes" columns={columns} rows={entries} keyOf={entry => entry.id} />
      )}
      {list.hasNextPage && (
        <Button
          mt="md"
          variant="default"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Show older
        </Button>
      )}
    </>
  )
}
