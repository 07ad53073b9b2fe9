import { atEvent, mayEditRecord } from '../../access/records/rules.ts'
import { type EventRow, findEvent } from '../../catalogue/events/lookup.ts'
import { type Caller, can } from '../../core/caller.ts'
import { fail } from '../../core/errors.ts'
import { actingAs } from '../../platform/db/acting.ts'
import { Deleted } from '../../platform/http/described/answer-shapes.ts'
import type { RequestInfo } from '../../platform/http/request/request.ts'
import { type Api, route } from '../../platform/http/route.ts'
import { couponGuess } from '../coupons/guess-coupon.ts'
import type { Deps } from '../deps.ts'
import { recountMissing } from './answer-order.ts'
import { addQuestion, changeQuestion, orderQuestions, removeQuestion } from './save-question.ts'
import * as shapes from './schema.ts'
import { countAnswers, hiddenTicketsOf, listQuestions } from './store.ts'
import { bindAnswersOfEvent } from './store.answers.ts'
import { publicView, questionView, withoutHidden } from './view.ts'

type Loaded = EventRow | undefined

type Access = { caller: Caller; loaded: Loaded }

const mayWrite = ({ caller, loaded }: Access) =>
  loaded
    ? mayEditRecord(atEvent(caller, loaded.id, 'tickets.write'), loaded)
    : can(caller, 'edit_records')

const writes = { who: 'Callers who may edit this event with its tickets.', when: mayWrite }

const reads = {
  who: 'Callers who may edit this event with its tickets, or read its attendees.',
  when: ({ caller, loaded }: Access) =>
    mayWrite({ caller, loaded }) || can(caller, 'attendees.read', loaded?.id),
}

const loading =
  ({ db }: Deps) =>
  ({ params }: { params: { id: number } }) =>
    findEvent(db, params.id)

const idOf = (loaded: Loaded) => (loaded ?? fail('rest-event-not-found')).id

/** What an event asks its buyers and attendees (contract.md 40), for staff. */
export function questionRoutes(api: Api, deps: Deps) {
  const load = loading(deps)
  route(api, {
    method: 'GET',
    path: '/events/:id/questions',
    operation: 'listQuestions',
    ours: true,
    summary: 'List what an event asks, with how often each answer was given',
    params: shapes.EventParams,
    load,
    access: reads,
    returns: shapes.QuestionList,
    errors: ['rest-event-not-found'],
    handle: async ({ loaded, caller }) => listView(deps, idOf(loaded), caller),
  })
  route(api, {
    method: 'POST',
    path: '/events/:id/questions',
    operation: 'createQuestion',
    ours: true,
    summary: 'Ask another question, as the last',
    params: shapes.EventParams,
    body: shapes.NewQuestion,
    load,
    access: writes,
    returns: shapes.QuestionView,
    status: 201,
    errors: ['rest-event-not-found', 'questions-full'],
    handle: async ({ loaded, body, actor }) => {
      const { db } = actingAs(deps, actor)
      return questionView(await addQuestion(db, idOf(loaded), body))
    },
  })
  route(api, {
    method: 'PUT',
    path: '/events/:id/questions',
    operation: 'orderQuestions',
    ours: true,
    summary: 'Ask the questions in another order',
    params: shapes.EventParams,
    body: shapes.QuestionOrder,
    load,
    access: writes,
    returns: shapes.QuestionList,
    errors: ['rest-event-not-found'],
    handle: async ({ loaded, body, actor, caller }) => {
      const { db } = actingAs(deps, actor)
      await orderQuestions(db, idOf(loaded), body.order)
      return listView(deps, idOf(loaded), caller)
    },
  })
  oneQuestionRoutes(api, deps)
}

function oneQuestionRoutes(api: Api, deps: Deps) {
  const load = loading(deps)
  route(api, {
    method: 'PATCH',
    path: '/events/:id/questions/:question',
    operation: 'updateQuestion',
    ours: true,
    summary: 'Change a question; members that are not sent stay',
    params: shapes.QuestionParams,
    body: shapes.QuestionChange,
    load,
    access: writes,
    returns: shapes.QuestionView,
    errors: ['rest-event-not-found', 'question-not-found'],
    handle: async ({ loaded, params, body, actor }) => {
      idOf(loaded)
      const { db } = actingAs(deps, actor)
      const question = await changeQuestion(db, params, body)
      await recountMissing(db, params.id)
      return questionView(question)
    },
  })
  route(api, {
    method: 'DELETE',
    path: '/events/:id/questions/:question',
    operation: 'deleteQuestion',
    ours: true,
    summary: 'Delete a question that nobody answered',
    params: shapes.QuestionParams,
    load,
    access: writes,
    returns: Deleted,
    errors: ['rest-event-not-found', 'question-not-found', 'question-answered', 'question-needed'],
    handle: async ({ loaded, params, actor }) => {
      idOf(loaded)
      const { db } = actingAs(deps, actor)
      await removeQuestion(db, params)
      await recountMissing(db, params.id)
      return { deleted: true }
    },
  })
}

async function listView({ db }: Deps, eventId: number, caller: Caller) {
  const questions = await listQuestions(db, [eventId])
  const counted = can(caller, 'attendees.read', eventId)
  if (counted) await bindAnswersOfEvent(db, eventId)
  const counts = counted ? await countAnswers(db, eventId) : undefined
  return { questions: questions.map(question => questionView(question, counts)) }
}

/** What is asked with the tickets of a published event, for clients that fill carts. */
export function askedQuestionRoutes(api: Api, deps: Deps) {
  const guess = couponGuess(deps)
  const openedBy = async (request: RequestInfo, code: string) => {
    const coupon =
      (await guess(request, code)) ??
      fail('tickets_apply_coupon_error', { data: { success: false } })
    return coupon.limits?.opens ?? []
  }
  route(api, {
    method: 'GET',
    path: '/events/:id/questions',
    operation: 'listAskedQuestions',
    ours: true,
    summary: 'List what an event asks with its tickets, to answer with the cart',
    access: 'public',
    params: shapes.EventParams,
    query: shapes.AskedQuery,
    returns: shapes.PublicQuestions,
    errors: ['rest-event-not-found', 'tickets_apply_coupon_error', 'rest_too_many_requests'],
    handle: async ({ params, query: { coupon }, request }) => {
      const event = await findEvent(deps.db, params.id)
      if (event?.status !== 'publish' || event.password_hash !== null)
        return fail('rest-event-not-found')
      const opened = coupon === undefined ? [] : await openedBy(request, coupon)
      const hidden = await hiddenTicketsOf(deps.db, event.id)
      const questions = await listQuestions(deps.db, [event.id])
      const open = questions.filter(({ closed }) => !closed)
      const stillHidden = hidden.filter(id => !opened.includes(id))
      return { questions: withoutHidden(open, stillHidden).map(publicView) }
    },
  })
}
