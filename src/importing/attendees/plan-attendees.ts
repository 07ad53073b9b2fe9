import { createHash } from 'node:crypto'
import type { Db } from '../../platform/db/database.ts'
import { freePlaces } from '../../ticketing/inventory/lookup.free.ts'
import { type SaleTicket, ticketsOfEvent } from '../../ticketing/tickets/lookup.ts'
import { classify, type Classified, type TicketType } from './classify.ts'
import { type Field, guessMapping, type Mapping, readMapping } from './columns.ts'
import { type Guest, guestOf, type Refusal } from './guests.ts'
import { readTable, type Table } from './read-table.ts'
import { findMapping, presentKeys } from './store.ts'

/** A list of attendees as somebody gives it. */
export type AttendeeList = {
  readonly bytes: Uint8Array
  readonly eventId: number
  /** Which column is what; without it, what was chosen for such a file before, or what the names of columns say. */
  readonly mapping: unknown
  /** The ticket type of lines that name none. */
  readonly ticketId: number | undefined
  readonly makesTypes: boolean
  readonly rowsMost: number
}

export type AttendeePlan = Classified & {
  readonly table: Table
  readonly mapping: Mapping
  readonly guests: readonly Guest[]
  readonly tickets: ReadonlyMap<number, SaleTicket>
  /** Changes when the file, its reading, or what it would do changes. */
  readonly token: string
}

/** Why a list cannot be planned at all, by the parameter that is to blame. */
export type ListProblems = {
  readonly problems: Readonly<Partial<Record<'file' | 'mapping' | 'ticket', string>>>
}

/** Says what a list of attendees would do, line by line, and changes nothing (contract.md 35.11). */
export async function planAttendees(
  db: Db,
  list: AttendeeList,
): Promise<AttendeePlan | ListProblems> {
  const { bytes, eventId, ticketId, makesTypes, rowsMost } = list
  const table = readTable(bytes, { rowsMost })
  if ('problem' in table) return { problems: { file: table.problem } }
  const mapping = await mappingFor(db, table.head, list.mapping)
  if (typeof mapping === 'string') return { problems: { mapping } }
  const tickets = new Map((await ticketsOfEvent(db, eventId)).map(ticket => [ticket.id, ticket]))
  if (ticketId !== undefined && !tickets.has(ticketId)) {
    return { problems: { ticket: 'There is no such ticket at the event.' } }
  }
  const stock = await freePlaces(db, [...tickets.keys()])
  const types = [...tickets.values()].map(({ id, name }): TicketType => {
    const { own = null, sharedPoolId = null, shared = null } = stock.get(id) ?? {}
    return { id, name, stock: { own, sharedPoolId, shared } }
  })
  const read = table.rows.map(row => guestOf(row, { head: table.head, mapping }))
  const guests = read.filter(each => 'key' in each)
  const classified = classify(read, {
    types,
    usual: usualType(types, ticketId, makesTypes),
    makesTypes,
    present: await presentKeys(
      db,
      eventId,
      guests.map(({ key }) => key),
    ),
  })
  return {
    ...classified,
    table,
    mapping,
    guests,
    tickets,
    token: tokenOf(list, mapping, classified),
  }
}

/** Lines without a ticket type get the one that was chosen, or else the only one of the event. */
function usualType(
  types: readonly TicketType[],
  ticketId: number | undefined,
  makesTypes: boolean,
): TicketType | undefined {
  if (ticketId !== undefined) return types.find(({ id }) => id === ticketId)
  const [first, second] = types
  if (first) return second ? undefined : first
  if (!makesTypes) return undefined
  return { id: null, name: 'Ticket', stock: { own: null, sharedPoolId: null, shared: null } }
}

/** The mapping, or a sentence why there is none. */
async function mappingFor(
  db: Db,
  head: readonly string[],
  given: unknown,
): Promise<Mapping | string> {
  const remembered = given === undefined ? await findMapping(db, head) : given
  const { mapping, problems } =
    remembered === undefined
      ? { mapping: guessMapping(head), problems: [] }
      : readMapping(remembered, head)
  if (problems.length > 0) return problems.join(' ')
  const named: readonly Field[] = ['name', 'first_name', 'last_name', 'email']
  if (named.some(field => mapping[field] !== undefined)) return mapping
  return `Say which column has names or email addresses: ${head.join(', ').slice(0, 1000)}.`
}

function tokenOf(
  list: AttendeeList,
  mapping: Mapping,
  { placed, repeats, refused, made }: Classified,
) {
  const lines = (all: readonly Refusal[]) => all.map(({ line, reason }) => [line, reason])
  const told = [
    list.eventId,
    mapping,
    placed.map(({ guest, type }) => [guest.line, type.id ?? type.name]),
    lines(repeats),
    lines(refused),
    made.map(({ name }) => name),
  ]
  return createHash('sha256').update(list.bytes).update(JSON.stringify(told)).digest('base64url')
}
