import { Type } from 'typebox'
import { credentialMembers, idOf, said } from '../../platform/http/described/answer-shapes.ts'

/** Keys that the account gave to others and that still work, each with the request that ends it. */
export const StillOpen = Type.Object(
  {
    scanner_keys: Type.Array(
      Type.Object({
        id: idOf('scanner key'),
        name: said('What it is for.'),
        event: Type.Union([Type.Integer(), Type.Null()], {
          description: 'The one event it works for; null is all.',
        }),
        ...credentialMembers,
        end_with: said('The request that ends it: method and address.'),
      }),
      { description: 'Scanner keys that it made.' },
    ),
  },
  { title: 'StillOpen', description: 'Keys that the account gave to others and that still work.' },
)
