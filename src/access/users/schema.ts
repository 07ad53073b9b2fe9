import { Type } from 'typebox'
import { roles } from '../../core/capabilities.ts'
import { locales } from '../../core/locale.ts'
import { idOf, instant, said } from '../../platform/http/described/answer-shapes.ts'
import {
  filledText,
  flag,
  id,
  oneOf,
  personsAddress,
  text,
} from '../../platform/http/described/params.ts'
import { EndedCredentials } from '../keys/end-credentials.ts'
import { StillOpen } from '../keys/still-open.ts'
import { grantable, loginPattern, passwordCharactersMin } from './rules.ts'

const login = () =>
  text({
    pattern: loginPattern,
    description: 'The name to sign in with: 1 to 60 letters, digits, `.`, `_`, `@` or `-`.',
  })
const email = () => personsAddress({ description: 'The address that mail goes to.' })
const password = () =>
  text({
    minLength: passwordCharactersMin,
    maxLength: 1000,
    description: `At least ${passwordCharactersMin} characters.`,
  })
const grants = () =>
  Type.Array(oneOf([...grantable]), {
    description: `What it may do beyond its role: ${grantable.join(', ')}.`,
  })
const displayName = () => filledText({ maxLength: 200, description: 'The name that others see.' })
const role = () => oneOf([...roles], { description: `What it may do: ${roles.join(', ')}.` })

export const UserParams = Type.Object({ id: id({ description: 'The id of the account.' }) })

export const NewUser = Type.Object({
  login: login(),
  email: email(),
  display_name: Type.Optional(displayName()),
  role: role(),
  grants: Type.Optional(grants()),
  password: Type.Optional(password()),
  invite: Type.Optional(
    flag({
      description:
        'Whether the person gets a mail with a link, good for seven days, to choose a password. Needs a mail server, and no `password`.',
    }),
  ),
  invite_locale: Type.Optional(
    oneOf([...locales], { description: 'The language of that mail; `SITE_LANGUAGE` without it.' }),
  ),
})

export const UserChanges = Type.Object({
  email: Type.Optional(email()),
  display_name: Type.Optional(displayName()),
  role: Type.Optional(role()),
  grants: Type.Optional(grants()),
  password: Type.Optional(password()),
  keep_keys: Type.Optional(
    flag({
      description:
        "With a new password: whether the account's application passwords and API keys go on. Without it they end.",
    }),
  ),
})

const userMembers = {
  id: idOf('account'),
  login: said('The name to sign in with.'),
  display_name: said('The name that others see.'),
  email: said('The address that mail goes to.'),
  role: role(),
  grants: Type.Array(Type.String(), { description: 'What it may do beyond its role.' }),
  created_at: instant('When it was made'),
}

export const UserView = Type.Object(userMembers, { title: 'User' })

export const ChangedUser = Type.Object(
  {
    ...userMembers,
    ended: Type.Optional(EndedCredentials),
    still_open: Type.Optional(StillOpen),
  },
  { title: 'ChangedUser' },
)

export const DeletedUser = Type.Object(
  {
    deleted: Type.Boolean({ description: 'Always true: what is not there is 404.' }),
    still_open: StillOpen,
  },
  { title: 'DeletedUser' },
)
