import { Button, Checkbox, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import type { CreateEventRequest, Event } from '@marquee-events/client'
import { useState } from 'react'
import { useRights } from '../../interface/rights.ts'
import { useFields } from '../../pieces/form.tsx'
import { FormEnd } from '../../pieces/form-end.tsx'
import { Card } from '../../pieces/page.tsx'
import { site } from '../../site.ts'
import {
  blankDraft,
  changesOf,
  draftOf,
  type EventDraft,
  newTerms,
  notYours,
  requestOf,
  isNewOrganizer,
  isNewVenue,
} from './event-draft.ts'
import { OrganizerField, Suggestions, useKnown, VenueField } from './linked-fields.tsx'
import { PictureField } from './picture-field.tsx'
import { TermFields } from './term-fields.tsx'
import { zoneMeant } from './zone-meant.ts'

type Props = {
  event?: Event
  button: string
  version?: () => string | undefined
  save: (request: CreateEventRequest, version: string | undefined) => Promise<unknown>
}

/** The zones of this browser's own list, with that of the site, which it may know by another name. */
const zones = [...new Set([site.zone, 'UTC', ...Intl.supportedValuesOf('timeZone')])]

/** The parameters of the interface whose fields have other names here. */
const names = { start_date: 'start_day', end_date: 'end_day' } as const

/** What the fields are called, for whoever has to choose between two changes. */
const labels = {
  title: 'Name',
  start_day: 'Day',
  start_time: 'Begins at',
  end_day: 'Last day',
  end_time: 'Ends at',
  all_day: 'It takes whole days',
  timezone: 'Time zone',
  venue: 'Venue',
  organizer: 'Organizer',
  categories: 'Categories',
  tags: 'Tags',
  description: 'Description',
  image: 'Picture',
  website: 'Its own website',
  online_url: 'Link to join online',
  doors_at: 'Doors open at',
  age_note: 'For whom',
  access_note: 'Access',
  featured: 'Feature it',
  hide_from_listings: 'Leave it out of lists',
} as const

function check(draft: EventDraft): Record<string, string> {
  const end = `${draft.end_day || draft.start_day} ${draft.end_time}`
  const wrong = {
    title: draft.title.trim() === '' ? 'An event needs a name.' : '',
    start_day: draft.start_day === '' ? 'On which day does it begin?' : '',
    end_time:
      !draft.all_day && end < `${draft.start_day} ${draft.start_time}`
        ? 'This is before it begins. If it ends after midnight, set the last day.'
        : '',
  }
  return Object.fromEntries(Object.entries(wrong).filter(([, text]) => text !== ''))
}

/** The interface reads digits as the number of a category or tag, so nothing new is called so. */
function checkTerms(draft: EventDraft, known: ReturnType<typeof useKnown>): Record<string, string> {
  const wrong = (['categories', 'tags'] as const).filter(kind =>
    newTerms(known[kind], draft[kind]).some(name => /^\d+$/.test(name)),
  )
  return Object.fromEntries(wrong.map(kind => [kind, 'A name needs a letter.']))
}

/** Whoever may make no venues and organizers would get one that nobody else sees. */
function checkPlaces(
  draft: EventDraft,
  known: ReturnType<typeof useKnown>,
): Record<string, string> {
  return {
    ...(isNewVenue(known, draft.venue) && { venue: notYours }),
    ...(isNewOrganizer(known, draft.organizer) && { organizer: notYours }),
  }
}

/** A picture has a number only. */
const words = (field: string, value: string) =>
  field === 'image' && value !== '' ? `picture ${value}` : undefined

function useEventForm({ event, version, save }: Props, known: ReturnType<typeof useKnown>) {
  const { mayMakePlaces } = useRights()
  return useFields<EventDraft>(
    event ? draftOf(event) : blankDraft,
    (typed, from, before) => {
      const draft = { ...typed, timezone: zoneMeant(typed.timezone, zones) }
      return save(changesOf(requestOf(draft, known), { draft, before }), from)
    },
    {
      versioned: {
        version: version ?? (() => undefined),
        fieldsOf: (record: Event) => {
          known.remember(record)
          return draftOf(record)
        },
        labels,
        words,
      },
      names,
      check: draft => ({
        ...check(draft),
        ...checkTerms(draft, known),
        ...(!mayMakePlaces && checkPlaces(draft, known)),
      }),
    },
  )
}

type Form = ReturnType<typeof useEventForm>

export function EventForm(props: Props) {
  const { event, button } = props
  const known = useKnown(event)
  const form = useEventForm(props, known)
  const [hasMore, setMore] = useState(event !== undefined)
  const { text } = form
  return (
    <form onSubmit={form.submit} noValidate>
      {form.above}
      <NameAndTime form={form} />
      <Card>
        <Stack>
          <VenueField form={form} known={known} />
          <OrganizerField form={form} known={known} />
        </Stack>
      </Card>
      <Card>
        <Stack>
          <Textarea
            label="Description"
            description="An empty line begins a new paragraph."
            {...text('description')}
          />
          <PictureField
            of="event"
            url={event?.image ? event.image.url : undefined}
            change={form.change}
          />
        </Stack>
      </Card>
      <Card>
        {hasMore ? (
          <More form={form} known={known} />
        ) : (
          <Button variant="subtle" onClick={() => setMore(true)}>
            More: categories, doors, age, access, online, website, lists
          </Button>
        )}
      </Card>
      <FormEnd isSending={form.isSending}>{button}</FormEnd>
    </form>
  )
}

function NameAndTime({ form: { values, text, tick } }: { form: Form }) {
  return (
    <Card>
      <Stack>
        <TextInput label="Name" required maxLength={500} {...text('title')} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput label="Day" type="date" required {...text('start_day')} />
          {!values.all_day && <TextInput label="Begins at" type="time" {...text('start_time')} />}
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label="Last day"
            type="date"
            description="Empty when it ends on the same day"
            {...text('end_day')}
          />
          {!values.all_day && (
            <TextInput
              label="Ends at"
              type="time"
              description="On the clock of the event"
              {...text('end_time')}
            />
          )}
        </SimpleGrid>
        <Checkbox label="It takes whole days" {...tick('all_day')} />
        <TextInput
          label="Time zone"
          description="Type a city, such as Oslo."
          list="zones"
          autoComplete="off"
          {...text('timezone')}
        />
        <Suggestions id="zones" names={zones} />
      </Stack>
    </Card>
  )
}

function More({ form, known }: { form: Form; known: ReturnType<typeof useKnown> }) {
  const { text, tick } = form
  return (
    <Stack>
      <TermFields form={form} known={known} kind="categories" />
      <TermFields form={form} known={known} kind="tags" />
      <TextInput
        label="Doors open at"
        placeholder="18:30"
        description="On the day when it begins. They move with it."
        {...text('doors_at')}
      />
      <TextInput
        label="For whom"
        placeholder="From 16 years"
        maxLength={200}
        {...text('age_note')}
      />
      <Textarea
        label="Access"
        description="How people with disabilities get in, and what is there for them."
        maxLength={1000}
        {...text('access_note')}
      />
      <TextInput
        label="Link to join online"
        type="url"
        description="Only people with a valid ticket get it: on its page and by mail."
        {...text('online_url')}
      />
      <TextInput label="Its own website" type="url" {...text('website')} />
      <Checkbox label="Feature it: lists set it off" {...tick('featured')} />
      <Checkbox label="Leave it out of lists" {...tick('hide_from_listings')} />
    </Stack>
  )
}
