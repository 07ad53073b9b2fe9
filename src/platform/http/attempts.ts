import { fail } from '../../core/errors.ts'
import type { Budget, Budgets, Cost } from '../budgets/budgets.ts'
import { networkOf } from '../net/network-of.ts'

/**
 * Secrets that people choose can be guessed, so a guess is judged only within these numbers of wrong ones in a quarter
 * of an hour: at one target from one network, at all targets from one network, and at one target from everywhere.
 * `besieged` is what a network still has once the last is spent: a rightful stranger gets through, unless it is 0.
 * Passwords are counted before they are judged, so that no number of processes judges one too many, and with
 * `RATE_LIMIT=off` too. Coupons are so only from the first wrong one on, so that a right one costs no statement: each
 * process judges at the most one too many.
 */
const chosen = {
  'sign-in': { pair: 10, network: 30, target: 100, besieged: 0, first: true },
  'event password': { pair: 30, network: 300, target: 1000, besieged: 3, first: true },
  coupon: { pair: 30, network: 30, target: 3000, besieged: 3, first: false },
} as const

/** Wrong ones of secrets that nobody can guess, from one network and at one target. Right ones are never held up. */
const generated = { network: 100, target: 300 }

const quarterOfAnHour = 15 * 60
const thirtyDays = 30 * 24 * 60 * 60

export type ChosenSecret = keyof typeof chosen

type GeneratedSecret = 'application password' | 'token' | 'ticket code' | 'order link' | 'nonce'

/** A guess at a secret: what it would open, and the address it came from. */
export type Guess = { target: string; address: string }

/** Slows guessing down. All processes count together, and a new process goes on with what was counted before. */
export type AttemptLimit = {
  /**
   * Judges a guess at a secret that somebody chose; `judge` says undefined for a wrong one. Of one network at one target
   * guesses wait for each other, so that many at once are not judged before the first is counted. Fails with
   * `rest_too_many_requests`, without judging, when too many were wrong. A network that was right before does not suffer
   * from what others do.
   */
  judge<T>(
    secret: ChosenSecret,
    guess: Guess,
    judge: () => Promise<T | undefined>,
  ): Promise<T | undefined>
  /**
   * Whether a guess that is known to be right counts: it does not for a network that guessed too often. It is decided in
   * memory, so that a crowd which knows the secret costs nothing; fails with `rest_too_many_requests`.
   */
  demand(secret: ChosenSecret, guess: Guess): void
  /**
   * Counts a wrong generated secret, after it was found wrong; fails with `rest_too_many_requests` when there were too
   * many. Without a target only the network counts; without an address, because it is known who asks, only the target.
   */
  wrong(secret: GeneratedSecret, guess: Partial<Guess>): void
}

export function createAttemptLimit(budgets: Budgets): AttemptLimit {
  const counts = {
    'sign-in': chosenCounts(budgets, 'sign-in'),
    'event password': chosenCounts(budgets, 'event password'),
    coupon: chosenCounts(budgets, 'coupon'),
  }
  const inTurn = turnsByName()
  return {
    judge(secret, guess, judge) {
      const one = { counts: counts[secret], keys: keysOf(guess) }
      if (one.counts.pair.limit === Number.POSITIVE_INFINITY) return judge()
      return inTurn(`${secret} of ${one.keys.pair}`, async () => {
        await demandTry(budgets, one)
        return chosen[secret].first || one.counts.pair.spent(one.keys.pair) > 0
          ? await countedFirst(budgets, one, judge)
          : await countedWhenWrong(budgets, one, judge)
      })
    },
    demand: (secret, guess) => {
      const one = { counts: counts[secret], keys: keysOf(guess) }
      demandFromMemory(one)
      const { right } = one.counts
      if (right.spent(one.keys.pair) === 0) right.add(one.keys.pair)
    },
    wrong(secret, { target, address }) {
      const terms = { windowSeconds: quarterOfAnHour, step: 1 }
      const { network, target: at } = generated
      if (address !== undefined) {
        const name = `${secret} from a network`
        takeOrFail(budgets.budget({ ...terms, name, limit: network }), networkOf(address))
      }
      if (target === undefined) return
      takeOrFail(budgets.budget({ ...terms, name: `${secret} of a target`, limit: at }), target)
    },
  }
}

type Counts = Record<'pair' | 'network' | 'target' | 'right', Budget> & { besieged: number }
type Keys = { pair: string; network: string; target: string }
type Try = { counts: Counts; keys: Keys }

function chosenCounts({ budget }: Budgets, secret: ChosenSecret): Counts {
  const { pair, network, target, besieged, first } = chosen[secret]
  const terms = { windowSeconds: quarterOfAnHour, step: 1, ...(first && { always: true as const }) }
  return {
    besieged,
    pair: budget({ ...terms, name: `${secret} of a target from a network`, limit: pair }),
    network: budget({ ...terms, name: `${secret} from a network`, limit: network }),
    target: budget({ ...terms, name: `${secret} of a target`, limit: target }),
    // No limit but a memory: that this network was right at this target within thirty days.
    right: budget({
      ...terms,
      name: `${secret} was right`,
      limit: Number.MAX_SAFE_INTEGER,
      step: Number.POSITIVE_INFINITY,
      windowSeconds: thirtyDays,
    }),
  }
}

function keysOf({ target, address }: Guess): Keys {
  const network = networkOf(address)
  return { pair: `${target} from ${network}`, network, target }
}

function takeOrFail(budget: Budget, key: string) {
  budget.demand(key)
  budget.add(key)
}

/** Ends the request when it is known here already that this guess would be one too many for its network. */
function demandFromMemory({ counts, keys }: Try) {
  counts.network.demand(keys.network)
  counts.pair.demand(keys.pair)
}

async function demandTry(budgets: Budgets, one: Try) {
  const { counts, keys } = one
  demandFromMemory(one)
  if (!counts.target.isSpent(keys.target) || counts.pair.spent(keys.pair) < counts.besieged) return
  if (await isStranger(budgets, one)) counts.target.demand(keys.target)
}

/** Whether nobody was right here from that network, as far as any process knows. */
async function isStranger({ settle }: Budgets, { counts: { right }, keys }: Try) {
  if (right.spent(keys.pair) > 0) return false
  const [times = 0] = await settle([{ budget: right, key: keys.pair, cost: 0 }])
  return times === 0
}

type Judge<T> = () => Promise<T | undefined>

async function countedFirst<T>(budgets: Budgets, one: Try, judge: Judge<T>) {
  const sums = await budgets.settle(wrongOnes(one, 1))
  if (await isOneTooMany(budgets, one, sums)) {
    await budgets.settle(wrongOnes(one, -1))
    demandFromMemory(one)
    one.counts.target.demand(one.keys.target)
    // Others were judged at this moment, and one of them was right.
    fail('rest_too_many_requests', { retryAfterSeconds: 1 })
  }
  try {
    const verdict = await judge()
    if (verdict !== undefined) await budgets.settle(rightOnes(one, 1))
    return verdict
  } catch (error) {
    // It was not judged, so it was no guess.
    await budgets.settle(wrongOnes(one, -1))
    throw error
  }
}

async function isOneTooMany(budgets: Budgets, one: Try, sums: readonly number[]) {
  const { pair, network, target, besieged } = one.counts
  const [pairs = 0, networks = 0, targets = 0] = sums
  if (pairs > pair.limit || networks > network.limit) return true
  return targets > target.limit && pairs > besieged && (await isStranger(budgets, one))
}

async function countedWhenWrong<T>(budgets: Budgets, one: Try, judge: Judge<T>) {
  const verdict = await judge()
  if (verdict === undefined) await budgets.settle(wrongOnes(one, 1))
  else await budgets.settle(rightOnes(one, 0))
  return verdict
}

/** Counts a wrong guess, or takes that back. */
const wrongOnes = ({ counts, keys }: Try, cost: 1 | -1): Cost[] => [
  { budget: counts.pair, key: keys.pair, cost },
  { budget: counts.network, key: keys.network, cost },
  { budget: counts.target, key: keys.target, cost },
]

/**
 * Notes that a network was right: what was wrong at this target is forgotten, with what was counted beforehand. What it
 * guessed at others is not. Nothing is left to write when it was right before, and never wrong since.
 */
function rightOnes({ counts, keys }: Try, counted: 0 | 1): Cost[] {
  const { pair, network, target, right } = counts
  const costs = [
    { budget: pair, key: keys.pair, cost: -pair.spent(keys.pair) },
    { budget: network, key: keys.network, cost: -counted },
    { budget: target, key: keys.target, cost: -counted },
    { budget: right, key: keys.pair, cost: right.spent(keys.pair) === 0 ? 1 : 0 },
  ]
  return costs.filter(({ cost }) => cost !== 0)
}

/** Does things of one name one after another. */
function turnsByName() {
  const turns = new Map<string, Promise<unknown>>()
  return async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const turn = (turns.get(name) ?? Promise.resolve()).then(work)
    const ended = turn.catch(() => undefined)
    turns.set(name, ended)
    try {
      return await turn
    } finally {
      if (turns.get(name) === ended) turns.delete(name)
    }
  }
}
