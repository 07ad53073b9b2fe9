import { Type } from 'typebox'
import { said } from '../../platform/http/described/answer-shapes.ts'
import { changedImage, line, nameOf, sharedDraft, sharedView } from '../linked/fields.ts'

const fields = { ...sharedDraft, email: line('E-mail address; not checked.') }

export const OrganizerDraft = Type.Object(
  { organizer: nameOf('organizer'), ...fields },
  { title: 'NewOrganizer' },
)
export const OrganizerChanges = Type.Object({
  organizer: Type.Optional(nameOf('organizer')),
  ...fields,
  image: changedImage,
})

export const OrganizerView = Type.Object(
  {
    ...sharedView,
    organizer: Type.Optional(said('The name, with HTML escaped.')),
    email: Type.Optional(said('Email address.')),
  },
  { title: 'Organizer' },
)
