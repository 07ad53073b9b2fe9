/**
 * The rules of the door (contract.md 14.1, 34.5). The service, scanner keys and phones without a network judge by this module, so it
 * imports nothing: what secrets are compared with is done before.
 */
export type Refusal =
  | 'security_code_not_valid'
  | 'attendee_not_authorized'
  | 'attendee_already_checked_in'
  | 'event_cancelled'
  | 'event_not_happening_now'

/** What a ticket is worth at the door. */
export type Standing = {
  /** Whether the place is valid and its order lets it in. */
  readonly admits: boolean
  /** Whether the place was given back. */
  readonly isEnded: boolean
  readonly generation: number
}

/** The event of a ticket. */
export type Evening = {
  readonly event_happening: string
  readonly starts_at: Date
  readonly ends_at: Date
}

/** The minutes before and after an event in which scans are accepted; null for no limit. */
export type EntryWindow = { readonly bufferMinutes: number } | null

export type EntryRequest = {
  /** Whether the code is the ticket's present one; always for staff, who need none. */
  readonly isProven: boolean
  readonly byStaff: boolean
  readonly isCheckedIn: boolean
  readonly at: Date
  readonly window: EntryWindow
}

/**
 * Whether this attendee may enter at `at`: undefined when allowed, else the first reason against it
 * (contract.md 14.1). An unknown status does not admit. A hidden or trashed event still admits its tickets
 * (contract.md 7.9).
 */
export function refusalOf(
  standing: Standing,
  evening: Evening,
  request: EntryRequest,
): Refusal | undefined {
  // Staff learn first that the attendee is already inside (contract.md 14.1); devices learn first that the
  // status does not admit.
  if (request.byStaff && request.isCheckedIn && !standing.isEnded)
    return 'attendee_already_checked_in'
  if (!request.isProven) return 'security_code_not_valid'
  if (!standing.admits) return 'attendee_not_authorized'
  if (evening.event_happening === 'cancelled') return 'event_cancelled'
  if (request.isCheckedIn) return 'attendee_already_checked_in'
  const isEarlyOrLate = request.window !== null && !isWithin(evening, request.at, request.window)
  return !request.byStaff && isEarlyOrLate ? 'event_not_happening_now' : undefined
}

/**
 * Whether a signed code is of the ticket's present generation. A refund raises the generation by one more: such a ticket is
 * known, and is refused because of its refund.
 */
export const isOfGeneration = (
  generation: number,
  standing: Pick<Standing, 'generation' | 'isEnded'>,
): boolean =>
  generation === standing.generation || (standing.isEnded && generation === standing.generation - 1)

function isWithin(
  { starts_at, ends_at }: Evening,
  at: Date,
  { bufferMinutes }: { bufferMinutes: number },
): boolean {
  const buffer = bufferMinutes * 60_000
  return at.getTime() >= starts_at.getTime() - buffer && at.getTime() <= ends_at.getTime() + buffer
}
