import { issueNonce } from '../../src/access/nonces/rules.ts'
import type { Role } from '../../src/core/capabilities.ts'
import { plantEvent, type Planted } from './plant-event.ts'
import type { Got, TestApp } from './start-app.ts'

type Fields = Record<string, unknown>
type Options = { as?: Role; provider?: 'tc' | 'rsvp' }

/** Adds and changes tickets over HTTP with the right nonces. */
export function ticketDesk(app: TestApp) {
  async function nonce(
    action: 'add_ticket' | 'edit_ticket' | 'remove_ticket',
    recordId: number,
    as: Role,
  ) {
    const { userId } = await app.person(as)
    return issueNonce(app.deps.secrets.nonce, { action, userId, recordId }, app.clock.now())
  }

  async function add(eventId: number, fields: Fields = {}, options: Options = {}): Promise<Got> {
    const { as = 'administrator', provider = 'tc' } = options
    const add_ticket_nonce = await nonce('add_ticket', eventId, as)
    const known = { name: 'Seat', price: '10.00', ticket: { mode: 'own', capacity: 10 } }
    const body = { post_id: eventId, provider, add_ticket_nonce, ...known, ...fields }
    return app.tickets('POST', '/tickets', { as, body })
  }

  async function change(
    ticket: { id: number; post_id: number },
    fields: Fields,
    as: Role = 'administrator',
  ) {
    const edit_ticket_nonce = await nonce('edit_ticket', ticket.id, as)
    const body = { post_id: ticket.post_id, edit_ticket_nonce, ...fields }
    return app.tickets('PATCH', `/tickets/${ticket.id}`, { as, body })
  }

  async function remove(ticket: { id: number; post_id: number }, as: Role = 'administrator') {
    const remove_ticket_nonce = await nonce('remove_ticket', ticket.id, as)
    const body = { post_id: ticket.post_id, remove_ticket_nonce }
    return app.tickets('DELETE', `/tickets/${ticket.id}`, { as, body })
  }

  const read = async (id: number, as: Role | 'anonymous' = 'administrator') =>
    app.tickets('GET', `/tickets/${id}`, { as })
  const event = (planted?: Planted) => plantEvent(app, planted)
  return { nonce, add, change, remove, read, event }
}
