import type { DoorConflict } from '@marquee-events/client'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { doorConflictsQuery } from '../../interface/door-queries.ts'
import { Card, Failed, Waiting } from '../../pieces/page.tsx'
import { type Column, Records } from '../../pieces/records.tsx'
import { instantWords } from '../../pieces/words.ts'

/** Why somebody should not have come in, as the door judges it. */
const reasons: Readonly<Record<string, string>> = {
  used_before: 'The ticket was used before',
  passed_on: 'The ticket was passed on to somebody else',
  attendee_not_authorized: 'The place was given back, or is not paid',
  event_cancelled: 'The event was called off',
  event_not_happening_now: 'The doors were not open',
  other_event: 'The ticket is for another event',
  other_gate: 'The ticket is for another gate',
  wrong_code: 'The code was wrong',
  security_code_not_valid: 'The code was not one of ours',
  unknown: 'Nobody has this ticket',
}

type Passage = DoorConflict['second']

const passage = ({ at, gate, device }: Passage) =>
  [at === null ? '' : instantWords(at), gate ?? '', device ?? 'not by a phone']
    .filter(part => part !== '')
    .join(', ')

const columns: readonly Column<DoorConflict>[] = [
  {
    head: 'Why',
    cell: ({ reason, attendee }) => (
      <>
        <span className="strong">{reasons[reason] ?? reason.replaceAll('_', ' ')}</span>
        {attendee !== null && (
          <div className="small">
            <Link to="/attendees" search={{ open: `attendee.${attendee}` }}>
              Whose ticket it is
            </Link>
          </div>
        )}
      </>
    ),
  },
  {
    head: 'Let in',
    cell: ({ second }) => <span className="small breaks">{passage(second)}</span>,
  },
  {
    head: 'Before that',
    cell: ({ first }) => (
      <span className="small breaks">{first === null ? 'nobody came in' : passage(first)}</span>
    ),
  },
]

/** Who was let in with a ticket that had been used, or that does not admit: two phones without a network can do that. */
export function DoorConflicts({ event }: { event: number }) {
  const list = useQuery(doorConflictsQuery(event))
  return (
    <Card title="Let in, and should not have been">
      {list.isPending && <Waiting lines={2} />}
      {list.isError && <Failed error={list.error} again={() => void list.refetch()} />}
      {list.data?.length === 0 && (
        <p className="soft">
          Nobody. Two phones without a network can let in the same ticket twice.
        </p>
      )}
      {list.data && list.data.length > 0 && (
        <Records
          label="Let in, and should not have been"
          labelled
          columns={columns}
          rows={list.data}
          keyOf={({ attendee, second }) =>
            `${attendee ?? ''} ${second.at ?? ''} ${second.device ?? ''}`
          }
        />
      )}
    </Card>
  )
}
