import {
  browserSession,
  demandOwnPage,
  type SignedIn,
} from '../../access/sessions/recognise-session.ts'
import { sessionNonce } from '../../access/sessions/rules.ts'
import { type EventRow, findEvent } from '../../catalogue/events/lookup.ts'
import { can, userIdOf } from '../../core/caller.ts'
import { toLocal } from '../../core/time.ts'
import type { Deps } from '../../messaging/deps.ts'
import { readDoorList } from '../../organising/door-list/read-door-list.ts'
import { partiesWith, sheetsOf } from '../../organising/door-list/rules.ts'
import { recordTicks } from '../../ticketing/door/record-ticks.ts'
import { demandOurForm, fieldText } from '../accounts/form-problems.ts'
import type { Page, Redirect } from '../kit/page.ts'
import type { Pages, Visit } from '../kit/pages.ts'
import { lacksFactor, numberOf, toFactor, toSignIn } from './door-address.ts'
import { DoorListPage, TicksPage } from './list-page.tsx'

/** Lines on a sheet of A4 and of letter paper, in a size that is read in bad light. */
const linesMost = 30
/** Sheets of one page; a longer list is printed in parts. */
const sheetsMost = 100
/** Orders on the screen for ticks; a search finds the others. */
const partiesMost = 100
const ticksMost = 500

/** The list on paper, for when everything is dead, and how its ticks come back in (contract.md 34.8). */
export function doorListPages(pages: Pages, deps: Deps) {
  pages.show({
    path: '/tickets-door/list',
    kind: 'personal',
    handle: visit => atEvent(deps, visit, ({ event }) => printedList(deps, visit, event)),
  })
  pages.show({
    path: '/tickets-door/ticks',
    kind: 'personal',
    handle: visit => atEvent(deps, visit, at => ticksPage(deps, visit, at)),
  })
  pages.take({
    path: '/tickets-door/ticks',
    kind: 'personal',
    handle: visit => {
      demandOurForm(deps, visit)
      return atEvent(deps, visit, at => takeTicks(deps, visit, at))
    },
  })
}

type AtEvent = { event: EventRow; session: SignedIn }

/** For staff who may see names at the doors of the event; for everybody else there is no such page. */
async function atEvent<T>(deps: Deps, visit: Visit, show: (at: AtEvent) => Promise<T>) {
  const id = numberOf(visit.query['event']) ?? numberOf(visit.form['event'])
  const session = await browserSession(deps, visit.request)
  if (!session) return toSignIn(id)
  const mayScan = id !== undefined && can(session.caller, 'door.search', id)
  const event = mayScan ? await findEvent(deps.db, id) : undefined
  return event && show({ event, session })
}

async function printedList(deps: Deps, visit: Visit, event: EventRow): Promise<Page> {
  const sheets = sheetsOf(await readDoorList(deps, event.id), linesMost)
  const parts = Math.max(1, Math.ceil(sheets.length / sheetsMost))
  const part = Math.min(parts, numberOf(visit.query['part']) ?? 1)
  const from = (part - 1) * sheetsMost
  return {
    title: visit.words.t('doors.listTitle', { event: event.title }),
    body: (
      <DoorListPage
        event={event}
        sheets={sheets.slice(from, from + sheetsMost)}
        first={from + 1}
        pages={sheets.length + 1}
        part={part}
        parts={parts}
        printedAt={deps.clock.now()}
      />
    ),
  }
}

type Ticked = { problem?: string; taken?: number; status?: number }

async function ticksPage(
  deps: Deps,
  visit: Visit,
  { event, session, problem, taken, status }: AtEvent & Ticked,
): Promise<Page> {
  const search = fieldText(visit.query['search'] ?? visit.form['search']).slice(0, 100)
  const all = await readDoorList(deps, event.id)
  const parties = search.trim() === '' ? all : partiesWith(all, search)
  return {
    title: visit.words.t('doors.ticksTitle'),
    body: (
      <TicksPage
        event={event}
        parties={parties.slice(0, partiesMost)}
        more={Math.max(0, parties.length - partiesMost)}
        search={search}
        time={timeOf(visit.form['time']) ?? toLocal(event.starts_at, event.timezone).slice(11, 16)}
        token={sessionNonce(deps.secrets.nonce, session.id)}
        problem={problem}
        taken={taken}
      />
    ),
    ...(status !== undefined && { status }),
  }
}

const timeOf = (value: unknown) =>
  /^([01]\d|2[0-3]):[0-5]\d$/.test(fieldText(value)) ? fieldText(value) : undefined

async function takeTicks(
  deps: Deps,
  visit: Visit,
  at: AtEvent,
): Promise<Page | Redirect | undefined> {
  const { event, session } = at
  demandOwnPage(deps, visit.request, { session, nonce: visit.form['token'] })
  if (lacksFactor(session)) return toFactor
  if (!can(session.caller, 'door.scan', event.id)) return undefined
  const { t } = visit.words
  const time = timeOf(visit.form['time'])
  if (time === undefined) {
    return ticksPage(deps, visit, { ...at, problem: t('doors.noTime'), status: 400 })
  }
  const places = new Set(
    (await readDoorList(deps, event.id)).flatMap(party => party.places.map(({ id }) => id)),
  )
  const ticked = [visit.form['came'] ?? []].flat().flatMap(value => numberOf(value) ?? [])
  const ids = ticked.filter(id => places.has(id)).slice(0, ticksMost)
  if (ids.length === 0) {
    return ticksPage(deps, visit, { ...at, problem: t('doors.noTicks'), status: 400 })
  }
  const results = await recordTicks(deps, {
    event,
    attendeeIds: ids,
    time,
    userId: userIdOf(session.caller),
  })
  return ticksPage(deps, visit, { ...at, taken: results.length })
}
