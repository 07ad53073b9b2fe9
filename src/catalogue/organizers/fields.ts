import { Type } from 'typebox'
import { line, nameOf, sharedDraft, sharedView } from '../linked/fields.ts'

const fields = { ...sharedDraft, email: line('E-mail address; not checked.') }

export const OrganizerDraft = Type.Object({ organizer: nameOf('organizer'), ...fields })
export const OrganizerChanges = Type.Object({
  organizer: Type.Optional(nameOf('organizer')),
  ...fields,
})

export const OrganizerView = Type.Object(
  {
    ...sharedView,
    organizer: Type.Optional(Type.String({ description: 'The name, HTML-encoded.' })),
    email: Type.Optional(Type.String()),
  },
  { title: 'Organizer' },
)
