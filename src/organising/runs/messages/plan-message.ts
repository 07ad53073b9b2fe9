import type { Caller } from '../../../core/caller.ts'
import { can } from '../../../core/caller.ts'
import { fail, failParams } from '../../../core/errors.ts'
import { addressHash } from '../../../messaging/outbox/rules.ts'
import { bouncingAmong } from '../../../messaging/outbox/lookup.bouncing.ts'
import { localeOfOrder } from '../../../messaging/locale-of-order.ts'
import type { Deps } from '../../deps.ts'
import { siteOf } from '../../lists/list-access.ts'
import { idsOfList, type Reading } from '../../lists/read-list.ts'
import { listNamed, readQuery } from '../../views/read-view.ts'
import type { Draft } from '../record/kinds.ts'
import { hashOf } from '../record/rules.ts'
import { guestsOf, type ListedGuest } from './lookup.ts'
import { addressOf, type MessageWish, rowsOf } from './rules.ts'

/** The most rows of a list that one message is for. */
export const guestsMost = 20_000
const guestsAtOnce = 1000

/**
 * To whom a message would go: one row for each address of a list as the caller reads it. Fails as the list would, with 400 for one of
 * more than 20,000 rows, and without `mails.write`.
 */
export async function planMessage(deps: Deps, wish: MessageWish, caller: Caller): Promise<Draft> {
  if (!can(caller, 'mails.write')) return fail('rest_forbidden')
  const list = listNamed(wish.list) ?? fail('rest_forbidden')
  const reading = await readQuery(list, wish.query, { deps, caller, site: siteOf(deps) })
  const ids = await idsOfList(deps.db, reading, guestsMost)
  if (ids === undefined) {
    return failParams({
      query: {
        message: `finds more than ${guestsMost} ${wish.list}: narrow it, and write to each part.`,
      },
    })
  }
  const guests = await readGuests(deps, wish, ids)
  const addresses = guests.map(({ email }) => addressOf(email))
  const bouncing = await bouncingIn(deps, addresses)
  return {
    eventId: eventIn(reading),
    rows: rowsOf(
      guests.map(guest => ({ ...guest, locale: localeOfOrder(deps, guest) })),
      {
        texts: wish.texts,
        site: deps.siteSettings().language,
        bounces: address => bouncing.has(address),
      },
    ),
    // Who gets it elsewhere by now would make it another plan.
    basis: [hashOf(addresses)],
    warnings: [],
  }
}

async function readGuests({ db }: Deps, { list }: MessageWish, ids: readonly number[]) {
  const sorted = ids.toSorted((one, other) => one - other)
  const guests: ListedGuest[] = []
  for (let at = 0; at < sorted.length; at += guestsAtOnce) {
    guests.push(...(await guestsOf(db, list, sorted.slice(at, at + guestsAtOnce))))
  }
  return guests
}

/** Those of the addresses whose mails come back. */
async function bouncingIn({ db, secrets }: Deps, addresses: readonly string[]) {
  const byHash = new Map(
    addresses.map(address => [addressHash(secrets.order, address).toString('hex'), address]),
  )
  const bouncing = await bouncingAmong(db, [...byHash.keys()])
  return new Set(bouncing.flatMap(hash => byHash.get(hash) ?? []))
}

/** The event that the list is narrowed to; null for several. */
function eventIn({ request: { filters } }: Reading): number | null {
  const named = filters.find(({ name }) => name === 'event')
  const [only, ...more] = named?.kind === 'ids' ? named.values : []
  return only !== undefined && more.length === 0 ? only : null
}
