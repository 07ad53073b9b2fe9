import { Type } from 'typebox'
import { isMailAddress } from '../../core/mail-address.ts'
import { said } from '../../platform/http/described/answer-shapes.ts'
import { text } from '../../platform/http/described/params.ts'
import { changedImage, nameOf, sharedDraft, sharedView } from '../linked/fields.ts'

const isAddressOrNone = (value: unknown) => {
  const address = String(value).trim()
  return address === '' || isMailAddress(address)
}

const fields = {
  ...sharedDraft,
  email: Type.Optional(
    text({
      maxLength: 254,
      told: { default: null },
      holds: isAddressOrNone,
      description: 'An e-mail address, such as `box-office@example.org`; empty for none.',
    }),
  ),
}

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
