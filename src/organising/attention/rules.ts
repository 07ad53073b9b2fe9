/** What can wait for somebody, in the order of a list. */
export const attentionKinds = [
  'dispute',
  'refund_failed',
  'refund_pending',
  'refund_unplaced',
  'run_resting',
  'run_left_over',
  'till_left_open',
  'event_without_account',
  'event_without_door',
  'mail_bounced',
  'pool_nearly_full',
] as const
export type AttentionKind = (typeof attentionKinds)[number]

/** Something that waits until it is solved. Of an order over several events each of them is named. */
export type Waiting = {
  kind: AttentionKind
  /** With the kind, its name. */
  id: string
  /** Since when it waits; null where that is not known. */
  since: Date | null
  /** By when it has to be solved; null where nobody says. */
  deadline: Date | null
  events: readonly number[]
  order: number | null
  attendee: number | null
  ticket: number | null
}

/** By kind; in a kind by deadline, then what waits longest. */
export function inOrder(waiting: readonly Waiting[]): Waiting[] {
  const rank = ({ kind }: Waiting) => attentionKinds.indexOf(kind)
  const time = (at: Date | null) => at?.getTime() ?? Number.MAX_SAFE_INTEGER
  return [...waiting].sort(
    (one, other) =>
      rank(one) - rank(other) ||
      time(one.deadline) - time(other.deadline) ||
      time(one.since) - time(other.since) ||
      (one.id < other.id ? -1 : 1),
  )
}

/** Where it is solved, behind the address of the console. */
export function pathOf({ kind, id, order, attendee, events, ticket }: Waiting): string {
  const [event = 0] = events
  switch (kind) {
    case 'run_resting':
    case 'run_left_over':
      return `/runs/${id}`
    case 'till_left_open':
      return `/tills/${id}`
    case 'event_without_account':
      return '/settings'
    case 'event_without_door':
      return `/door?event=${event}`
    case 'pool_nearly_full':
      return ticket === null ? `/events/${event}` : `/events/${event}/tickets/${ticket}`
    default:
      return order === null ? `/attendees?open=attendee.${attendee ?? 0}` : `/orders/${order}`
  }
}
