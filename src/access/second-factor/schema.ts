import { Type } from 'typebox'
import { countOf, instant, orNull, said } from '../../platform/http/described/answer-shapes.ts'
import { text } from '../../platform/http/described/params.ts'

const code = text({
  maxLength: 40,
  description: 'A code of the app, or a recovery code; blanks and dashes are ignored.',
})

export const FactorView = Type.Object(
  {
    enabled: Type.Boolean({ description: 'Whether signing in takes a code.' }),
    since: orNull(instant('Since when'), 'Null without a second factor.'),
    recovery_codes_left: countOf('Recovery codes that were not used'),
    demanded: Type.Boolean({
      description:
        'Whether the site demands one of this person; without it the browser only reads.',
    }),
  },
  { title: 'SecondFactor' },
)

export const BegunFactor = Type.Object(
  {
    secret: said('For typing into an authenticator app. Told until a code has confirmed it.'),
    uri: said('The same as `otpauth://` address, for a QR code.'),
  },
  { title: 'BegunSecondFactor' },
)

export const CodeSent = Type.Object({ code })

export const RecoveryCodes = Type.Object(
  {
    recovery_codes: Type.Array(Type.String(), {
      description:
        'Each opens the account once, in place of a code. Shown in this answer and never again.',
    }),
  },
  { title: 'RecoveryCodes' },
)

export const Removal = Type.Object({
  password: Type.Optional(
    text({ maxLength: 1000, description: 'The password, if the account has one.' }),
  ),
  code,
})
