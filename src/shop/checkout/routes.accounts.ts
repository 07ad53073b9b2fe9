import { Type } from 'typebox'
import { orNull } from '../../platform/http/described/answer-shapes.ts'
import { oneOf } from '../../platform/http/described/params.ts'
import { type Api, route } from '../../platform/http/route.ts'
import type { Deps } from '../deps.ts'
import { listAccounts } from '../payments/accounts/list-accounts.ts'

const PaymentAccounts = Type.Object({
  sandbox: Type.Boolean({ description: 'Whether payments are simulated: no money moves.' }),
  accounts: Type.Array(
    Type.Object({
      way: oneOf(['card', 'wallet'], { description: 'How buyers pay.' }),
      provider: Type.String({ description: 'The name of the provider.' }),
      by: orNull(
        oneOf(['setting', 'connection']),
        'What names the account: a setting of the environment, or a connection; null without one.',
      ),
      account: orNull(
        Type.String(),
        "The provider's id of a connected account; null where a setting decides.",
      ),
      mode: orNull(oneOf(['live', 'test']), 'Whether money moves; null without an account.'),
    }),
    { description: 'One for each way of paying.' },
  ),
})

/** Which accounts are paid (contract.md 15.2). */
export function accountRoutes(api: Api, deps: Deps) {
  route(api, {
    method: 'GET',
    path: '/payment-accounts',
    operation: 'listPaymentAccounts',
    summary: 'List the accounts that are paid, and whether payments are simulated',
    access: { needs: 'payments.write' },
    returns: PaymentAccounts,
    handle: async () => ({
      sandbox: deps.gateways.sandbox,
      accounts: await listAccounts(deps),
    }),
  })
}
