import type { Deps } from '../deps.ts'
import { type Api, route } from '../../platform/http/route.ts'
import * as shapes from './schema.ts'
import { publicTicketKeys } from './ticket-code.ts'

/**
 * The public keys with which an offline device tells this installation's tickets from forged ones
 * (contract.md 7.8).
 */
export function ticketKeyRoutes(api: Api, deps: Deps) {
  route(api, {
    method: 'GET',
    path: '/ticket-keys',
    ours: true,
    summary: 'The public keys that verify signed ticket codes, as a JSON Web Key Set',
    access: 'public',
    returns: shapes.TicketKeys,
    handle: async () => ({ keys: await publicTicketKeys(deps) }),
  })
}
