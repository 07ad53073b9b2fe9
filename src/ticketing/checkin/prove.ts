import { mayEnter } from '../attendees/rules.ts'
import { isOfGeneration, type Standing } from './rules.ts'
import { sameSecret } from './same-secret.ts'

/** What proves that an attendee is at the door: a scanned code, or nothing when staff check in from a list. */
export type Proof =
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'signed'; readonly generation: number }
  | { readonly kind: 'staff' }

type TicketState = {
  readonly status: string
  readonly order_status: string
  readonly generation: number
  readonly security_code: string
}

/** Whether the code is this attendee's present one. A transfer makes the security code and signed codes worthless. */
export function proves(proof: Proof, state: Omit<TicketState, 'order_status'>): boolean {
  if (proof.kind === 'staff') return true
  if (proof.kind === 'code') return sameSecret(proof.code, state.security_code)
  const { generation } = state
  return isOfGeneration(proof.generation, { generation, isEnded: state.status !== 'publish' })
}

/** What the rules of the door have to know of a ticket, from its row. */
export const standingOf = ({
  status,
  order_status,
  generation,
}: Omit<TicketState, 'security_code'>): Standing => ({
  admits: status === 'publish' && mayEnter(order_status),
  isEnded: status !== 'publish',
  generation,
})
