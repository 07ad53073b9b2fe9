import { Type } from 'typebox'
import { filledText, id, lifetime, oneOf } from '../../platform/http/params.ts'
import { scopes } from './rules.ts'

const name = () => filledText({ maxLength: 200, description: 'What the credential is for' })

const view = {
  id: Type.Integer(),
  user_id: Type.Integer(),
  name: Type.String(),
  created_at: Type.String(),
  expires_at: Type.Union([Type.String(), Type.Null()], {
    description: 'When it expires, ISO 8601 in UTC; null is never',
  }),
  last_used_on: Type.Union([Type.String(), Type.Null()]),
}
const shownOnce = Type.String({ description: 'Shown in this response only' })

export const UserParams = Type.Object({ id: id() })
export const UserPasswordParams = Type.Object({ id: id(), password_id: id() })
export const KeyParams = Type.Object({ id: id() })

export const NewPassword = Type.Object({ name: name(), ...lifetime() })
export const PasswordView = Type.Object(view, { title: 'ApplicationPassword' })
export const MadePassword = Type.Object({ ...view, password: shownOnce })

export const NewKey = Type.Object({
  name: name(),
  scopes: Type.Array(oneOf([...scopes]), { minItems: 1 }),
  ...lifetime(),
})
const keyView = {
  ...view,
  scopes: Type.Array(Type.String()),
}
export const KeyView = Type.Object(keyView, { title: 'ApiKey' })
export const MadeKey = Type.Object({ ...keyView, api_key: shownOnce })

export const Deleted = Type.Object({ deleted: Type.Boolean() })

/** A person's login and password, to be exchanged for an application password. */
export const SignIn = Type.Object({
  login: filledText({ maxLength: 254 }),
  password: filledText({ maxLength: 1000 }),
  name: Type.Optional(filledText({ maxLength: 200 })),
  ...lifetime(),
})
