import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import {
  apiKeysQuery,
  programPasswordsQuery,
  scannerKeysQuery,
} from '../../interface/key-queries.ts'
import { marquee } from '../../interface/marquee.ts'
import { useRights } from '../../interface/rights.ts'
import { Copy } from '../../pieces/copy.tsx'
import { Dialog } from '../../pieces/dialog.tsx'
import { Card, Head } from '../../pieces/page.tsx'
import { KeyList } from './key-list.tsx'
import { type KeyKind, type MadeKey, NewKey, scopes } from './new-key.tsx'

const route = getRouteApi('/account/keys')

const titles: Readonly<Record<KeyKind, string>> = {
  key: 'New key',
  password: 'New password for a program',
  scanner: 'New key for a scanner app',
}

const isKind = (text: string | undefined): text is KeyKind => text !== undefined && text in titles

/** What lets programs in: keys, passwords for programs that know no keys, and keys of scanner apps. */
export function Keys() {
  const { me, may } = useRights()
  const { new: kind } = route.useSearch()
  const navigate = route.useNavigate()
  const [made, setMade] = useState<MadeKey>()
  const open = (next?: KeyKind) => void navigate({ search: next ? { new: next } : {} })
  return (
    <>
      <Head title="Keys for programs" above={me.user.display_name} />
      {made && <Made made={made} />}
      <ApiKeys make={() => open('key')} />
      <Passwords user={me.user.id} make={() => open('password')} />
      {may('keys.write') && <Scanners make={() => open('scanner')} />}
      <Dialog opened={isKind(kind)} onClose={() => open()} title={isKind(kind) ? titles[kind] : ''}>
        {isKind(kind) && (
          <NewKey
            kind={kind}
            close={() => open()}
            onMade={one => {
              setMade(one)
              open()
            }}
          />
        )}
      </Dialog>
    </>
  )
}

/** The secret, which nobody can read again. */
function Made({ made: { name, secret } }: { made: MadeKey }) {
  return (
    <Card title={`${name}: copy it now`}>
      <p>It is shown this once. Keep it where the program reads it, and nowhere else.</p>
      <p className="breaks" style={{ marginTop: 8 }}>
        <code>{secret}</code> <Copy text={secret} what="the key" />
      </p>
    </Card>
  )
}

const mayWords = (of: readonly string[]) =>
  scopes
    .filter(({ value }) => of.includes(value))
    .map(({ label }) => label)
    .join('; ')

function ApiKeys({ make }: { make: () => void }) {
  const { data: keys } = useSuspenseQuery(apiKeysQuery)
  return (
    <KeyList
      title="Keys"
      about="For programs of your own. Each may do some of what you may, and ends with a new password of yours."
      keys={keys}
      may={key => mayWords(key.scopes)}
      button="New key"
      make={make}
      end={({ id }) => marquee.deleteKey({ id })}
    />
  )
}

function Passwords({ user, make }: { user: number; make: () => void }) {
  const { data: passwords } = useSuspenseQuery(programPasswordsQuery(user))
  return (
    <KeyList
      title="Passwords for programs"
      about="For programs that sign in with a login and a password. One may do everything that you may, and signs in to no browser."
      keys={passwords}
      button="New password"
      make={make}
      end={({ id }) => marquee.deleteUserApplicationPassword({ id: user, password_id: id })}
    />
  )
}

function Scanners({ make }: { make: () => void }) {
  const { data: keys = [] } = useQuery(scannerKeysQuery)
  return (
    <KeyList
      title="Keys of scanner apps"
      about="For apps from a store and for turnstiles. The page of the door needs none: its phones are paired."
      keys={keys}
      may={({ event }) => (event === null ? 'at every event' : `at event ${event}`)}
      button="New scanner key"
      make={make}
      end={({ id }) => marquee.deleteScannerKey({ id })}
    />
  )
}
