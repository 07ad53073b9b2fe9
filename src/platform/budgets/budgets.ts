import { AsyncResource } from 'node:async_hooks'
import { createHmac } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import type { Logger } from 'pino'
import { fail } from '../../core/errors.ts'
import type { Clock } from '../clock.ts'
import type { Sum, Told } from './store.ts'

/** What a budget is: so much of something, for each key, within so many seconds from the first that is spent. */
export type Terms = {
  /** What is spent, e.g. `requests`; budgets of one name are one budget. */
  readonly name: string
  readonly limit: number
  readonly windowSeconds: number
  /** How much of it this process spends before it tells the others; a tenth of the limit without it. */
  readonly step?: number
  /** Holds with `RATE_LIMIT=off` too. */
  readonly always?: true
}

/**
 * One budget, with a count for each key (a network, an account, `all`). Everything is answered from memory, at once and
 * without a statement.
 *
 * To spend something whose cost is known beforehand: `take`. To spend what is known only afterwards (milliseconds,
 * bytes): `demand` before the work, `add` behind it.
 */
export type Budget = {
  /** Infinite when budgets are switched off. */
  readonly limit: number
  /** Spends `cost`, 1 unless said. False, and nothing is counted, when nothing was left before. */
  take(key: string, cost?: number): boolean
  /** Counts `cost`, also beyond the limit. */
  add(key: string, cost?: number): void
  isSpent(key: string): boolean
  /** Fails with 429 `rest_too_many_requests`, and says when to come back, when nothing is left. */
  demand(key: string): void
  /** What is known here to be spent, by this and other processes. */
  spent(key: string): number
  /** Until the count of the key begins anew; at least 1. */
  secondsLeft(key: string): number
}

/** Part of what is counted at once by `settle`. A negative cost gives something back, 0 only asks. */
export type Cost = { budget: Budget; key: string; cost: number }

/**
 * Budgets that all processes over one database share.
 *
 * A process counts in memory. Only when it has spent a *step* under a key (a tenth of the limit) does it tell the others,
 * and hear what they spent: one statement for all such keys, off the request's way, one at a time. So a network far from
 * its limit costs no statement, and n processes allow at the most `limit + n × step`, and what is spent while a telling
 * is under way; one process alone never allows more than `limit`. While the database is away each process counts alone.
 */
export type Budgets = {
  /** The budget with these terms. */
  budget(terms: Terms): Budget
  /** Counts in the database now, in one statement: exact over all processes. Answers what is spent of each then. */
  settle(costs: readonly Cost[]): Promise<number[]>
  /** Resolves when nothing is being told. */
  drain(): Promise<void>
}

export type BudgetMeans = {
  clock: Clock
  log: Pick<Logger, 'warn'>
  /** False with `RATE_LIMIT=off`. */
  on: boolean
  /** Keys are stored as hashes under this secret. */
  secret: () => Buffer
  /** Adds to what all processes have spent (`addToSums`). */
  share: (told: readonly Told[], now: Date) => Promise<Sum[]>
}

type Entry = { name: string; spent: number; untold: number; until: number }
type Ledger = { terms: Terms; entries: Map<string, Entry> }

const keysMost = 50_000
const keyBytes = 16
/** Keys that one statement tells of. */
const toldAtOnce = 1000
const pauseAfterFailureMs = 1000

export function createBudgets(means: BudgetMeans): Budgets {
  const known = new Map<string, Budget>()
  const ledgers = new WeakMap<Budget, Ledger>()
  const { tellSoon, drain } = createTeller(means)
  const nowMs = () => means.clock.now().getTime()

  function budget(terms: Terms): Budget {
    if (!means.on && !terms.always) return unlimited
    const made = known.get(terms.name) ?? open(terms)
    known.set(terms.name, made)
    return made
  }

  function open(terms: Terms): Budget {
    const { limit, step = limit / 10 } = terms
    const ledger: Ledger = { terms, entries: new Map() }
    const current = (key: string) => currentEntry(ledger, key, nowMs())
    const made: Budget = {
      limit,
      add: (key, cost = 1) => {
        const entry = openEntry(ledger, key, nowMs())
        entry.spent += cost
        entry.untold += cost
        if (entry.untold >= step) tellSoon(entry)
      },
      take: (key, cost = 1) => {
        if (made.isSpent(key)) return false
        made.add(key, cost)
        return true
      },
      isSpent: key => made.spent(key) >= limit,
      demand: key => {
        if (!made.isSpent(key)) return
        fail('rest_too_many_requests', { retryAfterSeconds: made.secondsLeft(key) })
      },
      spent: key => current(key)?.spent ?? 0,
      secondsLeft: key => Math.max(1, Math.ceil(((current(key)?.until ?? 0) - nowMs()) / 1000)),
    }
    ledgers.set(made, ledger)
    return made
  }

  async function settle(costs: readonly Cost[]): Promise<number[]> {
    const counted = costs.flatMap(({ budget: one, key, cost }, at) => {
      const ledger = ledgers.get(one)
      return ledger ? [{ entry: openEntry(ledger, key, nowMs()), cost, at }] : []
    })
    const sums = await tell(means, counted)
    return costs.map((_, at) => sums[counted.findIndex(one => one.at === at)] ?? 0)
  }

  return { budget, settle, drain }
}

const unlimited: Budget = {
  limit: Number.POSITIVE_INFINITY,
  add: () => {},
  take: () => true,
  isSpent: () => false,
  demand: () => {},
  spent: () => 0,
  secondsLeft: () => 1,
}

function currentEntry({ entries }: Ledger, key: string, now: number): Entry | undefined {
  const entry = entries.get(key)
  return entry && entry.until > now ? entry : undefined
}

/** The keys that were used longest ago go first, so that an attacker with many of them cannot fill the memory. */
function openEntry(ledger: Ledger, key: string, now: number): Entry {
  const { entries, terms } = ledger
  const entry = currentEntry(ledger, key, now) ?? {
    name: `${terms.name}|${key}`,
    spent: 0,
    untold: 0,
    until: now + terms.windowSeconds * 1000,
  }
  entries.delete(key)
  entries.set(key, entry)
  if (entries.size > keysMost) entries.delete(entries.keys().next().value ?? '')
  return entry
}

/** Tells what waits to be told, and when that has ended what came meanwhile. */
function createTeller(means: BudgetMeans) {
  // It runs outside the request, or the transaction, that happened to start it.
  const outside = new AsyncResource('Budgets')
  const waiting = new Set<Entry>()
  let telling: Promise<void> | undefined
  let notBefore = 0

  async function tellAll() {
    // What else is spent in this turn of the event loop is told with it.
    await turn()
    while (waiting.size > 0) {
      const some = [...waiting].slice(0, toldAtOnce)
      for (const entry of some) waiting.delete(entry)
      const costs = some.map(entry => ({ entry, cost: 0 }))
      try {
        await tell(means, costs)
      } catch (err) {
        notBefore = performance.now() + pauseAfterFailureMs
        means.log.warn({ err }, 'budgets could not be shared: this process counts alone meanwhile')
        break
      }
    }
    telling = undefined
  }

  return {
    tellSoon: (entry: Entry) => {
      if (performance.now() < notBefore) return
      waiting.add(entry)
      telling ??= outside.runInAsyncScope(tellAll)
    },
    drain: async () => {
      await telling
    },
  }
}

type Counted = { entry: Entry; cost: number }

/** Tells the others what is untold of these entries, and the costs with it; takes over what they answer, and answers it. */
async function tell(
  { clock, secret, share }: BudgetMeans,
  counted: readonly Counted[],
): Promise<number[]> {
  if (counted.length === 0) return []
  const now = clock.now()
  const untold = counted.map(({ entry }) => entry.untold)
  const told = counted.map(({ entry, cost }) => ({
    key: keyOf(secret(), entry.name),
    cost: cost + entry.untold,
    // What only gives back or asks must not begin a count.
    until: cost + entry.untold > 0 ? new Date(entry.until) : now,
  }))
  for (const { entry } of counted) entry.untold = 0
  try {
    const sums = await share(told, now)
    for (const [at, { entry }] of counted.entries()) {
      const { spent, until } = sums[at] ?? { spent: entry.spent, until: now }
      entry.spent = spent + entry.untold
      // A count that was begun elsewhere ends there and here at once.
      if (until > now) entry.until = until.getTime()
    }
    return sums.map(({ spent }) => spent)
  } catch (error) {
    for (const [at, { entry }] of counted.entries()) entry.untold += untold[at] ?? 0
    throw error
  }
}

const keyOf = (secret: Buffer, name: string) =>
  createHmac('sha256', secret).update(`budget|${name}`).digest().subarray(0, keyBytes)
