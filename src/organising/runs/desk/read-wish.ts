import type { Static } from 'typebox'
import { percentHundredths } from '../../../core/money.ts'
import type { Problems } from '../../../platform/http/request/validation.ts'
import type { RefundsWish } from '../refunds/rules.ts'
import type { PlanRequest } from './schema.ts'

export type PlanBody = Static<typeof PlanRequest>

/** Which members each kind has beside `kind`. */
const membersOf: Readonly<Record<PlanBody['kind'], readonly (keyof PlanBody)[]>> = {
  refunds: ['event', 'tickets', 'whom', 'give', 'keep', 'how', 'checked_in', 'reason', 'message'],
}

/** What cannot be asked for together, by the name of each bad member. */
export function planProblems(body: PlanBody): Problems {
  const own: readonly string[] = membersOf[body.kind]
  const foreign = Object.keys(body).filter(name => name !== 'kind' && !own.includes(name))
  const problems: Problems = Object.fromEntries(
    foreign.map(name => [name, { message: `is not a member of a plan of the kind ${body.kind}.` }]),
  )
  return { ...problems, ...refundsProblems(body) }
}

function refundsProblems(body: PlanBody): Problems {
  const { event, whom, give = 'all', how } = body
  const isOfMoney = give !== 'all' || how !== undefined
  return {
    ...(event === undefined && { event: { message: 'is needed: the id of an event.' } }),
    ...keepProblems(body),
    ...(whom === 'unpaid' &&
      isOfMoney && {
        whom: {
          message: 'unpaid orders have no money to give back: leave out give and how.',
        },
      }),
  }
}

function keepProblems({ give, keep }: PlanBody): Problems {
  const keeps = give === 'keep_fixed' || give === 'keep_percent'
  if (!keeps) {
    return keep === undefined ? {} : { keep: { message: 'goes with keep_fixed or keep_percent.' } }
  }
  if (keep === undefined) return { keep: { message: `is needed with ${give}.` } }
  const percent = give === 'keep_percent' ? percentHundredths(keep) : 0
  return percent === undefined || percent > 10_000
    ? { keep: { message: 'must be 0 to 100 per cent.' } }
    : {}
}

/** What was asked for, with what counts unless it is said. */
export function refundsWish(body: PlanBody): RefundsWish {
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
  }
}
