import type { Tx } from '../../platform/db/database.ts'
import { recordAll } from '../../platform/facts/record.ts'
import { type AtDoor, type Entry, letIn, letInBefore, letOut } from '../attendees/door.ts'
import { type DoorStateRow, saveStates } from '../checkin/log-door.ts'
import { type OtherPassage, statesOf } from '../checkin/lookup.passages.ts'
import type { MergedPassages } from './rules.merge.ts'
import type { Passing } from './rules.ts'
import { deviceNames } from './store.devices.ts'

type Passings = {
  attendees: ReadonlyMap<number, AtDoor>
  merged: ReadonlyMap<number, MergedPassages>
  others: readonly OtherPassage[]
}

/** Writes who is checked in and who is inside, with a fact for each change. */
export async function writePassings(
  tx: Tx,
  { attendees, merged, others: elsewhere }: Passings,
): Promise<void> {
  const all = [...merged].flatMap(([id, { passing }]) => {
    const attendee = attendees.get(id)
    return attendee ? [{ attendee, passing }] : []
  })
  const isIn = ({ attendee }: Change) => attendee.checked_in_at !== null
  const came = all.filter(
    one => !isIn(one) && one.passing.standing !== null && one.attendee.status === 'publish',
  )
  const gone = all.filter(one => isIn(one) && one.passing.standing === null)
  const moved = all.filter(one => isIn(one) && isElsewhere(one))
  const names = await deviceNames(tx, [...came, ...moved].flatMap(standingDevice))
  await letIn(
    tx,
    came.map(one => entryOf(one, { names, elsewhere })),
  )
  await letInBefore(
    tx,
    moved.map(one => entryOf(one, { names, elsewhere })),
  )
  await letOut(
    tx,
    gone.map(({ attendee }) => idsOf(attendee)),
  )
  const before = await statesOf(
    tx,
    all.map(({ attendee }) => attendee.id),
  )
  const changed = all.filter(one => isChanged(before.get(one.attendee.id), stateOf(one)))
  await saveStates(tx, changed.map(stateOf))
  const others = changed.filter(one => !came.includes(one) && !gone.includes(one))
  await recordAll(tx, [
    ...came.map(named('attendee.checked_in')),
    ...gone.map(named('attendee.check_in_undone')),
    ...others.map(named('attendee.passed_door')),
  ])
}

const named =
  (name: 'attendee.checked_in' | 'attendee.check_in_undone' | 'attendee.passed_door') =>
  ({ attendee: { id } }: Change) => ({ name, payload: { attendee_id: id } })

type Change = { attendee: AtDoor; passing: Passing }

const standingDevice = ({ passing: { standing } }: Change) => standing?.deviceId ?? []

const isElsewhere = ({ attendee, passing: { standing } }: Change) =>
  standing !== null && standing.at.getTime() !== attendee.checked_in_at?.getTime()

const idsOf = ({ id, event_id, ticket_id, order_status }: AtDoor) => ({
  id,
  eventId: event_id,
  ticketId: ticket_id,
  orderStatus: order_status,
})

type AdmissionSources = { names: ReadonlyMap<number, string>; elsewhere: readonly OtherPassage[] }

function entryOf({ attendee, passing }: Change, { names, elsewhere }: AdmissionSources): Entry {
  const { standing } = passing
  if (!standing) throw new Error('Nobody came in.')
  const { deviceId, at } = standing
  const came = { ...idsOf(attendee), at }
  if (deviceId !== null)
    return { ...came, source: 'app', userId: null, device: names.get(deviceId) ?? null }
  // Whoever checked somebody in is told again, where a phone had come before and took its scan back.
  const other = elsewhere.find(
    passage =>
      passage.kind === 'admitted' &&
      passage.attendee_id === attendee.id &&
      passage.at.getTime() === at.getTime(),
  )
  const { source = 'site', user_id: userId = null, device = null } = other ?? {}
  return { ...came, source, userId, device }
}

const stateOf = ({ attendee, passing: { last, isInside } }: Change): DoorStateRow => ({
  attendee_id: attendee.id,
  inside: isInside,
  entered_at: last?.at ?? null,
  device_id: last?.deviceId ?? null,
  gate_id: last?.gateId ?? null,
})

const isChanged = (before: DoorStateRow | undefined, now: DoorStateRow) =>
  before?.inside !== now.inside ||
  before.entered_at?.getTime() !== now.entered_at?.getTime() ||
  before.device_id !== now.device_id ||
  before.gate_id !== now.gate_id
