import type { Static } from 'typebox'
import type { EventRow } from '../../catalogue/events/lookup.ts'
import { doorWords } from '../../core/questions/door-words.ts'
import { formatDecimal } from '../../core/money.ts'
import type { Random } from '../../platform/random.ts'
import { standingOf } from '../checkin/prove.ts'
import type { EntryWindow } from '../checkin/rules.ts'
import { isShortCode } from '../checkin/same-secret.ts'
import { codeHash, doorCodeHash } from './code-hash.ts'
import type { DoorEvening } from './rules.ts'
import type * as shapes from './schema.ts'
import { sealHolder } from './seal-holder.ts'
import type { DeviceRow } from './store.devices.ts'
import type { GateRow } from './store.gates.ts'
import type { DoorTicket, ListedRow } from './store.list.ts'

export const gateView = ({
  id,
  name,
  place,
  ticket_ids,
}: GateRow): Static<typeof shapes.GateView> => ({
  id,
  name,
  place,
  tickets: ticket_ids,
})

const instantOrNull = (at: Date | null) => at?.toISOString() ?? null

export const deviceView = (row: DeviceRow): Static<typeof shapes.DeviceView> => ({
  id: row.id,
  name: row.name,
  events: row.event_ids,
  profile: row.profile === 'search' ? ('search' as const) : ('scan' as const),
  gate: row.gate_id,
  state: row.revoked_at !== null ? 'revoked' : row.paired_at === null ? 'waiting' : 'paired',
  created_at: row.created_at.toISOString(),
  paired_at: instantOrNull(row.paired_at),
  seen_at: instantOrNull(row.seen_at),
  revoked_at: instantOrNull(row.revoked_at),
  app_version: row.app_version,
  unsent: row.unsent,
  battery: row.battery,
  last_seq: row.last_seq,
})

/** The event as the rules of the door see it. */
export const eveningOf = (event: EventRow, window: EntryWindow): DoorEvening => ({
  id: event.id,
  zone: event.timezone,
  event_happening: event.happening,
  starts_at: event.starts_at,
  ends_at: event.ends_at,
  window,
})

type Head = {
  event: EventRow
  gates: readonly GateRow[]
  tickets: readonly DoorTicket[]
  window: EntryWindow
}

export const headView = ({ event, gates, tickets, window }: Head) => ({
  event: {
    id: event.id,
    title: event.title,
    timezone: event.timezone,
    starts_at: event.starts_at.toISOString(),
    ends_at: event.ends_at.toISOString(),
    happening: event.happening,
    entry_buffer_minutes: window?.bufferMinutes ?? null,
  },
  gates: gates.map(gateView),
  tickets: tickets.map(({ id, name, entry, door_note }) => ({ id, name, entry, door_note })),
})

export function stateOfRow(row: ListedRow): 'valid' | 'unpaid' | 'ended' {
  const { admits, isEnded } = standingOf(row)
  if (isEnded) return 'ended'
  return admits ? 'valid' : 'unpaid'
}

/** `day`: that of the event, on which somebody is of age or not. */
type Telling = { random: Random; tellsOwed: boolean; language: string; day: string }

/** One attendee in the list of a phone; without a secret, and with names only sealed. */
export function listedView(
  { random, tellsOwed, ...spoken }: Telling,
  row: ListedRow,
): Static<typeof shapes.ListedView> {
  const { isEnded, generation } = standingOf(row)
  const answers = (row.answers ?? []).flatMap(answer => doorWords(answer, spoken) ?? [])
  return {
    id: row.id,
    ticket: row.ticket_id,
    order: row.order_id,
    generation,
    state: stateOfRow(row),
    // A short code could be found from its hash, and the name with it: such a ticket is asked of the service.
    code: isShortCode(row.security_code) ? '' : codeHash(row),
    typed: doorCodeHash(row),
    note: row.door_note !== '' || answers.length > 0,
    sealed:
      isEnded || isShortCode(row.security_code)
        ? ''
        : sealHolder(random, row, { name: row.holder_name, note: row.door_note, answers }),
    checked_in_at: instantOrNull(row.checked_in_at),
    inside: row.inside,
    entered_at: instantOrNull(row.entered_at),
    device: row.device_id,
    gate: row.gate_id,
    owed: tellsOwed ? owedOf(row) : null,
  }
}

const owedOf = ({ owed_minor: minor, currency }: ListedRow) =>
  minor === null || minor <= 0 ? null : `${formatDecimal({ minor, currency })} ${currency}`
