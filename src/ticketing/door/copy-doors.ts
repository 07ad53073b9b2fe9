import type { Tx } from '../../platform/db/database.ts'
import type { CopiedTicket } from '../tickets/copy-tickets.ts'
import { insertGate, listGates } from './store.gates.ts'
import { copyEntries } from './store.entries.ts'

export type DoorCopies = {
  readonly from: number
  readonly to: number
  readonly tickets: readonly CopiedTicket[]
}

/** Gives an event the gates of another one, for its own tickets, and how often these let in. Phones are paired anew. */
export async function copyDoors(tx: Tx, { from, to, tickets }: DoorCopies): Promise<void> {
  await copyEntries(tx, tickets)
  const own = new Map(tickets.map(({ from: ticket, id }) => [ticket, id]))
  for (const { name, place, ticket_ids: admitted } of await listGates(tx, from)) {
    const ticketIds = admitted.flatMap(id => own.get(id) ?? [])
    // A gate that admitted only tickets which are gone would admit everybody.
    if (admitted.length > 0 && ticketIds.length === 0) continue
    await insertGate(tx, { event_id: to, name, place, ticket_ids: ticketIds })
  }
}
