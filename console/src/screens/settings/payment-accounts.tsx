import { Button } from '@mantine/core'
import type { ListPaymentAccountsResponse } from '@marquee-events/client'
import { useSuspenseQuery } from '@tanstack/react-query'
import { marquee } from '../../interface/marquee.ts'
import { accountsQuery } from '../../interface/queries.ts'
import { useWrite } from '../../interface/writes.ts'
import { Card } from '../../pieces/page.tsx'
import { State } from '../events/event-state.tsx'

type Account = ListPaymentAccountsResponse['accounts'][number]

const ways = { card: 'Cards', wallet: 'PayPal' }

/** Who is paid, and how. The keys of an account are never shown. */
export function PaymentAccounts() {
  const { data } = useSuspenseQuery(accountsQuery)
  return (
    <Card title="Payment accounts">
      <ul className="lines">
        {data.accounts.map(account => (
          <li key={account.way}>
            <div style={{ flex: '1 1 260px', minWidth: 0 }}>
              <span className="strong">{ways[account.way]}</span>
              <div className="soft small">{accountWords(account)}</div>
            </div>
            <div className="acts">
              <AccountState account={account} />
              {account.way === 'wallet' && account.by !== 'setting' && (
                <ConnectWallet again={account.by === 'connection'} />
              )}
            </div>
          </li>
        ))}
      </ul>
      <p className="soft small" style={{ marginTop: 12 }}>
        {data.sandbox
          ? 'No account is connected, so payments are simulated: buy from yourself as often as you like. '
          : ''}
        What whoever runs the service sets stands in its guide, under Settings.
      </p>
    </Card>
  )
}

function AccountState({ account }: { account: Account }) {
  if (account.by === null) return <State colour="warn">Not connected</State>
  return account.mode === 'test' ? (
    <State colour="warn">Test: no money moves</State>
  ) : (
    <State colour="good">Takes money</State>
  )
}

function accountWords({ way, by, account }: Account): string {
  if (by === 'setting') return 'The environment of the service names the account.'
  if (by === 'connection') return account === null ? 'Connected.' : `Connected: ${account}`
  return way === 'card'
    ? 'Whoever runs the service sets STRIPE_SECRET_KEY.'
    : 'Connect yours, or whoever runs the service sets PAYPAL_CLIENT_ID.'
}

/** Leads to the provider, who sends the person back. */
function ConnectWallet({ again }: { again: boolean }) {
  const begin = useWrite({
    write: () => marquee.createWalletSignUp(),
    changes: [],
    done: 'You are led to PayPal.',
    after: ({ url }) => globalThis.location.assign(url),
  })
  return (
    <Button variant="default" loading={begin.isPending} onClick={() => begin.mutate(undefined)}>
      {again ? 'Connect another account' : 'Connect PayPal'}
    </Button>
  )
}
