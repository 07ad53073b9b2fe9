import { Type } from 'typebox'
import { roles } from '../../core/capabilities.ts'
import { filledText, flag, id, oneOf, text } from '../../platform/http/params.ts'
import { EndedCredentials } from '../keys/end-credentials.ts'
import { grantable, passwordCharactersMin } from './rules.ts'

const login = () => text({ pattern: '^[A-Za-z0-9._@-]{1,60}$' })
const email = () => text({ format: 'email', maxLength: 254 })
const password = () => text({ minLength: passwordCharactersMin, maxLength: 1000 })
const grants = () => Type.Array(oneOf([...grantable]))

export const UserParams = Type.Object({ id: id() })

export const NewUser = Type.Object({
  login: login(),
  email: email(),
  display_name: Type.Optional(filledText({ maxLength: 200 })),
  role: oneOf([...roles]),
  grants: Type.Optional(grants()),
  password: Type.Optional(password()),
})

export const UserChanges = Type.Object({
  email: Type.Optional(email()),
  display_name: Type.Optional(filledText({ maxLength: 200 })),
  role: Type.Optional(oneOf([...roles])),
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
  id: Type.Integer(),
  login: Type.String(),
  display_name: Type.String(),
  email: Type.String(),
  role: oneOf([...roles]),
  grants: Type.Array(Type.String()),
  created_at: Type.String({ description: 'ISO 8601' }),
}

export const UserView = Type.Object(userMembers, { title: 'User' })

/** Keys that the account gave to others and that still work, each with the request that ends it. */
const StillOpen = Type.Object({
  scanner_keys: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      event: Type.Union([Type.Integer(), Type.Null()]),
      created_at: Type.String(),
      expires_at: Type.Union([Type.String(), Type.Null()]),
      last_used_on: Type.Union([Type.String(), Type.Null()]),
      end_with: Type.String({ description: 'The request that ends it: method and address' }),
    }),
  ),
})

export const ChangedUser = Type.Object({
  ...userMembers,
  ended: Type.Optional(EndedCredentials),
  still_open: Type.Optional(StillOpen),
})

export const DeletedUser = Type.Object({ deleted: Type.Boolean(), still_open: StillOpen })
