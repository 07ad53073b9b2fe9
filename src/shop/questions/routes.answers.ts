import { type Caller, can, holdsAtAll, userIdOf } from '../../core/caller.ts'
import { fail, failParams } from '../../core/errors.ts'
import { actingAs } from '../../platform/db/acting.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { type Api, route } from '../../platform/http/route.ts'
import { findAttendee } from '../../ticketing/attendees/lookup.ts'
import type { Deps } from '../deps.ts'
import { orderOf, wholeOrderOf } from '../orders/desk/find-part.ts'
import { answerAsStaff, sheetOfOrder, sheetOfPlace, type SentValues } from './answer-order.ts'
import { missingIn, type OrderSheet } from './order-sheet.ts'
import * as shapes from './schema.ts'
import { findMissing, listTexts, updateMissing } from './store.answers.ts'
import { sheetView } from './view.ts'

/** What was answered for orders and attendees, for staff (contract.md 40.6). */
export function answerRoutes(api: Api, deps: Deps) {
  attendeeRoutes(api, deps)
  orderRoutes(api, deps)
}

function attendeeRoutes(api: Api, deps: Deps) {
  route(api, {
    method: 'GET',
    path: '/attendees/:id/answers',
    operation: 'listAttendeeAnswers',
    ours: true,
    summary: 'List what an attendee is asked, with the answers',
    access: { needs: 'attendees.read' },
    params: shapes.AttendeeParams,
    returns: shapes.AttendeeAnswers,
    errors: ['attendee-not-found'],
    handle: async ({ params, caller }) => {
      const place = await placeOf(deps, params.id, { caller, right: 'attendees.read' })
      return attendeeView(deps, place, caller)
    },
  })
  route(api, {
    method: 'PUT',
    path: '/attendees/:id/answers',
    operation: 'putAttendeeAnswers',
    ours: true,
    summary: 'Answer for an attendee; gaps may stay',
    access: { needs: 'attendees.write' },
    params: shapes.AttendeeParams,
    body: shapes.SentAnswers,
    returns: shapes.AttendeeAnswers,
    errors: ['attendee-not-found'],
    handle: async ({ params, body, caller, actor }) => {
      const place = await placeOf(deps, params.id, { caller, right: 'attendees.write' })
      const { db } = actingAs(deps, actor)
      await answerAsStaff(
        db,
        { orderId: place.order_id, attendeeId: params.id, userId: userIdOf(caller) },
        sentValues(body),
      )
      return attendeeView(deps, place, caller)
    },
  })
}

type PlaceAccess = { caller: Caller; right: 'attendees.read' | 'attendees.write' }

async function placeOf({ db }: Deps, id: number, { caller, right }: PlaceAccess) {
  const place = await findAttendee(db, id)
  return place && can(caller, right, place.event_id) ? place : fail('attendee-not-found')
}

function sentValues({ answers }: shapes.SentAnswers): SentValues {
  const values = new Map(answers.map(({ question, value = null }) => [question, value]))
  if (values.size < answers.length) {
    failParams({ answers: { message: 'must name each question once.' } })
  }
  return values
}

type AnsweringAttendee = Awaited<ReturnType<typeof placeOf>>

async function attendeeView(deps: Deps, place: AnsweringAttendee, caller: Caller) {
  const { id, event_id: event, ticket_id: ticket } = place
  const sheet = await sheetOfPlace(deps.db, id)
  const isTold = can(caller, 'attendees.write', event)
  const [own] = sheet ? (await viewOf(deps, sheet, isTold)).attendees : []
  return own ?? { attendee: id, event, ticket, missing: 0, answers: [] }
}

async function viewOf(deps: Deps, sheet: OrderSheet, sensitive: boolean) {
  const texts = await listTexts(deps.db, [...new Set(sheet.rows.map(row => row.question_id))])
  return sheetView(sheet, { language: deps.siteSettings().language, sensitive, texts })
}

function orderRoutes(api: Api, deps: Deps) {
  route(api, {
    method: 'GET',
    path: '/orders/:id/answers',
    operation: 'listOrderAnswers',
    ours: true,
    summary: 'List what an order and its places are asked, with the answers',
    access: { needs: 'orders.read' },
    params: shapes.OrderParams,
    returns: shapes.OrderAnswers,
    errors: ['order-not-found'],
    handle: async ({ params, caller }) => {
      await orderOf(deps, params.id, caller)
      return orderView(deps, params.id, caller)
    },
  })
  route(api, {
    method: 'PUT',
    path: '/orders/:id/answers',
    operation: 'putOrderAnswers',
    ours: true,
    summary: 'Answer for an order; gaps may stay',
    access: { needs: 'orders.write' },
    params: shapes.OrderParams,
    body: shapes.SentAnswers,
    returns: shapes.OrderAnswers,
    errors: ['order-not-found'],
    handle: async ({ params, body, caller, actor }) => {
      const { id: orderId } = await wholeOrderOf(deps, params.id, caller)
      const { db } = actingAs(deps, actor)
      await answerAsStaff(
        db,
        { orderId, attendeeId: null, userId: userIdOf(caller) },
        sentValues(body),
      )
      return orderView(deps, orderId, caller)
    },
  })
}

/** Whether the order came in without answers and lacks some still; places that were given back since lack none. */
async function isMarked({ db }: Deps, sheet: OrderSheet) {
  const { orderId } = sheet
  const marked = orderId === null ? undefined : await findMissing(db, orderId)
  if (marked === undefined || orderId === null) return false
  const missing = missingIn(sheet)
  if (missing !== marked) await transaction(db, tx => updateMissing(tx, orderId, missing))
  return missing > 0
}

/** Who sees a part of an order sees the questions and places of those events. */
async function orderView(deps: Deps, id: number, caller: Caller) {
  const whole = await sheetOfOrder(deps.db, id)
  const sees = (event: number) => can(caller, 'orders.read', event)
  const places = whole.places.map((place, at) => ({ place, given: whole.given.places[at] }))
  const seen = places.filter(({ place }) => sees(place.event_id))
  const sheet = {
    ...whole,
    places: seen.map(({ place }) => place),
    questions: whole.questions.filter(({ event_id: event }) => sees(event)),
    every: whole.every.filter(({ event_id: event }) => sees(event)),
    given: { order: whole.given.order, places: seen.map(({ given }) => given) },
  }
  const events = [...new Set(sheet.places.map(({ event_id: event }) => event))]
  const told = events.length > 0 && holdsAtAll(caller, 'attendees.write', events)
  const { answers, missing, attendees } = await viewOf(deps, sheet, told)
  return {
    order: id,
    answers_missing: await isMarked(deps, whole),
    missing: attendees.reduce((sum, one) => sum + one.missing, missing),
    answers,
    attendees,
  }
}
