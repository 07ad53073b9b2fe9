import { performance } from 'node:perf_hooks'
import { fail, failParams } from '../../core/errors.ts'
import type { Caller } from '../../core/caller.ts'
import { logBounds, readFacts } from '../../platform/facts/lookup.ts'
import type { Deps } from '../deps.ts'
import { namePlaces } from './name-places.ts'
import { cursorOf, positionOf } from './rules.ts'
import { type ReadFact, withinReach } from './within-reach.ts'

export type ChangeRequest = {
  /** Who reads: facts about events without a grant are left out, and the cursor moves past them. */
  caller: Caller
  after?: string | undefined
  types?: readonly string[] | undefined
  limit: number
  waitSeconds: number
}

export type ChangePage = { facts: readonly ReadFact[]; cursor: string; more: boolean }

/**
 * The changes after a cursor, in order (contract.md 18.2). When there are none, it waits until the next one, the end
 * of the waiting time, or the stop of the service. Fails with `cursor_expired` when changes after the cursor were
 * deleted, or when the cursor belongs to another database.
 */
export async function readChanges(deps: Deps, request: ChangeRequest): Promise<ChangePage> {
  const until = performance.now() + request.waitSeconds * 1000
  let after = await startOf(deps, request.after)
  for (let skipped = 0; ; ) {
    const page = await readPage(deps, { ...request, after })
    const left = until - performance.now()
    if (page.facts.length > 0) return page
    after = page.read
    if (page.more && skipped < skippedMost) {
      skipped += 1
      continue
    }
    if (page.more || left <= 0) return page
    if (!(await deps.following.waitBeyond(after, Math.min(left, lookMs)))) return page
  }
}

/** A reader of few events is answered after so many pages without any of theirs, with a cursor behind them. */
const skippedMost = 20

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
  { after, types, limit, caller }: Omit<ChangeRequest, 'after' | 'waitSeconds'> & { after: number },
): Promise<ChangePage & { read: number }> {
  // Read before the facts: facts numbered between the two reads are left for the next page.
  const { last } = await logBounds(db)
  const batch = await readFacts(db, { after, limit: limit + 1, names: types })
  const facts = batch.slice(0, limit)
  const more = batch.length > limit
  const read = more
    ? (facts.at(-1)?.position ?? after)
    : Math.max(last, facts.at(-1)?.position ?? after)
  // Places of other events are left out together with the rest of their part.
  const shown = await withinReach(db, await namePlaces(db, facts), caller)
  return { facts: shown, more, read, cursor: cursorOf(secrets.installation, read) }
}
