import { anonymous } from '../../core/caller.ts'
import { AppError } from '../../core/errors.ts'
import { ticketPath } from '../../messaging/tickets/ticket-address.ts'
import type { Deps } from '../../shop/deps.ts'
import { findOrder } from '../../shop/orders/record/lookup.ts'
import { giveBackPlaces } from '../../shop/orders/settling/give-back-places.ts'
import { holderKeyHolds } from '../../ticketing/attendees/holder-key.ts'
import { type AttendeeRow, findAttendee } from '../../ticketing/attendees/lookup.ts'
import { codeEndedAt } from '../../ticketing/attendees/lookup.holders.ts'
import { qrContent, svgUrl } from '../../ticketing/checkin/draw-qr.ts'
import { opensPages } from '../../ticketing/checkin/same-secret.ts'
import { doneCookie, toldOnce } from '../kit/done-cookie.ts'
import type { Page, Redirect } from '../kit/page.ts'
import type { Pages, Visit } from '../kit/pages.ts'
import { admits } from './admits.ts'
import { endedTicketPage } from './ended-ticket.tsx'
import { shownEvents } from './own-order.ts'
import { saveHolder } from './save-holder.ts'
import { ticketPage, type TicketPageProps } from './ticket-page.tsx'

/** Each ticket by itself, and what the holder of one that was passed on can do with it (contract.md 7.11). */
export function ticketPages(pages: Pages, deps: Deps) {
  pages.show({
    path: '/ticket/:id/:code',
    kind: 'personal',
    handle: visit => showTicket(deps, visit),
  })
  for (const [what, take] of [
    ['holder', passOn],
    ['give-back', giveBack],
  ] as const) {
    const path = `/ticket/:id/:code/${what}`
    pages.take({ path, kind: 'personal', handle: visit => take(deps, visit) })
    pages.show({ path, kind: 'personal', handle: visit => toTicket(visit) })
  }
}

/** What the page says after it did what a form asked for. */
const doneWords = { holder: 'done.holder', place: 'done.giveBackPlace' } as const

async function showTicket(deps: Deps, visit: Visit): Promise<Page | Redirect | undefined> {
  const { done, cookies } = toldOnce(visit, doneWords)
  const ticket = await findTicket(deps, visit)
  if (!ticket) return undefined
  if ('ended' in ticket) return { ...endedTicketPage({ ...ticket, done }, visit.words), cookies }
  return { ...(await shown(deps, visit, ticket)), cookies }
}

type Ended = { ended: 'passed on' | 'given back'; at: Date }

/** The ticket of a link, or how its code ended. Undefined for a code that never was one, which counts as a guess. */
async function findTicket(
  { db, attempts }: Deps,
  { params, address }: Visit,
): Promise<{ attendee: AttendeeRow } | Ended | undefined> {
  const { id = '', code = '' } = params
  if (!/^\d{1,15}$/.test(id) || !/^[\w-]{1,100}$/.test(code)) return undefined
  const attendee = await findAttendee(db, Number(id))
  if (attendee && opensPages(code, attendee.security_code)) {
    if (attendee.status === 'publish') return { attendee }
    return { ended: 'given back', at: attendee.updated_at }
  }
  const at = attendee && (await codeEndedAt(db, attendee.id, code))
  if (at) return { ended: 'passed on', at }
  attempts.wrong('ticket code', { target: id, address })
  return undefined
}

type TicketPageState = Pick<TicketPageProps, 'attendee' | 'holderDraft' | 'refusal'> & {
  status?: number
}

async function shown(
  deps: Deps,
  visit: Visit,
  { attendee, status = 200, ...more }: TicketPageState,
): Promise<Page> {
  const [about] = await shownEvents(deps.db, [attendee.event_id])
  const picture = await svgUrl(await qrContent(deps, attendee))
  const own = await rightsOf(deps, visit, { attendee, about })
  return ticketPage({ attendee, about, picture, own, ...more }, visit.words, status)
}

type Ticket = Pick<TicketPageProps, 'attendee' | 'about'>

/**
 * What the visitor may do with the ticket. Whoever has its code alone may use it; passing it on and giving it back take the
 * secret that was mailed to the holder. The buyer does both on the order's page.
 */
async function rightsOf(
  { db, clock, secrets }: Deps,
  { query, form }: Visit,
  { attendee, about }: Ticket,
): Promise<TicketPageProps['own']> {
  const { holder } = { ...query, ...form }
  if (attendee.passed_on_at === null || !holderKeyHolds(secrets.order, attendee, holder)) {
    return undefined
  }
  const isAhead = about !== undefined && about.event.starts_at > clock.now()
  if (!isAhead || !admits(attendee, about.event)) return undefined
  const order = attendee.order_id === null ? undefined : await findOrder(db, attendee.order_id)
  const isFree = order?.status === 'completed' && order.total_minor + order.paid_minor === 0
  return { key: String(holder), giveBack: isFree && attendee.checked_in_at === null }
}

/** The form's ticket for its holder; a page or nothing for everybody else. */
async function demandOwn(deps: Deps, visit: Visit) {
  const ticket = await findTicket(deps, visit)
  if (!ticket) return { page: undefined }
  if ('ended' in ticket) return { page: endedTicketPage(ticket, visit.words) }
  const { attendee } = ticket
  if (!holderKeyHolds(deps.secrets.order, attendee, visit.form['holder'])) {
    const target = String(attendee.id)
    deps.attempts.wrong('ticket code', { target, address: visit.address })
    return { page: undefined }
  }
  const [about] = await shownEvents(deps.db, [attendee.event_id])
  return { attendee, own: await rightsOf(deps, visit, { attendee, about }) }
}

async function passOn(deps: Deps, visit: Visit): Promise<Page | Redirect | undefined> {
  const ownTicket = await demandOwn(deps, visit)
  if (!('attendee' in ownTicket)) return ownTicket.page
  const { attendee, own } = ownTicket
  if (!own) {
    const refusal = visit.words.t('holder.tooLate')
    return shown(deps, visit, { attendee, refusal, status: 409 })
  }
  const held = { ...attendee, email: attendee.holder_email }
  const outcome = await saveHolder(deps, visit, held)
  if (outcome.saved) return told(visit, 'holder')
  const { holder, refusal } = outcome
  return shown(deps, visit, {
    attendee,
    holderDraft: holder,
    refusal: refusal?.text,
    status: refusal?.status ?? 422,
  })
}

async function giveBack(deps: Deps, visit: Visit): Promise<Page | Redirect | undefined> {
  const ownTicket = await demandOwn(deps, visit)
  if (!('attendee' in ownTicket)) return ownTicket.page
  const { attendee, own } = ownTicket
  const { id: attendeeId, order_id: orderId, generation } = attendee
  try {
    if (!own?.giveBack || orderId === null) throw new AppError('refund-not-possible')
    const giving = { by: 'holder', attendeeId, generation } as const
    const places = await giveBackPlaces(deps, { orderId, giving })
    deps.storage.countPlaces({ caller: anonymous, address: visit.address }, places)
    return told(visit, 'place')
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'refund-not-possible') throw error
    const refusal = visit.words.t('giveBack.tooLate')
    return shown(deps, visit, { attendee, refusal, status: 409 })
  }
}

/** The page of the ticket. The address of a form leads there, for a reader who opens it or changes the language. */
function toTicket({ params, query }: Visit): Redirect {
  const { id = '', code = '' } = params
  const { holder } = query
  const key = typeof holder === 'string' ? `?holder=${encodeURIComponent(holder)}` : ''
  return { to: ticketPath({ id: Number(id) || 0, security_code: code }) + key, status: 303 }
}

/** Leads to the page, which says once what was done. The holder's own secret is worth nothing any more or shown again. */
const told = (visit: Visit, what: keyof typeof doneWords): Redirect => ({
  ...toTicket({ ...visit, query: { holder: visit.form['holder'] } }),
  cookies: [doneCookie(what, visit.site)],
})
