import { createHash } from 'node:crypto'

export const kindNames = ['refunds', 'message', 'tickets'] as const
export type KindName = (typeof kindNames)[number]

export const actions = ['do', 'by_hand', 'skip'] as const
export type Action = (typeof actions)[number]

/** A record of a plan and what would be done to it. Money in minor units of the currency. */
export type DraftRow = {
  subjectId: number
  action: Action
  /** Why it is left out or done by hand, as a word of the kind. */
  reason: string | null
  amountMinor: number
  currency: string | null
  /** How the money goes back, or how a message is worded. */
  method: string | null
  /** Places, tickets or mails that the row is of. */
  count: number
  /** What the run needs to do exactly this; JSON without anything about a person. */
  detail: object
}

export const itemStates = ['waiting', 'doing', 'done', 'failed', 'skipped', 'by_hand'] as const
export type ItemState = (typeof itemStates)[number]

export const runStates = ['running', 'paused', 'stopping', 'stopped', 'done'] as const

/**
 * How an attempt at an item ended. `again`: nothing is lost and nothing is done yet, so it is tried later; `because` is the
 * class of what stood in the way. `pause`: no item of the run can be done until a person looks at it.
 */
export type Ending =
  | { state: 'done' | 'failed' | 'skipped'; because: string | null }
  | { state: 'again'; because: string; afterSeconds?: number | undefined }
  | { state: 'pause'; because: 'rights' | 'limit' }

/** After so many equal failures in a row a run rests: an empty balance fails five items and not all. */
export const failuresMost = 5

export type Streak = { failing: string | null; failures: number }

/** The failures in a row after an item ended so. What was left out is neither a failure nor a success. */
export function streakAfter({ failing, failures }: Streak, ending: Ending): Streak {
  if (ending.state === 'done') return { failing: null, failures: 0 }
  if (ending.state !== 'failed' && ending.state !== 'again') return { failing, failures }
  const because = ending.because ?? 'error'
  return { failing: because, failures: because === failing ? failures + 1 : 1 }
}

/** How long an item waits that could not be done yet: 5 s, 10 s, 20 s … at most five minutes. */
export const waitSeconds = (attempts: number) => Math.min(300, 5 * 2 ** Math.min(10, attempts - 1))

/** The hash of what a plan was made from: the same as long as nothing of it changed. */
export const hashOf = (basis: unknown): string =>
  createHash('sha256').update(JSON.stringify(basis, sorted)).digest('hex')

/** Members in the order of their names, as the database does not keep the one they had. */
const sorted = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value

type Summed = {
  action: Action
  reason: string | null
  amountMinor: number
  currency: string | null
  method: string | null
  count: number
}

/** Rows of a plan that are alike, with their sum in minor units. */
export type PlanSum = {
  action: Action
  reason: string | null
  currency: string | null
  method: string | null
  rows: number
  count: number
  minor: number
}

/** The rows of a plan by what is done, why, how and in which currency. */
export function sumsOf(rows: readonly Summed[]): PlanSum[] {
  const sums = new Map<string, PlanSum>()
  for (const { action, reason, amountMinor, currency, method, count } of rows) {
    const name = JSON.stringify([action, reason, currency, method])
    const sum = sums.get(name) ?? { action, reason, currency, method, rows: 0, count: 0, minor: 0 }
    sum.rows += 1
    sum.count += count
    sum.minor += amountMinor
    sums.set(name, sum)
  }
  return [...sums.values()]
}

/** Items of a run in one state and currency, with what was planned for them and what was really returned. */
export type ItemSum = {
  state: ItemState
  reason: string | null
  currency: string | null
  items: number
  plannedMinor: number
  returnedMinor: number
}

export type Control = {
  currency: string
  planned: number
  returned: number
  skipped: number
  failed: number
  byHand: number
  open: number
  /** What is not explained: 0, or something is wrong. */
  difference: number
}

/**
 * What was planned, by what became of it, in minor units of each currency. Returned is what refunds say and not what was planned,
 * so a difference shows a refund of another sum. Money that buyers or the plan left with the organiser counts as skipped.
 */
export function controlOf(sums: readonly ItemSum[]): Control[] {
  const currencies = [...new Set(sums.flatMap(({ currency }) => currency ?? []))].sort()
  return currencies.map(currency => {
    const own = sums.filter(sum => sum.currency === currency)
    const of = (...states: ItemState[]) =>
      own
        .filter(({ state }) => states.includes(state))
        .reduce((sum, row) => sum + row.plannedMinor, 0)
    const planned = own.reduce((sum, row) => sum + row.plannedMinor, 0)
    const returned = own.reduce((sum, row) => sum + row.returnedMinor, 0)
    const parts = {
      skipped: of('skipped'),
      failed: of('failed'),
      byHand: of('by_hand'),
      open: of('waiting', 'doing'),
    }
    const { skipped, failed, byHand, open } = parts
    // A refund of an item that is still open is promised already; it counts once, as open.
    const ended = own
      .filter(({ state }) => state === 'done')
      .reduce((sum, row) => sum + row.returnedMinor, 0)
    return {
      currency,
      planned,
      returned,
      ...parts,
      difference: planned - ended - skipped - failed - byHand - open,
    }
  })
}
