import { eventUrl } from '../../catalogue/events/rules.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Deps } from '../deps.ts'
import { placesLeft } from './lookup.ts'
import { eventOfCode, usesLeft } from './rules.ts'
import { type CodeFilter, listCodes, type ListedRow, namesOf } from './store.list.ts'
import { couponView } from './view.ts'

type Context = Pick<Deps, 'config' | 'publicRoot'> & { readonly db: Db }

/** Coupons with what is left of each, the link of each, and the names of the events and tickets that they are for; the newest first. */
export async function listCoupons(deps: Context, filter: CodeFilter, limit: number) {
  const listed = await listCodes(deps.db, filter, limit)
  const rows = listed.slice(0, limit)
  const named = await namesOf(deps.db, recordsOf(rows))
  return {
    coupons: rows.map(row => listedCode(row, { named, deps })),
    events: named.events.map(({ id, title }) => ({ id, title })),
    tickets: named.tickets,
    next: listed.length > limit ? (rows.at(-1)?.id ?? null) : null,
  }
}

/** The events and tickets that coupons name. */
function recordsOf(rows: readonly ListedRow[]) {
  const limits = rows.flatMap(({ limits: own }) => own ?? [])
  return {
    events: limits.flatMap(({ event_ids }) => event_ids),
    tickets: limits.flatMap(({ ticket_ids, opens }) => [...ticket_ids, ...opens]),
  }
}

type Listing = { named: Awaited<ReturnType<typeof namesOf>>; deps: Context }

const listedCode = (row: ListedRow, { named, deps }: Listing) => ({
  ...couponView(row, deps.config),
  orders_left: bounded(usesLeft(row)),
  places_left: bounded(placesLeft(row)),
  batch: row.batch,
  link: linkOf(row, { named, deps }),
})

function linkOf(row: ListedRow, { named, deps }: Listing): string | null {
  const event = named.events.find(({ id }) => id === eventOfCode(row.limits, named.tickets))
  if (!event) return null
  const page = new URL(eventUrl(event, deps.publicRoot))
  page.searchParams.set('code', row.slug)
  return page.href
}

const bounded = (count: number) => (count === Infinity ? null : count)
