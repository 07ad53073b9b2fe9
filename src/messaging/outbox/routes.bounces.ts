import { Type } from 'typebox'
import { fail } from '../../core/errors.ts'
import { actingAs, actingOn } from '../../platform/db/acting.ts'
import { Deleted, instant, orNull, said } from '../../platform/http/described/answer-shapes.ts'
import { oneOf, text } from '../../platform/http/described/params.ts'
import { type Api, route } from '../../platform/http/route.ts'
import type { Deps } from '../deps.ts'
import { addressHash } from './rules.ts'
import { deleteSuppression, listSuppressions } from './store.ts'
import { bouncedScope } from './suppress.ts'
import { takeBounce } from './take-bounce.ts'

const access = { needs: 'mails.write' } as const

const SuppressionList = Type.Array(
  Type.Object({
    scope: Type.String({ description: '`all`, or the kind of mail and the event.' }),
    reason: said('Why, in words.'),
    message_id: orNull(Type.Integer(), 'The id of the mail that was the reason.'),
    at: instant('Since when'),
  }),
)

const Lifting = Type.Object({
  email: text({ format: 'idn-email', maxLength: 254, description: 'The address.' }),
  scope: Type.Optional(
    text({
      maxLength: 100,
      description:
        'What is lifted, as the list has it. Without it `all`: mail to the address came back. What the recipient unsubscribed from stays.',
    }),
  ),
})

/** Routes for bounces and suppressed addresses. */
export function bounceRoutes(api: Api, deps: Deps) {
  route(api, {
    method: 'POST',
    path: '/bounces',
    summary: 'Take a mail that came back, as it arrived in the mailbox of MAIL_BOUNCES_TO',
    access,
    body: Type.Object({ raw: text({ description: 'The whole mail.' }) }),
    returns: Type.Object({
      outcome: oneOf(['bounced', 'delayed', 'unknown'], {
        description: 'What it says of the mail that was sent; `unknown` belongs to none of ours.',
      }),
    }),
    handle: async ({ body, actor }) => ({
      outcome: await takeBounce(actingAs(deps, actor), Buffer.from(body.raw)),
    }),
  })
  route(api, {
    method: 'GET',
    path: '/suppressions',
    summary: 'List why addresses get no mail; the addresses themselves are not kept',
    access,
    returns: SuppressionList,
    handle: async () =>
      (await listSuppressions(deps.db, 1000)).map(({ at, ...row }) => ({
        ...row,
        at: at.toISOString(),
      })),
  })
  route(api, {
    method: 'DELETE',
    path: '/suppressions',
    summary: 'Let an address get mail again',
    access,
    body: Lifting,
    returns: Deleted,
    errors: ['suppression_not_found'],
    handle: async ({ body, actor }) => {
      const hash = addressHash(deps.secrets.order, body.email)
      const { scope = bouncedScope } = body
      return (await deleteSuppression(actingOn(deps.db, actor), { hash, scope }))
        ? { deleted: true }
        : fail('suppression_not_found')
    },
  })
}
