import { Button, Group, NativeSelect } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { withParts } from '../../interface/list-address.ts'
import {
  type Place,
  type PlaceKind,
  type PlaceList,
  placeQuery,
  placesQuery,
} from '../../interface/place-queries.ts'
import { useRecordRights } from '../../interface/record-rights.ts'
import { Dialog } from '../../pieces/dialog.tsx'
import { Empty, Failed, Head, Waiting } from '../../pieces/page.tsx'
import { type Column, Records, ShowMore } from '../../pieces/records.tsx'
import { SearchField } from '../../pieces/search-field.tsx'
import { counted } from '../../pieces/words.ts'
import { State } from '../events/event-state.tsx'
import { DeletePlace, RestorePlace } from './delete-place.tsx'
import { addressLine, nameOf, nouns } from './place-draft.ts'
import { PlaceForm } from './place-form.tsx'
import { TermRecords } from './terms.tsx'

const route = getRouteApi('/places')

const shows = [
  { value: 'venues', label: 'Venues' },
  { value: 'organizers', label: 'Organizers' },
  { value: 'categories', label: 'Categories' },
  { value: 'tags', label: 'Tags' },
  { value: 'venues-trash', label: 'Venues in the trash' },
  { value: 'organizers-trash', label: 'Organizers in the trash' },
]

const placeholders: Readonly<Record<string, string>> = {
  venues: 'Name, street or city',
  organizers: 'Name, phone or address',
}

/** Where events take place and who makes them: what pages, tickets and mails say of both. */
export function Places() {
  const { show = 'venues', search = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const [what = 'venues', trash] = show.split('-')
  const kind = what === 'organizers' ? 'organizers' : 'venues'
  return (
    <>
      <Head title="Places and organizers" />
      <Group mb="md" align="end">
        <SearchField
          key={show}
          value={search}
          label={`Search ${what}`}
          placeholder={placeholders[what] ?? 'Name'}
          onSearch={text =>
            void navigate({ search: before => withParts(before, { search: text }), replace: true })
          }
        />
        <NativeSelect
          label="Show"
          value={show}
          data={shows}
          onChange={({ currentTarget: { value } }) => void navigate({ search: { show: value } })}
        />
      </Group>
      {what === 'categories' || what === 'tags' ? (
        <TermRecords kind={what} search={search} />
      ) : (
        <>
          <PlaceRecords kind={kind} search={search} isTrash={trash !== undefined} />
          <OpenPlace kind={kind} />
        </>
      )}
    </>
  )
}

function PlaceRecords({ kind, search, isTrash }: PlaceList) {
  const list = useInfiniteQuery(placesQuery({ kind, search, isTrash }))
  if (list.isPending) return <Waiting />
  if (list.isError) return <Failed error={list.error} again={() => void list.refetch()} />
  const places = list.data.pages.flatMap(page => page.places)
  const { total = 0 } = list.data.pages[0] ?? {}
  const noun = nouns[kind]
  if (places.length === 0)
    return (
      <Empty title={isTrash ? 'Nothing is in the trash' : `There is no ${noun} like that`}>
        {!isTrash && (
          <p className="soft">{`An event makes its ${noun} when it is saved with a new name.`}</p>
        )}
      </Empty>
    )
  return (
    <>
      <Records
        label={kind === 'venues' ? 'Venues' : 'Organizers'}
        columns={isTrash ? trashed(kind) : columns(kind)}
        rows={places}
        keyOf={({ id }) => id}
        aged={list.isPlaceholderData}
        foot={counted(total, noun)}
      />
      <ShowMore list={list} />
    </>
  )
}

const about = (kind: PlaceKind): readonly Column<Place>[] => [
  {
    head: kind === 'venues' ? 'Venue' : 'Organizer',
    cell: place => (
      <>
        <span className="strong">{nameOf(place)}</span>{' '}
        {place.status === 'draft' && <State colour="warn">Draft</State>}
        <div className="small">{addressLine(place)}</div>
        <Reached place={place} />
      </>
    ),
  },
]

const columns = (kind: PlaceKind): readonly Column<Place>[] => [
  ...about(kind),
  { head: 'Change', right: true, cell: place => <Acts kind={kind} place={place} /> },
]

const trashed = (kind: PlaceKind): readonly Column<Place>[] => [
  ...about(kind),
  { head: 'Restore', right: true, cell: place => <Back kind={kind} place={place} /> },
]

function Reached({ place: { phone, email, website } }: { place: Place }) {
  const ways = [phone, email, website?.replace(/^https?:\/\//, '').replace(/\/$/, '')]
  return <div className="soft small">{ways.filter(Boolean).join(' · ')}</div>
}

type One = { kind: PlaceKind; place: Place }

function Acts({ kind, place }: One) {
  const { mayEdit, mayDelete } = useRecordRights()
  const navigate = route.useNavigate()
  const open = () =>
    void navigate({
      search: before => withParts(before, { open: String(place.id) }),
      replace: true,
    })
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      {mayEdit(place) && (
        <Button variant="subtle" aria-label={`Change ${nameOf(place)}`} onClick={open}>
          Change
        </Button>
      )}
      {mayDelete(place) && <DeletePlace kind={kind} place={place} />}
    </Group>
  )
}

function Back({ kind, place }: One) {
  const { mayEdit } = useRecordRights()
  return mayEdit(place) ? <RestorePlace kind={kind} place={place} /> : null
}

/** The dialog of the venue or organizer that the address names. */
function OpenPlace({ kind }: { kind: PlaceKind }) {
  const { open } = route.useSearch()
  const navigate = route.useNavigate()
  const { mayEdit } = useRecordRights()
  const id = Number(open) || 0
  const { data: place, error } = useQuery({ ...placeQuery(kind, id), enabled: id > 0 })
  const close = () =>
    void navigate({ search: before => withParts(before, { open: '' }), replace: true })
  return (
    <Dialog opened={id > 0} onClose={close} title={`Change the ${nouns[kind]}`} size="lg">
      {id > 0 && error && <Failed error={error} />}
      {id > 0 && !error && !place && <Waiting lines={4} />}
      {place && mayEdit(place) && <PlaceForm key={id} kind={kind} place={place} close={close} />}
      {place && !mayEdit(place) && (
        <p>{`Somebody else made ${nameOf(place)}. Whoever edits all events can change it.`}</p>
      )}
    </Dialog>
  )
}
