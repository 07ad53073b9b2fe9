import { Type } from 'typebox'
import { roles } from '../../core/capabilities.ts'
import {
  countOf,
  Deleted,
  idOf,
  instant,
  said,
} from '../../platform/http/described/answer-shapes.ts'
import { id, oneOf, text } from '../../platform/http/described/params.ts'
import { givenPurposes } from './rules.ts'

export { Deleted }

const user = id({ description: 'The id of the account.' })
export const UserParams = Type.Object({ id: user })
export const UserSessionParams = Type.Object({
  id: user,
  session_id: id({ description: 'The id of the sign-in.' }),
})

export const SessionView = Type.Object(
  {
    id: idOf('sign-in'),
    browser: Type.String({ description: 'As it named itself; may be empty' }),
    created_at: Type.String({ description: 'When it signed in, ISO 8601 in UTC' }),
    used_at: Type.String({ description: 'Its last use, to five minutes' }),
    expires_at: Type.String({ description: 'When it ends if it is not used any more' }),
  },
  { title: 'Session' },
)

export const OwnSessionView = Type.Object(
  {
    ...SessionView.properties,
    current: Type.Boolean({ description: 'Whether it is the browser that asks' }),
  },
  { title: 'OwnSession' },
)

export const EndedSessions = Type.Object(
  { ended: countOf('Browsers that were signed out') },
  { title: 'EndedSessions' },
)

export const CurrentSession = Type.Object(
  {
    id: idOf('sign-in'),
    user: Type.Object(
      {
        id: idOf('account'),
        login: said('Its login.'),
        display_name: said('Its name, as others see it.'),
        role: oneOf([...roles], { description: 'Its role.' }),
      },
      { description: 'Who is signed in.' },
    ),
    capabilities: Type.Array(Type.String(), { description: 'What this sign-in may do' }),
    nonce: Type.String({ description: 'Send it as `X-WP-Nonce` with every write' }),
    fresh: Type.Boolean({
      description: 'Signed in within ten minutes, so that it may make lasting credentials',
    }),
    second_factor_missing: Type.Boolean({
      description:
        'Whether the site demands a second factor that this person has not set up; until then the browser only reads.',
    }),
  },
  { title: 'CurrentSession' },
)

export const Confirmation = Type.Object({
  password: Type.Optional(
    text({
      maxLength: 1000,
      description: 'The password of the account. One without a password gets a mail instead.',
    }),
  ),
  code: Type.Optional(
    text({
      maxLength: 40,
      description: 'A code of the second factor, or a recovery code, if the account has one.',
    }),
  ),
})

export const Confirmed = Type.Object(
  {
    fresh: Type.Boolean({ description: 'Whether the ten minutes have begun.' }),
    mailed: Type.Boolean({
      description: 'Whether a mail brings a link to sign in again: the account has no password.',
    }),
  },
  { title: 'Confirmed' },
)

export const NewLink = Type.Object({
  purpose: oneOf([...givenPurposes], {
    description:
      '`invitation` sets the first password, `reset` a new one and ends application passwords and API keys, `sign-in` opens the account without one',
  }),
})

export const MadeLink = Type.Object({
  url: Type.String({ description: 'Works once. Shown in this answer and never again' }),
  purpose: oneOf([...givenPurposes], { description: 'What it is for, as asked.' }),
  expires_at: instant('Until when it works'),
})
