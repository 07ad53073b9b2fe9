import { Button, Group, TextInput } from '@mantine/core'
import type { Desk } from '@marquee-events/client'
import { useState } from 'react'
import { marquee } from '../../interface/marquee.ts'
import { useRights } from '../../interface/rights.ts'
import { useWrite } from '../../interface/writes.ts'

const wordsOf = ({ quota, used }: Desk['comps']) =>
  quota === null
    ? `${used} places of this event are given away.`
    : `${used} of ${quota} places of this event are given away.`

/** How many places are given away, and how many may be; who may change tickets changes that. */
export function Quota({ desk: { event, comps } }: { desk: Desk }) {
  const { may } = useRights()
  const [typed, setTyped] = useState<string>()
  const places = typed?.trim() === '' ? null : Number(typed)
  const isRight = places === null || (Number.isInteger(places) && places >= 0 && places < 1e6)
  const save = useWrite({
    write: () => marquee.setCompQuota({ id: event, places }),
    changes: ['desk'],
    done: 'The quota counts from now on.',
    after: () => setTyped(undefined),
  })
  return (
    <div className="small">
      <p className="soft">
        {wordsOf(comps)}{' '}
        {may('tickets.write', event) && typed === undefined && (
          <button
            type="button"
            className="desk-link"
            onClick={() => setTyped(comps.quota === null ? '' : String(comps.quota))}
          >
            Change the quota
          </button>
        )}
      </p>
      {typed !== undefined && (
        <Group align="end" mt="xs">
          <TextInput
            label="At most so many"
            description="Empty: any number."
            inputMode="numeric"
            value={typed}
            error={!isRight && 'A whole number.'}
            onChange={({ currentTarget: { value } }) => setTyped(value)}
            autoComplete="off"
            style={{ flex: '1 1 120px' }}
          />
          <Button
            variant="default"
            disabled={!isRight}
            loading={save.isPending}
            onClick={() => save.mutate(undefined)}
          >
            Save
          </Button>
        </Group>
      )}
    </div>
  )
}
