import type { Caller } from '../../../core/caller.ts'
import { fail } from '../../../core/errors.ts'
import type { Budgets } from '../../budgets/budgets.ts'
import type { Db, OpenDatabase } from '../../db/database.ts'
import { timed } from '../../db/timed.ts'
import { isGivenUp } from '../../db/violations.ts'
import { networkOf } from '../../net/network-of.ts'
import { createFairSlots, type FairSlots } from './fair-slots.ts'

/**
 * Keeps lists from taking what the sale, check-in and health need (contract.md 3.9). Lists run on connections of
 * their own, few at once. The lists of one network are still fewer, wait for each other, and have a share of database
 * time a minute. Answers from memory are not limited.
 */
export type ListLimit = {
  /**
   * Runs a list; `work` reads through the handle that it receives. Fails with 429 when the network has enough lists
   * running or has used its time, and with 503 when too many run in all, or a statement took too long.
   */
  run<T>(request: ListRequest, work: (db: Db) => Promise<T>): Promise<T>
}

type ListRequest = {
  caller: Caller
  address: string
  /** Called when the list must wait behind others of its own network. */
  standBack?: (() => void) | undefined
}

export type ListLimitOptions = {
  budgets: Budgets
  lists: OpenDatabase['lists']
  /** Seconds of database time a minute for the public lists of one network; 0 switches all limits off. */
  secondsPerMinute: number
}

const retryAfterSeconds = 1
/** Longer than a list takes, and shorter than people are willing to wait. */
const waitMs = 2000
const staffWaitMs = 20_000
const waitingMost = 128
const waitingPerNetwork = 16

export function createListLimit({ budgets, lists, secondsPerMinute }: ListLimitOptions): ListLimit {
  const { everybody, staff, atOnce } = lists
  if (secondsPerMinute === 0) {
    return { run: ({ caller }, work) => inTime(work(isOurs(caller) ? staff : everybody)) }
  }
  const budget = budgets.budget({
    name: 'milliseconds of lists',
    limit: secondsPerMinute * 1000,
    windowSeconds: 60,
  })
  const slots = createFairSlots({
    atOnce: atOnce.everybody,
    // One network never has all places, so that another one need not wait for a slow list.
    atOncePerName: Math.max(1, Math.floor(atOnce.everybody / 2)),
    waiting: waitingMost,
    waitingPerName: waitingPerNetwork,
    waitMs,
  })
  const staffSlots = createFairSlots({
    atOnce: atOnce.staff,
    atOncePerName: atOnce.staff,
    waiting: waitingMost,
    waitingPerName: waitingMost,
    waitMs: staffWaitMs,
  })

  async function forEverybody<T>(
    { address, standBack }: ListRequest,
    work: (db: Db) => Promise<T>,
  ): Promise<T> {
    const network = networkOf(address)
    budget.demand(network, timeSpent)
    if (slots.hasAny(network)) standBack?.()
    return inside(slots, network, () =>
      inTime(work(timed(everybody, ms => budget.add(network, ms)))),
    )
  }

  return {
    run: (request, work) =>
      isOurs(request.caller)
        ? inside(staffSlots, nameOf(request.caller), () => inTime(work(staff)))
        : forEverybody(request, work),
  }
}

const timeSpent =
  'The lists asked for from this network took all the time they may; wait, ask for less at once, or for narrower lists.'
const ownEnough =
  'Too many lists are asked for at the same time from this network; wait for their answers first.'
const allEnough = 'Too many lists are being put together right now; try again in a moment.'

/** Whether a list is for staff or a scanner. */
const isOurs = (caller: Caller) => caller.kind !== 'anonymous'

const nameOf = (caller: Caller) =>
  caller.kind === 'user' ? `user:${caller.userId}` : `device:${JSON.stringify(caller)}`

async function inside<T>(slots: FairSlots, name: string, work: () => Promise<T>): Promise<T> {
  const leave = await slots.enter(name)
  if (leave === 'own') fail('rest_too_many_requests', { message: ownEnough, retryAfterSeconds })
  if (leave === 'all') {
    fail('rest_unavailable', { message: allEnough, retryAfterSeconds, isUsual: true })
  }
  try {
    return await work()
  } finally {
    leave()
  }
}

/** Turns a cancelled statement into the refusal of a list that takes too long. */
async function inTime<T>(list: Promise<T>): Promise<T> {
  try {
    return await list
  } catch (cause) {
    if (!isGivenUp(cause)) throw cause
    return fail('rest_list_too_long', { cause, retryAfterSeconds, isUsual: true })
  }
}
