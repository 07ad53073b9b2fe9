/** What decides where an event stands on the first page. */
type Placed = {
  readonly row: {
    readonly starts_at: Date
    readonly happening: string
    readonly password_hash: string | null
  }
  readonly event: { readonly image: unknown; readonly featured: boolean | null }
  readonly summary: { readonly state: string } | undefined
}

export type Arranged<Event> = {
  readonly lead: Event | undefined
  /** Begins within seven days. */
  readonly week: readonly Event[]
  readonly later: readonly Event[]
  readonly running: readonly Event[]
}

const aWeek = 7 * 24 * 60 * 60_000

/**
 * The places of events on the first page. The lead is the next featured event, else the next with a picture, else the
 * next: one that takes place, that everybody may see, and for which tickets are left.
 */
export function arranged<Event extends Placed>(
  { next, running }: { next: readonly Event[]; running: readonly Event[] },
  now: Date,
): Arranged<Event> {
  const fit = next.filter(
    ({ row, summary }) =>
      row.happening === 'scheduled' &&
      row.password_hash === null &&
      (summary === undefined || summary.state === 'open' || summary.state === 'not_yet'),
  )
  const lead =
    fit.find(({ event }) => event.featured && event.image) ??
    fit.find(({ event }) => event.image) ??
    fit[0]
  const others = next.filter(event => event !== lead)
  const isSoon = ({ row }: Event) => row.starts_at.getTime() < now.getTime() + aWeek
  return {
    lead,
    week: others.filter(isSoon),
    later: others.filter(event => !isSoon(event)),
    running,
  }
}
