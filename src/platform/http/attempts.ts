import { fail } from '../../core/errors.ts'
import type { Clock } from '../clock.ts'
import { networkOf } from '../net/network-of.ts'
import { type Counter, createCounter } from './counter.ts'

/**
 * Secrets that people choose can be guessed, so a guess is judged only within these numbers of wrong ones in a quarter
 * of an hour: at one target from one network, at all targets from one network, and at one target from everywhere.
 * `besieged` is what a network still has once the last is spent: a rightful stranger gets through, unless it is 0.
 */
const chosen = {
  'sign-in': { pair: 10, network: 30, target: 100, besieged: 0 },
  'event password': { pair: 30, network: 300, target: 1000, besieged: 3 },
  coupon: { pair: 30, network: 30, target: 3000, besieged: 3 },
} as const

/** Wrong ones of secrets that nobody can guess, from one network and at one target. Right ones are never held up. */
const generated = { network: 100, target: 300 }

export type ChosenSecret = keyof typeof chosen

/** A guess at a secret: what it would open, and the address it came from. */
export type Guess = { target: string; address: string }

/** Slows guessing down. Counts are this process's own and forget by themselves. */
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
   * Counts a wrong generated secret, after it was found wrong; fails with `rest_too_many_requests` when there were too
   * many. Without a target only the network counts; without an address, because it is known who asks, only the target.
   */
  wrong(secret: string, guess: Partial<Guess>): void
}

/** With `floods: false` wrong generated secrets and coupons are not counted; passwords of people always are. */
export function createAttemptLimit(clock: Clock, { floods = true } = {}): AttemptLimit {
  const counts = {
    pairs: createCounter(clock),
    networks: createCounter(clock),
    targets: createCounter(clock),
    wereRight: createCounter(clock, { windowSeconds: 30 * 24 * 60 * 60 }),
  }
  const inTurn = turnsByName()
  return {
    judge(secret, guess, judge) {
      if (secret === 'coupon' && !floods) return judge()
      const names = namesOf(secret, guess)
      return inTurn(names.pair, async () => {
        demand(counts, chosen[secret], names)
        const verdict = await judge()
        note(counts, names, verdict !== undefined)
        return verdict
      })
    },
    wrong(secret, { target, address }) {
      if (!floods) return
      if (address !== undefined) {
        const name = `${secret} from ${networkOf(address)}`
        refuseAt(counts.networks, name, generated.network)
        counts.networks.add(name)
      }
      if (target === undefined) return
      refuseAt(counts.targets, `${secret} of ${target}`, generated.target)
      counts.targets.add(`${secret} of ${target}`)
    },
  }
}

type Counts = Record<'pairs' | 'networks' | 'targets' | 'wereRight', Counter>
type Limit = Record<'pair' | 'network' | 'target' | 'besieged', number>
type Names = { pair: string; network: string; target: string }

function namesOf(secret: string, { target, address }: Guess): Names {
  const network = networkOf(address)
  return {
    pair: `${secret} of ${target} from ${network}`,
    network: `${secret} from ${network}`,
    target: `${secret} of ${target}`,
  }
}

/** Ends the request when this guess would be one too many. */
function demand({ pairs, networks, targets, wereRight }: Counts, limit: Limit, names: Names) {
  refuseAt(networks, names.network, limit.network)
  refuseAt(pairs, names.pair, limit.pair)
  const isStranger = wereRight.count(names.pair) === 0
  if (isStranger && pairs.count(names.pair) >= limit.besieged) {
    refuseAt(targets, names.target, limit.target)
  }
}

function note({ pairs, networks, targets, wereRight }: Counts, names: Names, wasRight: boolean) {
  if (wasRight) {
    pairs.forget(names.pair)
    wereRight.add(names.pair)
    return
  }
  pairs.add(names.pair)
  networks.add(names.network)
  targets.add(names.target)
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

function refuseAt(counter: Counter, name: string, most: number) {
  if (counter.count(name) < most) return
  fail('rest_too_many_requests', { retryAfterSeconds: counter.secondsLeft(name) })
}
