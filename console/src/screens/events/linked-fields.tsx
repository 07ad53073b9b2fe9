import { Button, SimpleGrid, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { Event, Organizer, Venue } from '@marquee-events/client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { organizersQuery, termsQuery, venuesQuery } from '../../interface/place-queries.ts'
import type { useFields } from '../../pieces/form.tsx'
import { plain } from '../../pieces/words.ts'
import { type EventDraft, isNewOrganizer, isNewVenue } from './event-draft.ts'

type Form = ReturnType<typeof useFields<EventDraft>>

/**
 * The venues and organizers that may be meant by what is typed, those of the event among them, also as somebody else
 * changed it meanwhile: else saving would make them a second time.
 */
export function useKnown(event: Event | undefined) {
  const [met, remember] = useState<Event>()
  const [venue, searchVenue] = useState('')
  const [organizer, searchOrganizer] = useState('')
  const [venueText] = useDebouncedValue(venue, 200)
  const [organizerText] = useDebouncedValue(organizer, 200)
  const venues = useQuery(venuesQuery(venueText.trim())).data?.venues ?? []
  const organizers = useQuery(organizersQuery(organizerText.trim())).data?.organizers ?? []
  const own = [met, event].filter(one => one !== undefined)
  const named = useTerms()
  return {
    venues: [
      ...own.flatMap(({ venue }): Venue[] => (Array.isArray(venue) ? [] : [venue])),
      ...venues,
    ],
    organizers: [...own.flatMap(({ organizer }) => organizer), ...organizers],
    categories: [...own.flatMap(({ categories }) => categories), ...named.categories],
    tags: [...own.flatMap(({ tags }) => tags), ...named.tags],
    remember,
    searchVenue,
    searchOrganizer,
  }
}

/** The first categories and tags of the site by their names. */
function useTerms() {
  const categories = useInfiniteQuery(termsQuery('categories', '')).data?.pages ?? []
  const tags = useInfiniteQuery(termsQuery('tags', '')).data?.pages ?? []
  return {
    categories: categories.flatMap(({ terms }) => terms),
    tags: tags.flatMap(({ terms }) => terms),
  }
}

type Props = { form: Form; known: ReturnType<typeof useKnown> }

const venueNames = (venues: readonly Venue[]) => [
  ...new Set(venues.map(({ venue = '' }) => plain(venue))),
]

const organizerNames = (organizers: readonly Organizer[]) => [
  ...new Set(organizers.map(({ organizer = '' }) => plain(organizer))),
]

/** What is said about a name that is typed. */
export const nameHint = (isNew: boolean, about = 'Choose one, or type a new name.') =>
  isNew ? 'New: it is made when you save.' : about

/** The venue by its name. One that is not known is made with the event. */
export function VenueField({ form, known }: Props) {
  const { values, text } = form
  const isNew = isNewVenue(known, values.venue)
  const field = text('venue')
  return (
    <>
      <TextInput
        label="Venue"
        description={nameHint(isNew)}
        list="venues"
        autoComplete="off"
        maxLength={300}
        {...field}
        onChange={event => {
          field.onChange(event)
          known.searchVenue(event.currentTarget.value)
        }}
      />
      <Suggestions id="venues" names={venueNames(known.venues)} />
      {isNew && (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput label="Street and number" {...text('venue_address')} />
          <TextInput label="Postal code" {...text('venue_zip')} />
          <TextInput label="City" {...text('venue_city')} />
          <TextInput label="Country" {...text('venue_country')} />
        </SimpleGrid>
      )}
    </>
  )
}

/** Organizers by their names. Those that are not known are made with the event. */
export function OrganizerField({ form, known }: Props) {
  const { values, text, change, problems } = form
  const isNew = (named: string) => isNewOrganizer(known, named)
  const names = values.organizer.split('\n')
  const write = (at: number, name: string) => {
    change({ organizer: names.with(at, name).join('\n') })
    known.searchOrganizer(name)
  }
  return (
    <>
      {names.map((name, at) => (
        <TextInput
          // A name has no identity but its place.
          key={at}
          label={at === 0 ? 'Organizer' : `Organizer ${at + 1}`}
          description={nameHint(isNew(name))}
          list="organizers"
          autoComplete="off"
          maxLength={300}
          name="organizer"
          value={name}
          error={problems['organizer']}
          onChange={event => write(at, event.currentTarget.value)}
        />
      ))}
      <Suggestions id="organizers" names={organizerNames(known.organizers)} />
      {isNew(values.organizer) && (
        <TextInput
          label="E-mail address of the new organizer"
          type="email"
          {...text('organizer_email')}
        />
      )}
      {names.at(-1) !== '' && (
        <Button
          variant="subtle"
          onClick={() => change({ organizer: `${values.organizer}\n` })}
          style={{ alignSelf: 'start' }}
        >
          Another organizer
        </Button>
      )}
    </>
  )
}

/** Names to choose from while typing, by the browser's own list. */
export function Suggestions({ id, names }: { id: string; names: readonly string[] }) {
  return (
    <datalist id={id}>
      {names.map(name => (
        <option key={name} value={name} />
      ))}
    </datalist>
  )
}
