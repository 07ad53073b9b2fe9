import { Button, Checkbox, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ifStill, marquee, versionOf } from '../../interface/marquee.ts'
import { namingQuery, type Place, type PlaceKind } from '../../interface/place-queries.ts'
import { useRecordRights } from '../../interface/record-rights.ts'
import { say, useEnded } from '../../interface/writes.ts'
import { DialogButtons } from '../../pieces/dialog.tsx'
import { useFields } from '../../pieces/form.tsx'
import { Outside } from '../../pieces/page.tsx'
import { PictureField } from '../events/picture-field.tsx'
import { namedBy } from './naming-words.ts'
import { changesOf, check, draftOf, labels, nouns, parameters } from './place-draft.ts'

type Props = { kind: PlaceKind; place: Place; close: () => void }

/** A picture has a number only. */
const words = (field: string, value: string) =>
  field === 'image' && value !== '' ? `picture ${value}` : undefined

function usePlaceForm({ kind, place, close }: Props) {
  const { id } = place
  const ended = useEnded()
  return useFields(
    draftOf(place),
    async (draft, from, before) => {
      const changes = { id, ...changesOf(kind, draft, before) }
      await (kind === 'venues'
        ? marquee.updateVenue(changes, ifStill(from))
        : marquee.updateOrganizer(changes, ifStill(from)))
      await ended([kind, 'events'])
      say(`${draft.name.trim()} is saved.`)
      close()
    },
    {
      versioned: {
        version: () => versionOf(`events/v1/${kind}/${id}`),
        fieldsOf: draftOf,
        labels,
        words,
      },
      names: parameters,
      check,
    },
  )
}

type Form = ReturnType<typeof usePlaceForm>

/** What a venue or an organizer is called, where it is, how it is reached, and what its page shows. */
export function PlaceForm(props: Props) {
  const { kind, place, close } = props
  const form = usePlaceForm(props)
  const { mayUpload } = useRecordRights()
  const { text } = form
  return (
    <form onSubmit={form.submit} noValidate>
      {form.above}
      <Stack>
        <Known kind={kind} place={place} />
        <TextInput label={labels.name} required maxLength={500} data-autofocus {...text('name')} />
        {kind === 'venues' && <AddressFields form={form} />}
        <SideBySide>
          <TextInput label={labels.phone} type="tel" autoComplete="off" {...text('phone')} />
          <TextInput
            label={labels.website}
            type="url"
            placeholder="https://"
            autoComplete="off"
            {...text('website')}
          />
        </SideBySide>
        {kind === 'organizers' && (
          <TextInput
            label={labels.email}
            description="Guests who answer a mail about its events write there."
            type="email"
            autoComplete="off"
            {...text('email')}
          />
        )}
        <Textarea
          label={labels.description}
          description="Its page shows it. An empty line begins a new paragraph."
          {...text('description')}
        />
        {mayUpload && <PictureField of={nouns[kind]} url={place.image?.url} change={form.change} />}
        {kind === 'venues' && <MapFields form={form} />}
        <DialogButtons cancel={close} isSending={form.isSending}>
          Save
        </DialogButtons>
      </Stack>
    </form>
  )
}

/** Who sees a change, before it is made. */
function Known({ kind, place }: { kind: PlaceKind; place: Place }) {
  const { data: naming } = useQuery(namingQuery(kind, place.id))
  const isPublic = place.status === 'publish'
  return (
    <div>
      <p className="soft small">
        {naming && namedBy(naming)} What you change is on pages, tickets and in calendars at once.
        Nobody gets a mail about it.
      </p>
      {isPublic && place.url !== undefined && <Outside href={place.url}>Open its page</Outside>}
      {!isPublic && (
        <p className="soft small">Its page is public once an event that names it is published.</p>
      )}
    </div>
  )
}

/** Fields that stand beside each other where there is room. */
const SideBySide = ({ children }: { children: ReactNode }) => (
  <div
    style={{
      display: 'grid',
      gridTemplateColumns: 'repeat(auto-fit, minmax(min(200px, 100%), 1fr))',
      gap: 16,
    }}
  >
    {children}
  </div>
)

function AddressFields({ form: { text } }: { form: Form }) {
  return (
    <>
      <TextInput label={labels.address} autoComplete="off" {...text('address')} />
      <SideBySide>
        <TextInput label={labels.zip} autoComplete="off" {...text('zip')} />
        <TextInput label={labels.city} autoComplete="off" {...text('city')} />
        <TextInput label={labels.region} autoComplete="off" {...text('region')} />
        <TextInput label={labels.country} autoComplete="off" {...text('country')} />
      </SideBySide>
    </>
  )
}

/** Where the map has it. Most addresses are found by their words. */
function MapFields({ form: { values, text, tick } }: { form: Form }) {
  const [isOpen, { open }] = useDisclosure(values.geo_lat !== '')
  return (
    <>
      <Checkbox label="Its page and those of its events link to a map" {...tick('show_map_link')} />
      {isOpen ? (
        <SideBySide>
          <TextInput
            label={labels.geo_lat}
            description="In degrees, such as 60.3913"
            inputMode="decimal"
            {...text('geo_lat')}
          />
          <TextInput
            label={labels.geo_lng}
            description="In degrees, such as 5.3221"
            inputMode="decimal"
            {...text('geo_lng')}
          />
        </SideBySide>
      ) : (
        <Group>
          <Button variant="subtle" onClick={open}>
            Set its spot on the map
          </Button>
        </Group>
      )}
    </>
  )
}
