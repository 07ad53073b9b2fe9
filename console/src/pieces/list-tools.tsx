import { ActionIcon, Button, Checkbox, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { SavedView } from '@marquee-events/client'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Right } from '../../../src/core/rights.ts'
import { addressIn, type ListAddress, queryOf } from '../interface/list-address.ts'
import { type ListName, viewsQuery } from '../interface/list-queries.ts'
import { marquee } from '../interface/marquee.ts'
import { useRights } from '../interface/rights.ts'
import { say, useEnded, useWrite } from '../interface/writes.ts'
import { Dialog, DialogButtons } from './dialog.tsx'
import { ExportLinks } from './export-links.tsx'
import { Problem, useFields } from './form.tsx'
import { Icon } from './icon.tsx'

const paths = {
  orders: '/orders',
  attendees: '/attendees',
  events: '/events',
  payments: '/payments',
  books: '/books',
} as const

/** What somebody needs for the whole site to share a view of a list. */
const sharing: Readonly<Record<ListName, Right>> = {
  orders: 'orders.read',
  attendees: 'attendees.read',
  events: 'events.write',
  payments: 'money.read',
  books: 'money.read',
}

type Props = {
  list: ListName
  address: ListAddress
  /** Why this address cannot be kept under a name, such as one that moves with the clock. */
  unsaved?: string
}

/** What every list has: its views under names, and its rows as files. */
export function ListTools({ list, address, unsaved }: Props) {
  return (
    <>
      <Views list={list} address={address} {...(unsaved !== undefined && { unsaved })} />
      <ExportLinks list={list} address={address} />
    </>
  )
}

function Views({ list, address, unsaved }: Props) {
  const { data: all = [] } = useQuery(viewsQuery)
  const [isSaving, saving] = useDisclosure(false)
  const views = all.filter(view => view.list === list)
  const query = queryOf(address)
  return (
    <>
      <details className="menu" name="list-tools">
        <summary>Views</summary>
        <ul aria-label="Saved views">
          {views.map(view => (
            <li key={view.id} className="view">
              <Link
                to={paths[list]}
                search={addressIn(view.query)}
                aria-current={view.query === query ? 'true' : undefined}
              >
                {view.name}
                {view.shared && <span className="soft small"> shared</span>}
              </Link>
              {view.own && <Drop view={view} />}
            </li>
          ))}
          {views.length === 0 && <li className="soft small hint">Nothing is kept yet.</li>}
          <li>
            {unsaved === undefined ? (
              <Button variant="subtle" fullWidth onClick={saving.open}>
                Keep this list
              </Button>
            ) : (
              <span className="soft small hint">{unsaved}</span>
            )}
          </li>
        </ul>
      </details>
      <Dialog opened={isSaving} onClose={saving.close} title="Keep this list">
        <SaveForm list={list} query={query} close={saving.close} />
      </Dialog>
    </>
  )
}

function Drop({ view }: { view: SavedView }) {
  const drop = useWrite({
    write: () => marquee.deleteView({ id: view.id }),
    changes: ['views'],
    done: `${view.name} is forgotten. Its rows are as they were.`,
  })
  return (
    <ActionIcon
      aria-label={`Forget ${view.name}`}
      loading={drop.isPending}
      onClick={() => drop.mutate(undefined)}
    >
      <Icon name="close" />
    </ActionIcon>
  )
}

type Saving = { list: ListName; query: string; close: () => void }

function SaveForm({ list, query, close }: Saving) {
  const { may } = useRights()
  const ended = useEnded()
  const form = useFields(
    { name: '', shared: false },
    async ({ name, shared }) => {
      await marquee.saveView({ list, name, query, shared })
      await ended(['views'])
      say(`${name} is kept among the views.`)
      close()
    },
    { check: ({ name }) => (name.trim() === '' ? { name: 'What is it called?' } : {}) },
  )
  return (
    <form onSubmit={form.submit} noValidate>
      <Problem problems={form.problems} />
      <Stack>
        <TextInput
          label="Name of the view"
          description="Search, filters and order are kept. One of yours with this name is replaced."
          {...form.text('name')}
          maxLength={100}
          data-autofocus
          autoComplete="off"
        />
        {may(sharing[list]) && (
          <Checkbox label="Show it to colleagues who may see these rows" {...form.tick('shared')} />
        )}
        <DialogButtons cancel={close} isSending={form.isSending}>
          Keep
        </DialogButtons>
      </Stack>
    </form>
  )
}
