import { Type } from 'typebox'
import { roles } from '../../core/capabilities.ts'
import { filledText, id, oneOf, text } from '../../platform/http/params.ts'
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
})

export const UserView = Type.Object(
  {
    id: Type.Integer(),
    login: Type.String(),
    display_name: Type.String(),
    email: Type.String(),
    role: oneOf([...roles]),
    grants: Type.Array(Type.String()),
    created_at: Type.String({ description: 'ISO 8601' }),
  },
  { title: 'User' },
)
