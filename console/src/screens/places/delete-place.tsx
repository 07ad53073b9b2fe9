import { Button, Modal, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { marquee } from '../../interface/marquee.ts'
import { namingQuery, type Place, type PlaceKind } from '../../interface/place-queries.ts'
import { useWrite } from '../../interface/writes.ts'
import { Failed, Waiting } from '../../pieces/page.tsx'
import { KeepOrEnd } from '../../pieces/keep-or-end.tsx'
import { namedBy, organizerGoes, venueGoes } from './naming-words.ts'
import { nameOf, nouns } from './place-draft.ts'

type Props = { kind: PlaceKind; place: Place }

/** Deletes a venue or an organizer, after saying what becomes of the events that name it. */
export function DeletePlace({ kind, place }: Props) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const name = nameOf(place)
  return (
    <>
      <Button variant="subtle" aria-label={`Delete ${name}`} onClick={open}>
        Delete
      </Button>
      <Modal opened={isOpen} onClose={close} title={`Delete ${name}?`}>
        <Deleting kind={kind} place={place} close={close} />
      </Modal>
    </>
  )
}

function Deleting({ kind, place, close }: Props & { close: () => void }) {
  const { data: naming, error } = useQuery(namingQuery(kind, place.id))
  const { id } = place
  const remove = useWrite({
    write: () =>
      kind === 'venues' ? marquee.deleteVenue({ id }) : marquee.deleteOrganizer({ id }),
    changes: [kind, 'events'],
    done: `${nameOf(place)} is in the trash.`,
    after: close,
  })
  if (error) return <Failed error={error} />
  if (!naming) return <Waiting lines={2} />
  return (
    <>
      <Text>
        {namedBy(naming)} {kind === 'venues' ? venueGoes(naming) : organizerGoes(naming)}
      </Text>
      <Text mt="sm">
        Its page is not found any more. From the trash it comes back
        {naming.total === 0 ? '.' : ', but not to these events.'}
      </Text>
      <KeepOrEnd keep={close} end={remove}>
        {`Delete the ${nouns[kind]}`}
      </KeepOrEnd>
    </>
  )
}

/** Brings one back from the trash. */
export function RestorePlace({ kind, place }: Props) {
  const { id } = place
  const name = nameOf(place)
  const restore = useWrite({
    write: () =>
      kind === 'venues'
        ? marquee.updateVenue({ id, status: 'publish' })
        : marquee.updateOrganizer({ id, status: 'publish' }),
    changes: [kind, 'events'],
    done: `${name} is back. No event names it yet.`,
  })
  return (
    <Button
      variant="default"
      aria-label={`Restore ${name}`}
      loading={restore.isPending}
      onClick={() => restore.mutate(undefined)}
    >
      Restore
    </Button>
  )
}
