import type { Caller } from '../../../core/caller.ts'
import { failParams } from '../../../core/errors.ts'
import { formatDecimal } from '../../../core/money.ts'
import { orderOf } from './find-part.ts'
import type { OrderPart } from './sight.ts'
import type { Deps } from '../../deps.ts'
import type { Timeline } from './schema.page.ts'
import { everyPlace } from './store.places.ts'
import {
  type ItemKind,
  itemKinds,
  readTimeline,
  type TimelineMark,
  type TimelineRow,
} from './store.timeline.ts'

export type TimelinePage = { before: string | undefined; limit: number }

/** What happened to an order, newest first, as far as the caller sees it. */
export async function showTimeline(
  { db }: Pick<Deps, 'db'>,
  id: number,
  { caller, before, limit }: TimelinePage & { caller: Caller },
): Promise<Timeline> {
  const part = await orderOf({ db }, id, caller)
  const places = await everyPlace(db, id)
  const rows = await readTimeline(
    db,
    {
      orderId: id,
      isWhole: part.isWhole,
      attendeeIds: places
        .filter(({ event_id: event }) => part.isWhole || part.events.includes(event))
        .map(place => place.id),
    },
    { before: before === undefined ? undefined : markIn(before), limit: limit + 1 },
  )
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map(row => itemView(row, part)),
    next: rows.length > limit && last ? nameOf(last) : null,
  }
}

const nameOf = ({ at, kind, id }: TimelineRow) => `${at.toISOString()}_${kind}_${id}`

function markIn(text: string): TimelineMark {
  const [moment = '', kind = '', id = ''] = text.split('_')
  const at = new Date(moment)
  const isKnown = (itemKinds as readonly string[]).includes(kind)
  if (!isKnown || Number.isNaN(at.getTime())) {
    failParams({ before: { message: 'must be `next` of a page before.' } })
  }
  return { at, kind: kind as ItemKind, id: Number(id) }
}

function itemView(row: TimelineRow, { order, sees }: OrderPart) {
  const { amount_minor: minor } = row
  // The recipient of a mail is an address.
  const isHidden = row.kind === 'mail' && !sees.contacts
  return {
    kind: row.kind,
    id: row.id,
    at: row.at.toISOString(),
    what: row.what,
    text: isHidden || row.text === '' ? null : row.text,
    changed: row.columns ?? [],
    ...(minor !== null &&
      sees.money && { amount: formatDecimal({ minor, currency: order.currency }) }),
    attendee: row.attendee_id,
    by: row.login,
  }
}
