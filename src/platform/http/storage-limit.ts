import type { Caller } from '../../core/caller.ts'
import type { Budgets } from '../budgets/budgets.ts'
import { networkOf } from '../net/network-of.ts'
import type { RequestInfo } from './request.ts'

/**
 * What strangers may have stored. Every write of somebody who has not signed in counts, in KiB and for its network,
 * whatever tables it touches: so a new route cannot forget to be limited.
 */
export type StorageLimit = {
  /**
   * Counts a write before it is done, and returns what is to be told of its answer: rows are about as large as what is answered
   * of them. Fails with `rest_too_many_requests` when the network has had too much stored.
   */
  admit(write: Write): (body: unknown) => void
}

type Write = {
  caller: Caller
  request: Pick<RequestInfo, 'address' | 'rawBody'>
  /** Whether the answer is kept for a repetition, too. */
  isKept: boolean
}

const windowSeconds = 60 * 60
/** Of all networks together. A network that had little stored is admitted still, or a few hundred could end a sale. */
const mostInAllMiB = 4096
const littleKiB = 64
/** The rows and index entries of a write that is as small as can be, and of a key. */
const writeKiB = 2
const keyKiB = 0.5

/** The limit of so many MiB an hour for each network; without one where 0 switches it off. */
export function createStorageLimit(budgets: Budgets, mostMiB: number): StorageLimit {
  if (mostMiB === 0) return unlimited
  const terms = { windowSeconds }
  const own = budgets.budget({ ...terms, name: 'stored', limit: mostMiB * 1024 })
  const all = budgets.budget({ ...terms, name: 'stored in all', limit: mostInAllMiB * 1024 })
  if (own.limit === Number.POSITIVE_INFINITY) return unlimited
  return {
    admit({ caller, request: { address, rawBody }, isKept }) {
      if (caller.kind !== 'anonymous') return () => {}
      const network = networkOf(address)
      own.demand(network)
      if (own.spent(network) >= littleKiB) all.demand('all')
      const spend = (cost: number) => {
        own.add(network, cost)
        all.add('all', cost)
      }
      spend(writeKiB + (isKept ? keyKiB : 0) + (rawBody?.length ?? 0) / 1024)
      return body => spend(((JSON.stringify(body)?.length ?? 0) * (isKept ? 2 : 1)) / 1024)
    },
  }
}

const unlimited: StorageLimit = { admit: () => () => {} }
