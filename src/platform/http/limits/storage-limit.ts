import type { Caller } from '../../../core/caller.ts'
import type { Budgets } from '../../budgets/budgets.ts'
import { networkOf } from '../../net/network-of.ts'
import type { RequestInfo } from '../request/request.ts'

/**
 * The storage that strangers may use. Every anonymous write counts its KiB for its network, whatever tables it
 * writes, so no new route can omit the limit.
 */
export type StorageLimit = {
  /**
   * Counts a write before it is done. Returns a function to be called with the size of its answer, because stored
   * rows are about as large as the answer. Fails with `rest_too_many_requests` when the network has stored too much.
   */
  admit(write: Write): (body: unknown) => void
  /**
   * Counts places that a stranger's write ordered, passed on or gave back. A place takes several rows (attendee, facts,
   * mails, audit), whether the answer is long or leads to a page.
   */
  countPlaces(writer: Writer, places: number): void
}

/** Who writes, and from where. */
type Writer = { caller: Caller; address: string }

type Write = {
  caller: Caller
  request: Pick<RequestInfo, 'address' | 'rawBody'>
  /** Whether the answer is stored under an idempotency key too. */
  isKept: boolean
}

const windowSeconds = 60 * 60
/**
 * The limit of all networks together. A network that stored little is still admitted, or a few hundred networks could
 * end a sale.
 */
const mostInAllMiB = 4096
const littleKiB = 64
/** The least that a write stores in rows and indexes, and what an idempotency key adds. */
const writeKiB = 2
const keyKiB = 0.5
/** What a place takes with everything that belongs to it (docs/operate/sizing.md). */
const placeKiB = 4

/** A limit of so many MiB an hour for each network; no limit when 0 switches it off. */
export function createStorageLimit(budgets: Budgets, mostMiB: number): StorageLimit {
  if (mostMiB === 0) return unlimited
  const terms = { windowSeconds }
  const own = budgets.budget({ ...terms, name: 'stored', limit: mostMiB * 1024 })
  const all = budgets.budget({ ...terms, name: 'stored in all', limit: mostInAllMiB * 1024 })
  if (own.limit === Number.POSITIVE_INFINITY) return unlimited
  const spend = (network: string, cost: number) => {
    own.add(network, cost)
    all.add('all', cost)
  }
  return {
    admit({ caller, request: { address, rawBody }, isKept }) {
      if (caller.kind !== 'anonymous') return () => {}
      const network = networkOf(address)
      own.demand(network)
      if (own.spent(network) >= littleKiB) all.demand('all')
      spend(network, writeKiB + (isKept ? keyKiB : 0) + (rawBody?.length ?? 0) / 1024)
      return body => {
        const length = JSON.stringify(body)?.length ?? 0
        spend(network, (length * (isKept ? 2 : 1)) / 1024)
      }
    },
    countPlaces({ caller, address }, places) {
      if (caller.kind === 'anonymous') spend(networkOf(address), places * placeKiB)
    },
  }
}

const unlimited: StorageLimit = { admit: () => () => {}, countPlaces: () => {} }
