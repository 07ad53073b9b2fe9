import { Badge, Button, SegmentedControl, useMantineColorScheme } from '@mantine/core'
import type { Session } from '@marquee-events/client'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { marquee } from '../../interface/marquee.ts'
import { sessionQuery, sessionsQuery } from '../../interface/queries.ts'
import { useRights } from '../../interface/rights.ts'
import { useWrite } from '../../interface/writes.ts'
import { Card, Head, Outside } from '../../pieces/page.tsx'
import { type Column, Records } from '../../pieces/records.tsx'
import { instantWords } from '../../pieces/words.ts'
import { site } from '../../site.ts'

/** The person who is signed in: who that is, where else, and how the console looks. */
export function Account() {
  const { me } = useRights()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <Head title="Account">
        <SignOut />
      </Head>
      <Card>
        <dl className="facts">
          <dt>Name</dt>
          <dd>{me.user.display_name}</dd>
          <dt>Login</dt>
          <dd>{me.user.login}</dd>
          <dt>Role</dt>
          <dd>{me.user.role}</dd>
          {me.refund_limit !== null && (
            <>
              <dt>Refunds</dt>
              <dd>
                at most {me.refund_limit} {me.currency} of one order
              </dd>
            </>
          )}
        </dl>
        <p style={{ marginTop: 14 }}>
          <Outside href={`${site.base}/account`}>
            Change the password, and what else belongs to the account
          </Outside>
        </p>
        <p style={{ marginTop: 8 }}>
          <Link to="/account/keys">Keys for programs</Link>
        </p>
      </Card>
      <Card title="Look">
        <SegmentedControl
          aria-label="Look"
          value={colorScheme}
          onChange={setColorScheme}
          data={[
            { value: 'auto', label: 'As the device' },
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
        />
      </Card>
      <h2 style={{ margin: '22px 0 10px' }}>Browsers that are signed in</h2>
      <Sessions user={me.user.id} />
    </>
  )
}

function SignOut() {
  const queries = useQueryClient()
  const { me } = useRights()
  const { data: session } = useSuspenseQuery(sessionQuery)
  const signOut = useWrite({
    write: () => marquee.deleteUserSession({ id: me.user.id, session_id: session?.id ?? 0 }),
    changes: [],
    done: 'Signed out.',
    after: () => {
      queries.clear()
      queries.setQueryData(sessionQuery.queryKey, null)
      globalThis.location.assign(`${site.base}/admin`)
    },
  })
  return (
    <Button variant="default" loading={signOut.isPending} onClick={() => signOut.mutate(undefined)}>
      Sign out
    </Button>
  )
}

function Sessions({ user }: { user: number }) {
  const { data: sessions } = useSuspenseQuery(sessionsQuery(user))
  const { data: own } = useSuspenseQuery(sessionQuery)
  const end = useWrite({
    write: (id: number) => marquee.deleteUserSession({ id: user, session_id: id }),
    changes: ['sessions'],
    done: 'That browser is signed out.',
  })
  const columns: readonly Column<Session>[] = [
    {
      head: 'Browser',
      cell: ({ browser }) => <span className="small">{browser || 'Did not say'}</span>,
    },
    { head: 'Last used', cell: ({ used_at }) => instantWords(used_at) },
    {
      head: 'End',
      right: true,
      cell: ({ id, browser }) =>
        id === own?.id ? (
          <Badge color="good" variant="light" tt="none" size="lg">
            This one
          </Badge>
        ) : (
          <Button
            variant="default"
            aria-label={`Sign out ${browser}`}
            onClick={() => end.mutate(id)}
          >
            Sign out
          </Button>
        ),
    },
  ]
  return <Records label="Browsers" columns={columns} rows={sessions} keyOf={({ id }) => id} />
}
