import { performance } from 'node:perf_hooks'
import { fail, failParams } from '../../core/errors.ts'
import { logBounds, type PlacedFact, readFacts } from '../../platform/facts/lookup.ts'
import type { Deps } from '../deps.ts'
import { namePlaces } from './name-places.ts'
import { cursorOf, positionOf } from './rules.ts'

export type ChangeRequest = {
  after?: string | undefined
  types?: readonly string[] | undefined
  limit: number
  waitSeconds: number
}

export type ChangePage = { facts: readonly PlacedFact[]; cursor: string; more: boolean }

/**
 * The changes after a cursor, in order (contract.md 18.2). When there are none, it waits until the next one, the end
 * of the waiting time, or the stop of the service. Fails with `cursor_expired` when changes after the cursor were
 * deleted, or when the cursor belongs to another database.
 */
export async function readChanges(deps: Deps, request: ChangeRequest): Promise<ChangePage> {
  const until = performance.now() + request.waitSeconds * 1000
  let after = await startOf(deps, request.after)
  for (;;) {
    const page = await readPage(deps, { ...request, after })
    const left = until - performance.now()
    if (page.facts.length > 0 || left <= 0) {
      return { ...page, facts: await namePlaces(deps.db, page.facts) }
    }
    after = page.read
    if (!(await deps.following.waitBeyond(after, Math.min(left, lookMs)))) return page
  }
}

/**
 * Changes that another process numbered are found after at most this long; those of this process end the waiting at
 * once.
 */
const lookMs = 1000

async function startOf({ db, secrets }: Deps, after: string | undefined): Promise<number> {
  const { installation } = secrets
  const { first, last } = await logBounds(db)
  if (after === 'latest') return last
  if (after === undefined || after === '') return first - 1
  const position = positionOf(installation, after)
  if (position === undefined) {
    return failParams({ after: { message: 'must be the cursor of an answer, or latest.' } })
  }
  if (position >= first - 1 && position <= last) return position
  return fail('cursor_expired', { data: { first: cursorOf(installation, first - 1) } })
}

async function readPage(
  { db, secrets }: Deps,
  { after, types, limit }: { after: number; types?: readonly string[] | undefined; limit: number },
): Promise<ChangePage & { read: number }> {
  // Read before the facts: facts numbered between the two reads are left for the next page.
  const { last } = await logBounds(db)
  const found = await readFacts(db, { after, limit: limit + 1, names: types })
  const facts = found.slice(0, limit)
  const more = found.length > limit
  const read = more
    ? (facts.at(-1)?.position ?? after)
    : Math.max(last, facts.at(-1)?.position ?? after)
  return { facts, more, read, cursor: cursorOf(secrets.installation, read) }
}
