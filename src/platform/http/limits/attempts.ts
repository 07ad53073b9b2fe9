import { fail } from '../../../core/errors.ts'
import type { Budget, Budgets, Cost } from '../../budgets/budgets.ts'
import { networkOf } from '../../net/network-of.ts'

/**
 * Limits on guesses at secrets chosen by people: at one target from one network, at all targets from one network, and
 * at one target from everywhere, in a quarter of an hour. `reserve` is how many guesses every network still has after the
 * last limit is reached, so that rightful users get through; 0 for none. Guesses at passwords are counted before they are
 * checked, so several processes together never check too many, and also with `RATE_LIMIT=off`. Guesses at coupons are
 * counted this way only after the first wrong one, so that a right one costs no statement; each process may check one
 * too many.
 */
const chosen = {
  'sign-in': { pair: 10, network: 30, target: 100, reserve: 0, first: true },
  // Of a million codes three are right at a time, so that even all these guesses find none.
  'second factor': { pair: 10, network: 30, target: 30, reserve: 0, first: true },
  'event password': { pair: 30, network: 300, target: 1000, reserve: 3, first: true },
  coupon: { pair: 30, network: 30, target: 3000, reserve: 3, first: false },
  // What staff type; phones are counted by their scans.
  'door code': { pair: 30, network: 300, target: 30, reserve: 0, first: true },
} as const

/** Limits on wrong guesses at generated secrets, from one network and at one target. Right ones always pass. */
const generated = { network: 100, target: 300 }

const quarterOfAnHour = 15 * 60
const thirtyDays = 30 * 24 * 60 * 60

export type ChosenSecret = keyof typeof chosen

type GeneratedSecret = 'application password' | 'token' | 'ticket code' | 'order link' | 'nonce'

/** A guess: the target that it would open, and the address that it came from. */
export type Guess = { target: string; address: string }

/** Limits guessing. All processes count together, and a new process continues with their counts. */
export type AttemptLimit = {
  /**
   * Checks a guess at a secret chosen by a person; `judge` returns undefined for a wrong one. Guesses of one network
   * at one target are checked one after another, so that simultaneous ones are all counted. Fails with
   * `rest_too_many_requests`, without checking, after too many wrong ones. A network that was right before is not
   * affected by others' guesses.
   */
  judge<T>(
    secret: ChosenSecret,
    guess: Guess,
    judge: () => Promise<T | undefined>,
  ): Promise<T | undefined>
  /**
   * Checks that the network of a right guess has not guessed too often, else fails with `rest_too_many_requests`.
   * Decided in memory, so that a crowd that knows the secret costs no statements.
   */
  demand(secret: ChosenSecret, guess: Guess): void
  /**
   * Counts a wrong generated secret after it was found wrong; fails with `rest_too_many_requests` after too many.
   * Without a target only the network counts; without an address, because the caller is known, only the target.
   */
  wrong(secret: GeneratedSecret, guess: Partial<Guess>): void
}

export function createAttemptLimit(budgets: Budgets): AttemptLimit {
  const counts = {
    'sign-in': chosenCounts(budgets, 'sign-in'),
    'second factor': chosenCounts(budgets, 'second factor'),
    'event password': chosenCounts(budgets, 'event password'),
    coupon: chosenCounts(budgets, 'coupon'),
    'door code': chosenCounts(budgets, 'door code'),
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

type Counts = Record<'pair' | 'network' | 'target' | 'right', Budget> & { reserve: number }
type Keys = { pair: string; network: string; target: string }
type Try = { counts: Counts; keys: Keys }

function chosenCounts({ budget }: Budgets, secret: ChosenSecret): Counts {
  const { pair, network, target, reserve, first } = chosen[secret]
  const terms = { windowSeconds: quarterOfAnHour, step: 1, ...(first && { always: true as const }) }
  return {
    reserve,
    pair: budget({ ...terms, name: `${secret} of a target from a network`, limit: pair }),
    network: budget({ ...terms, name: `${secret} from a network`, limit: network }),
    target: budget({ ...terms, name: `${secret} of a target`, limit: target }),
    // Remembers for thirty days that this network was right at this target. It limits nothing.
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

/** Ends the request when this process knows already that the network has no guesses left. */
function demandFromMemory({ counts, keys }: Try) {
  counts.network.demand(keys.network)
  counts.pair.demand(keys.pair)
}

async function demandTry(budgets: Budgets, one: Try) {
  const { counts, keys } = one
  demandFromMemory(one)
  if (!counts.target.isSpent(keys.target) || counts.pair.spent(keys.pair) < counts.reserve) return
  if (await isStranger(budgets, one)) counts.target.demand(keys.target)
}

/** Whether no right guess has come from that network, as far as any process knows. */
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
    // Others guessed at this moment, and one of them was right.
    fail('rest_too_many_requests', { retryAfterSeconds: 1 })
  }
  try {
    const verdict = await judge()
    if (verdict !== undefined) await budgets.settle(rightOnes(one, 1))
    return verdict
  } catch (error) {
    // The guess was not checked, so it does not count.
    await budgets.settle(wrongOnes(one, -1))
    throw error
  }
}

async function isOneTooMany(budgets: Budgets, one: Try, sums: readonly number[]) {
  const { pair, network, target, reserve } = one.counts
  const [pairs = 0, networks = 0, targets = 0] = sums
  if (pairs > pair.limit || networks > network.limit) return true
  return targets > target.limit && pairs > reserve && (await isStranger(budgets, one))
}

async function countedWhenWrong<T>(budgets: Budgets, one: Try, judge: Judge<T>) {
  const verdict = await judge()
  if (verdict === undefined) await budgets.settle(wrongOnes(one, 1))
  else await budgets.settle(rightOnes(one, 0))
  return verdict
}

/** Counts a wrong guess, or takes the count back. */
const wrongOnes = ({ counts, keys }: Try, cost: 1 | -1): Cost[] => [
  { budget: counts.pair, key: keys.pair, cost },
  { budget: counts.network, key: keys.network, cost },
  { budget: counts.target, key: keys.target, cost },
]

/**
 * Records that a network was right at this target. Its wrong guesses at this target are deleted, and so is the count
 * made before checking; its guesses at other targets stay. Writes nothing when the network was right before and never
 * wrong since.
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

/** Runs work of one name one after another. */
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
