import { AsyncResource } from 'node:async_hooks'
import { createHmac } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import type { Logger } from 'pino'
import { fail } from '../../core/errors.ts'
import type { Clock } from '../clock.ts'
import type { Tx } from '../db/database.ts'
import type { Sum, Expense } from './store.ts'

/** The terms of a budget: an amount per key within a number of seconds, counted from the first cost. */
export type Terms = {
  /** The name of what is spent, e.g. `requests`. Two budgets with one name are the same budget. */
  readonly name: string
  readonly limit: number
  readonly windowSeconds: number
  /** How much this process spends before it reports to the others; a tenth of the limit by default. */
  readonly step?: number
  /** Whether the budget also counts with `RATE_LIMIT=off`. */
  readonly always?: true
}

/**
 * One budget, with a count per key (a network, an account, `all`). Every method uses memory alone, without a
 * statement. A cost known beforehand is spent with `take`. For a cost known only afterwards (milliseconds,
 * bytes), call `demand` before the work and `add` after it.
 */
export type Budget = {
  /** What is left; infinite when budgets are switched off. */
  readonly limit: number
  /**
   * Spends `cost`, 1 by default. Whoever has something left may overspend. Returns false, and counts nothing, when
   * nothing was left.
   */
  take(key: string, cost?: number): boolean
  /** Counts `cost`, also beyond the limit. */
  add(key: string, cost?: number): void
  isSpent(key: string): boolean
  /**
   * Fails with 429 `rest_too_many_requests`, a time to retry, and `message` instead of the usual one, when nothing is
   * left.
   */
  demand(key: string, message?: string): void
  /** The amount spent under a key by all processes, as far as this process knows. */
  spent(key: string): number
  /** Seconds until the key's count starts again; at least 1. */
  secondsLeft(key: string): number
}

/** One cost that `settle` counts at once. A negative cost gives something back, 0 only reads. */
export type Cost = { budget: Budget; key: string; cost: number }

/**
 * Budgets that all processes on one database share. A process counts in memory. When it has spent one *step*
 * under a key (a tenth of the limit), it reports to the database and reads what the others spent: one
 * statement for all such keys, outside of requests, one at a time. A network far from its limit costs no
 * statement. n processes allow at most `limit + n × step`, plus what is spent during a report; a single
 * process never allows more than `limit`. While the database is unavailable each process counts alone.
 */
export type Budgets = {
  /** The budget with these terms. */
  budget(terms: Terms): Budget
  /** Counts in the database at once, in one statement, exact over all processes. Returns the sum of each. */
  settle(costs: readonly Cost[]): Promise<number[]>
  /**
   * As `settle`, in a transaction of the caller's: what is rolled back was not spent. Other transactions that spend
   * under the same keys wait for its end, so a caller may read a sum and give back what it does not need.
   */
  settleIn(tx: Tx, costs: readonly Cost[]): Promise<number[]>
  /** How often this process refused a cost (`take`, `demand`), by the name of the budget. */
  refusals(): Iterable<readonly [budget: string, times: number]>
  /** Resolves when no report is under way. */
  drain(): Promise<void>
}

export type BudgetDeps = {
  clock: Clock
  log: Pick<Logger, 'warn'>
  /** False with `RATE_LIMIT=off`. */
  on: boolean
  /** Keys are stored as hashes under this secret. */
  secret: () => Buffer
  /** Adds to the sums of all processes (`addToSums`). */
  share: (told: readonly Expense[], now: Date, tx?: Tx) => Promise<Sum[]>
}

type Entry = { name: string; spent: number; untold: number; until: number }
type Ledger = { terms: Terms; entries: Map<string, Entry>; refused: number }

const keysMost = 50_000
const keyBytes = 16
/** The most keys in one report. */
const toldAtOnce = 1000
const pauseAfterFailureMs = 1000

export function createBudgets(deps: BudgetDeps): Budgets {
  const budgets = new Map<string, Budget>()
  const ledgers = new Map<Budget, Ledger>()
  const { tellSoon, drain } = createTeller(deps)
  const nowMs = () => deps.clock.now().getTime()

  function budget(terms: Terms): Budget {
    if (!deps.on && !terms.always) return unlimited
    const made = budgets.get(terms.name) ?? open(terms)
    budgets.set(terms.name, made)
    return made
  }

  function open(terms: Terms): Budget {
    const { limit, step = limit / 10 } = terms
    const ledger: Ledger = { terms, entries: new Map(), refused: 0 }
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
        if (made.isSpent(key)) {
          ledger.refused += 1
          return false
        }
        made.add(key, cost)
        return true
      },
      isSpent: key => made.spent(key) >= limit,
      demand: (key, message) => {
        if (!made.isSpent(key)) return
        ledger.refused += 1
        const retryAfterSeconds = made.secondsLeft(key)
        fail('rest_too_many_requests', { retryAfterSeconds, ...(message && { message }) })
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
    const sums = await tell(deps, counted)
    return costs.map((_, at) => sums[counted.findIndex(one => one.at === at)] ?? 0)
  }

  const settleIn = (tx: Tx, costs: readonly Cost[]) => tellIn(deps, tx, termsOf(costs))

  const termsOf = (costs: readonly Cost[]) =>
    costs.map(({ budget: one, key, cost }) => ({ terms: ledgers.get(one)?.terms, key, cost }))

  const refusals = () =>
    [...ledgers.values()].map(({ terms, refused }) => [terms.name, refused] as const)

  return { budget, settle, settleIn, refusals, drain }
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

/** The keys used longest ago are dropped first, so that an attacker with many keys cannot fill the memory. */
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

/** Sends what waits to the database, and afterwards what was spent in the meantime. */
function createTeller(deps: BudgetDeps) {
  // Counts are sent to the database outside the async context of the request or transaction that started the sending.
  const outside = new AsyncResource('Budgets')
  const waiting = new Set<Entry>()
  let telling: Promise<void> | undefined
  let notBefore = 0

  async function tellAll() {
    // What else is spent in this turn of the event loop goes into the same report.
    await turn()
    while (waiting.size > 0) {
      const some = [...waiting].slice(0, toldAtOnce)
      for (const entry of some) waiting.delete(entry)
      const costs = some.map(entry => ({ entry, cost: 0 }))
      try {
        await tell(deps, costs)
      } catch (err) {
        notBefore = performance.now() + pauseAfterFailureMs
        deps.log.warn(
          { err },
          'budgets could not be shared with other processes; this process counts alone meanwhile',
        )
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

type CountedCost = { entry: Entry; cost: number }

/** Reports the unreported costs of these entries together with `costs`. Takes over the sums, and returns them. */
async function tell(
  { clock, secret, share }: BudgetDeps,
  counted: readonly CountedCost[],
): Promise<number[]> {
  if (counted.length === 0) return []
  const now = clock.now()
  const untold = counted.map(({ entry }) => entry.untold)
  const told = counted.map(({ entry, cost }) => ({
    key: keyOf(secret(), entry.name),
    cost: cost + entry.untold,
    // Giving back and reading must not start a count.
    until: cost + entry.untold > 0 ? new Date(entry.until) : now,
  }))
  for (const { entry } of counted) entry.untold = 0
  try {
    const sums = await share(told, now)
    for (const [at, { entry }] of counted.entries()) {
      const { spent, until } = sums[at] ?? { spent: entry.spent, until: now }
      entry.spent = spent + entry.untold
      // A count started by another process ends at the same time in both.
      if (until > now) entry.until = until.getTime()
    }
    return sums.map(({ spent }) => spent)
  } catch (error) {
    for (const [at, { entry }] of counted.entries()) entry.untold += untold[at] ?? 0
    throw error
  }
}

type TermedCost = { terms: Terms | undefined; key: string; cost: number }

/** Adds costs in a transaction, each key once, and returns the sum of each; 0 where budgets are switched off. */
async function tellIn(
  { clock, secret, share }: BudgetDeps,
  tx: Tx,
  costs: readonly TermedCost[],
): Promise<number[]> {
  const now = clock.now()
  const told = new Map<string, Expense>()
  const names = costs.map(({ terms, key, cost }) => {
    if (!terms) return ''
    const name = `${terms.name}|${key}`
    const sum = (told.get(name)?.cost ?? 0) + cost
    // Giving back and reading must not start a count.
    const until = sum > 0 ? new Date(now.getTime() + terms.windowSeconds * 1000) : now
    told.set(name, { key: keyOf(secret(), name), cost: sum, until })
    return name
  })
  const sums = told.size === 0 ? [] : await share([...told.values()], now, tx)
  const spent = new Map([...told.keys()].map((name, at) => [name, sums[at]?.spent ?? 0]))
  return names.map(name => spent.get(name) ?? 0)
}

const keyOf = (secret: Buffer, name: string) =>
  createHmac('sha256', secret).update(`budget|${name}`).digest().subarray(0, keyBytes)
