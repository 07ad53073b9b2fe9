import type { Server } from './server.ts'

export type NewEvent = { id: number; nonces: { add: string } }

/** An event created through the API, as staff see it. */
export function anEvent(server: Server, details: object = {}): Promise<NewEvent> {
  return server.call('POST', '/svc/events/v1/events', {
    title: 'Opening night',
    start_date: '2031-06-01 19:00:00',
    end_date: '2031-06-01 23:00:00',
    ...details,
  })
}

/** Creates a ticket with this many places, free unless it has a price; returns its id. */
export async function aTicket(
  server: Server,
  event: NewEvent,
  capacity: number,
  price = '',
): Promise<number> {
  const ticket = await server.call<{ id: number }>('POST', '/svc/tickets/v1/tickets', {
    post_id: event.id,
    add_ticket_nonce: event.nonces.add,
    provider: 'tc',
    name: 'Seat',
    price,
    ticket: { mode: 'own', capacity },
  })
  return ticket.id
}

/** Creates an event with one ticket with this many places. Returns the ticket's id. */
export const hotTicket = async (server: Server, capacity: number) =>
  aTicket(server, await anEvent(server), capacity)
