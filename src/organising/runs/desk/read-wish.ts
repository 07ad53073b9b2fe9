import type { Static } from 'typebox'
import { parseWhen } from '../../../core/time.ts'
import { exactDecimal, exactPercent } from '../../../core/money.ts'
import type { Problems } from '../../../platform/http/request/validation.ts'
import { type GuestText, problemWithTexts } from '../../../messaging/guests/rules.ts'
import { queryIn } from '../../views/read-view.ts'
import type { MessageWish } from '../messages/rules.ts'
import type { TicketsWish } from '../tickets/rules.ts'
import type { RefundsWish } from '../refunds/rules.ts'
import type { PlanRequest } from './schema.request.ts'

export type PlanBody = Static<typeof PlanRequest>

/** Which members each kind has beside `kind`. */
const membersOf: Readonly<Record<PlanBody['kind'], readonly (keyof PlanBody)[]>> = {
  message: ['list', 'query', 'texts'],
  tickets: ['event', 'tickets', 'price', 'price_by', 'price_percent', 'capacity', 'max_per_order'],
  refunds: [
    'event',
    'tickets',
    'whom',
    'give',
    'keep',
    'how',
    'checked_in',
    'reason',
    'message',
    'choice_until',
    'otherwise',
  ],
}

/** What cannot be asked for together, by the name of each bad member. */
export function planProblems(body: PlanBody, currency: string): Problems {
  const own: readonly string[] = membersOf[body.kind]
  const foreign = Object.keys(body).filter(name => name !== 'kind' && !own.includes(name))
  const problems: Problems = Object.fromEntries(
    foreign.map(name => [name, { message: `is not a member of a plan of the kind ${body.kind}.` }]),
  )
  return { ...problems, ...problemsOf[body.kind](body, currency) }
}

type Judge = (body: PlanBody, currency: string) => Problems

const problemsOf: Readonly<Record<PlanBody['kind'], Judge>> = {
  message: messageProblems,
  refunds: refundsProblems,
  tickets: ticketsProblems,
}

const prices = ['price', 'price_by', 'price_percent'] as const

function ticketsProblems(body: PlanBody): Problems {
  const named = prices.filter(name => body[name] !== undefined)
  const isIdle =
    named.length === 0 && body.capacity === undefined && body.max_per_order === undefined
  const percent = Number(body.price_percent ?? 0)
  return {
    ...(isIdle && {
      price: {
        message: 'is needed, or one of price_by, price_percent, capacity and max_per_order.',
      },
    }),
    ...(percent < -100 && { price_percent: { message: 'must be -100 or more.' } }),
    ...Object.fromEntries(
      named.slice(1).map(name => [name, { message: `goes not together with ${named[0]}.` }]),
    ),
    ...(body.event === undefined &&
      body.tickets === undefined && {
        event: { message: 'is needed: the id of an event; or name the tickets.' },
      }),
  }
}

function ticketsWish(body: PlanBody): TicketsWish {
  return {
    event: body.event ?? null,
    tickets: body.tickets,
    price: body.price,
    priceBy: body.price_by,
    pricePercent: body.price_percent,
    capacity: body.capacity,
    maxPerOrder: body.max_per_order,
  }
}

function messageProblems(body: PlanBody): Problems {
  const texts = body.texts && problemWithTexts(textsOf(body))
  return {
    ...(body.list === undefined && { list: { message: 'is needed: attendees or orders.' } }),
    ...(body.query === undefined && {
      query: { message: 'is needed: the query of the list; empty for the whole list.' },
    }),
    ...(body.texts === undefined && { texts: { message: 'is needed: at least one text.' } }),
    ...(texts && { texts }),
  }
}

const textsOf = ({ texts = [] }: PlanBody): GuestText[] =>
  texts.map(({ language, subject, body }) => ({ locale: language, subject: subject.trim(), body }))

/** What was asked for, as the kind reads it again before the run. */
export const wishOf = (body: PlanBody): unknown => wishes[body.kind](body)

const wishes: Readonly<Record<PlanBody['kind'], (body: PlanBody) => unknown>> = {
  message: messageWish,
  refunds: refundsWish,
  tickets: ticketsWish,
}

function messageWish(body: PlanBody): MessageWish {
  return {
    list: body.list ?? 'attendees',
    query: queryIn(body.query ?? ''),
    texts: textsOf(body),
  }
}

function refundsProblems(body: PlanBody, currency: string): Problems {
  const { event, whom, give = 'all', how, message } = body
  const isOfMoney = give !== 'all' || how !== undefined
  return {
    ...(event === undefined && { event: { message: 'is needed: the id of an event.' } }),
    ...keepProblems(body, currency),
    ...choiceProblems(body),
    ...(whom === 'unpaid' &&
      isOfMoney && {
        whom: {
          message: 'unpaid orders have no money to give back: leave out give and how.',
        },
      }),
    ...(whom === 'unpaid' &&
      message !== undefined && {
        message: { message: 'goes with money: no mail about an order that is given up has it.' },
      }),
  }
}

function choiceProblems({ choice_until: until, otherwise, ...body }: PlanBody): Problems {
  if (until === undefined) {
    return otherwise === undefined ? {} : { otherwise: { message: 'goes with choice_until.' } }
  }
  const isAsked = body.whom !== 'unpaid' && body.how !== 'by_hand' && body.give !== 'nothing'
  if (!isAsked) {
    return { choice_until: { message: 'goes with money that goes back as it was paid.' } }
  }
  return isDay(until) ? {} : { choice_until: { message: 'must be a day, as 2026-12-01.' } }
}

const isDay = (text: string) => parseWhen(text, { zone: 'UTC', now: new Date(0) }) !== undefined

function keepProblems({ give, keep }: PlanBody, currency: string): Problems {
  const keeps = give === 'keep_fixed' || give === 'keep_percent'
  if (!keeps) {
    return keep === undefined ? {} : { keep: { message: 'goes with keep_fixed or keep_percent.' } }
  }
  if (keep === undefined) return { keep: { message: `is needed with ${give}.` } }
  if (give === 'keep_fixed') {
    const isAmount = exactDecimal(keep, currency) !== undefined
    return isAmount ? {} : { keep: { message: `must be an amount of ${currency}.` } }
  }
  return (exactPercent(keep) ?? Infinity) > 10_000
    ? { keep: { message: 'must be 0 to 100 per cent, with at most two decimals.' } }
    : {}
}

/** What was asked for, with what counts unless it is said. */
function refundsWish(body: PlanBody): RefundsWish {
  return {
    event: body.event ?? 0,
    tickets: body.tickets,
    whom: body.whom ?? 'paid',
    give: body.give ?? 'all',
    keep: body.keep,
    how: body.how ?? 'paid',
    checked_in: body.checked_in ?? 'skip',
    reason: body.reason?.trim() ?? '',
    message: body.message?.trim() ?? '',
    ...(body.choice_until !== undefined && {
      choice: { until: body.choice_until, otherwise: body.otherwise ?? 'refund' },
    }),
  }
}
