import { Button, Group, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import { useWrite } from '../../interface/writes.ts'
import { Card } from '../../pieces/page.tsx'
import { type Column, Records } from '../../pieces/records.tsx'
import { dayWords, instantWords } from '../../pieces/words.ts'
import { KeepOrEnd } from '../../pieces/keep-or-end.tsx'

/** A credential as each of its lists has it. */
export type Credential = {
  id: number
  name: string
  created_at: string
  expires_at: string | null
  last_used_on: string | null
}

type Props<K extends Credential> = {
  title: string
  /** What such a credential is for. */
  about: string
  keys: readonly K[]
  /** What one may do, in words. */
  may?: (key: K) => string
  button: string
  make: () => void
  end: (key: K) => Promise<unknown>
}

/** Credentials of one kind: what each is for, when it was used, and ending it. */
export function KeyList<K extends Credential>(props: Props<K>) {
  const { title, about, keys, may, button, make, end } = props
  const [ending, setEnding] = useState<K>()
  const columns: readonly Column<K>[] = [
    {
      head: 'Name',
      cell: key => (
        <>
          <span className="strong breaks">{key.name}</span>
          {may && <div className="soft small">{may(key)}</div>}
        </>
      ),
    },
    {
      head: 'Last used',
      cell: ({ last_used_on: day }) => (
        <span className="small">{day === null ? 'never' : dayWords(day)}</span>
      ),
    },
    {
      head: 'Ends',
      cell: ({ expires_at: at }) => (
        <span className="small">{at === null ? 'when you end it' : instantWords(at)}</span>
      ),
    },
    {
      head: 'End',
      right: true,
      cell: key => (
        <Button variant="subtle" aria-label={`End ${key.name}`} onClick={() => setEnding(key)}>
          End
        </Button>
      ),
    },
  ]
  return (
    <Card title={title}>
      <p className="soft small">{about}</p>
      {keys.length > 0 && (
        <div style={{ marginTop: 10 }}>
          <Records label={title} labelled columns={columns} rows={keys} keyOf={({ id }) => id} />
        </div>
      )}
      <Group mt="md">
        <Button variant="default" onClick={make}>
          {button}
        </Button>
      </Group>
      {ending && <End credential={ending} end={end} close={() => setEnding(undefined)} />}
    </Card>
  )
}

type Ending<K extends Credential> = {
  credential: K
  end: (key: K) => Promise<unknown>
  close: () => void
}

function End<K extends Credential>({ credential, end, close }: Ending<K>) {
  const write = useWrite({
    write: () => end(credential),
    changes: ['keys'],
    done: `${credential.name} has ended.`,
    after: close,
  })
  return (
    <Modal opened onClose={close} title={`End ${credential.name}?`}>
      <Text>Whatever uses it is refused from now on. It cannot be brought back.</Text>
      <KeepOrEnd keep={close} end={write}>
        End it
      </KeepOrEnd>
    </Modal>
  )
}
