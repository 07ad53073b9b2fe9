import { can, type Caller } from '../../core/caller.ts'
import { failParams } from '../../core/errors.ts'
import { toLocal } from '../../core/local-time.ts'
import { exactDecimal } from '../../core/money.ts'
import type { Deps } from '../deps.ts'
import type { DeskLine } from './price-lines.ts'

type Problems = Record<string, { message: string }>

/** An amount of a request in minor units; fails naming the parameter where the currency has no such amount. */
export function minorOf(name: string, value: string, currency: string): number {
  const isNegative = value.startsWith('-')
  const amount = exactDecimal(isNegative ? value.slice(1) : value, currency)
  if (!amount) return failParams({ [name]: { message: `${name} is no amount of ${currency}.` } })
  return isNegative ? 0 - amount.minor : amount.minor
}

type SentLine = { ticket: number; quantity: number }

/** The most places of one order of the desk: more would keep everybody else waiting. */
const placesMost = 500

/** What is wrong with lines that name a ticket twice, or are of too many places together. */
export function lineProblems({ lines }: { lines: readonly SentLine[] }): Problems {
  const isOnce = new Set(lines.map(({ ticket }) => ticket)).size === lines.length
  if (!isOnce) return { lines: { message: 'Name each ticket once, with how many of it.' } }
  const places = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return places <= placesMost
    ? {}
    : { lines: { message: `must be of at most ${placesMost} places together.` } }
}

/** What is wrong with the last day for a payment, on the clock of the site: by a day that is over nobody can pay. */
export function payByProblems(
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  { pay_by: payBy }: { pay_by?: string },
): Problems {
  const today = toLocal(clock.now(), config.timezone).slice(0, 10)
  return payBy === undefined || payBy >= today
    ? {}
    : { pay_by: { message: `is over: name ${today} or a later day.` } }
}

export const linesOf = (lines: readonly SentLine[]): DeskLine[] =>
  lines.map(({ ticket, quantity }) => ({ ticketId: ticket, quantity }))

/** Whoever sells at the event of the request. */
export const atEventOfBody = {
  who: 'Callers with `boxoffice.sell` at the event.',
  when: ({ body, caller }: { body: { event: number }; caller: Caller }) =>
    can(caller, 'boxoffice.sell', body.event),
}
