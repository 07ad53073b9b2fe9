import { Type } from 'typebox'
import {
  credentialMembers,
  Deleted,
  idOf,
  said,
} from '../../platform/http/described/answer-shapes.ts'
import { filledText, id, lifetime, oneOf, text } from '../../platform/http/described/params.ts'
import { scopes } from './rules.ts'

export { Deleted }

const name = () => filledText({ maxLength: 200, description: 'What the credential is for' })

const view = {
  id: idOf('credential'),
  user_id: idOf('account it belongs to'),
  name: said('What it is for.'),
  ...credentialMembers,
}
const shownOnce = Type.String({ description: 'Shown in this response only' })

const user = id({ description: 'The id of the account.' })
export const UserParams = Type.Object({ id: user })
export const UserPasswordParams = Type.Object({
  id: user,
  password_id: id({ description: 'The id of the application password.' }),
})
export const KeyParams = Type.Object({ id: id({ description: 'The id of the API key.' }) })

export const NewPassword = Type.Object({ name: name(), ...lifetime() })
export const PasswordView = Type.Object(view, { title: 'ApplicationPassword' })
export const MadePassword = Type.Object(
  { ...view, password: shownOnce },
  { title: 'NewApplicationPassword' },
)

export const NewKey = Type.Object({
  name: name(),
  scopes: Type.Array(oneOf([...scopes]), {
    minItems: 1,
    description: `What the key may do: any of ${scopes.join(', ')}.`,
  }),
  ...lifetime(),
})
const keyView = {
  ...view,
  scopes: Type.Array(Type.String(), { description: 'What the key may do.' }),
}
export const KeyView = Type.Object(keyView, { title: 'ApiKey' })
export const MadeKey = Type.Object({ ...keyView, api_key: shownOnce }, { title: 'NewApiKey' })

/** A person's login and password, to be exchanged for an application password. */
export const SignIn = Type.Object({
  login: filledText({ maxLength: 254, description: 'The login or email address.' }),
  password: filledText({ maxLength: 1000, description: 'The password of the account.' }),
  code: Type.Optional(
    text({
      maxLength: 40,
      description: 'A code of the second factor, or a recovery code, if the account has one.',
    }),
  ),
  name: Type.Optional(
    filledText({ maxLength: 200, description: 'What the new application password is for.' }),
  ),
  ...lifetime(),
})
