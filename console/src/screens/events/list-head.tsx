import { Group, NativeSelect, Pagination } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { EventList } from '../../interface/queries.ts'
import { useRights } from '../../interface/rights.ts'
import { SearchField } from '../../pieces/search-field.tsx'

const route = getRouteApi('/events')

const shows = [
  { value: 'coming', label: 'Coming' },
  { value: 'past', label: 'Past' },
  { value: 'drafts', label: 'Drafts' },
  { value: 'all', label: 'All' },
] as const

const trash = { value: 'trash', label: 'In the trash' } as const

/** What is shown of the events, and the search in it. */
export function ShownOfEvents() {
  const { search = '', show = 'coming' } = route.useSearch()
  const navigate = route.useNavigate()
  const { mayMakeEvents, mayAnywhere } = useRights()
  const mayRestore = mayMakeEvents || mayAnywhere('events.write')
  return (
    <Group mb="md" align="end" wrap="wrap">
      <SearchField
        value={search}
        label="Search events"
        placeholder="Title, place or words"
        onSearch={text =>
          void navigate({ search: { show, ...(text && { search: text }) }, replace: true })
        }
      />
      <NativeSelect
        label="Show"
        value={show}
        data={mayRestore ? [...shows, trash] : shows}
        onChange={({ currentTarget: { value } }) =>
          void navigate({ search: { search, show: value as EventList['show'] } })
        }
      />
    </Group>
  )
}

/** The pages of a list of events. */
export function EventPages({ total }: { total: number }) {
  const { page = 1, search = '', show = 'coming' } = route.useSearch()
  const navigate = route.useNavigate()
  if (total < 2) return null
  return (
    <Pagination
      mt="md"
      total={total}
      value={page}
      onChange={next => void navigate({ search: { search, show, page: next } })}
      getControlProps={control => ({ 'aria-label': `${control} page` })}
      getItemProps={item => ({ 'aria-label': `Page ${item}` })}
    />
  )
}
