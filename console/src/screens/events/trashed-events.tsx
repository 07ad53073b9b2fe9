import { Button } from '@mantine/core'
import type { Event } from '@marquee-events/client'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { marquee } from '../../interface/marquee.ts'
import { useRecordRights } from '../../interface/record-rights.ts'
import { trashQuery } from '../../interface/trash-queries.ts'
import { useWrite } from '../../interface/writes.ts'
import { Empty, Failed, Head, Waiting } from '../../pieces/page.tsx'
import { type Column, Records } from '../../pieces/records.tsx'
import { counted, plain, wallWords } from '../../pieces/words.ts'
import { EventPages, ShownOfEvents } from './list-head.tsx'

const route = getRouteApi('/events')

const columns: readonly Column<Event>[] = [
  { head: 'Event', cell: ({ title }) => <span className="strong">{plain(title)}</span> },
  {
    head: 'When',
    cell: ({ start_date, timezone_abbr }) => (
      <span className="small">
        {wallWords(start_date)} <span className="soft">{timezone_abbr}</span>
      </span>
    ),
  },
  { head: 'Restore', right: true, cell: event => <Restore event={event} /> },
]

/** Events that were deleted, and the way back. */
export function TrashedEvents() {
  const { page = 1, search = '' } = route.useSearch()
  const list = useQuery(trashQuery({ page, search }))
  return (
    <>
      <Head title="Events" />
      <ShownOfEvents />
      {list.isPending && <Waiting />}
      {list.isError && <Failed error={list.error} again={() => void list.refetch()} />}
      {list.data?.events.length === 0 && (
        <Empty title={search === '' ? 'Nothing is in the trash' : 'No event is like that'} />
      )}
      {list.data && list.data.events.length > 0 && (
        <Records
          label="Events in the trash"
          columns={columns}
          rows={list.data.events}
          keyOf={({ id }) => id}
          aged={list.isPlaceholderData}
          foot={counted(list.data.total, 'event')}
        />
      )}
      <EventPages total={list.data?.total_pages ?? 0} />
    </>
  )
}

function Restore({ event }: { event: Event }) {
  const { id } = event
  const title = plain(event.title)
  const { mayEditEvent } = useRecordRights()
  const navigate = useNavigate()
  const restore = useWrite({
    write: () => marquee.updateEvent({ id, status: 'draft' }),
    changes: ['events', 'tickets'],
    done: `${title} is a draft again. Publish it when visitors may see it.`,
    after: () => navigate({ to: '/events/$event', params: { event: id } }),
  })
  if (!mayEditEvent(event)) return null
  return (
    <Button
      variant="default"
      aria-label={`Restore ${title}`}
      loading={restore.isPending}
      onClick={() => restore.mutate(undefined)}
    >
      Restore
    </Button>
  )
}
