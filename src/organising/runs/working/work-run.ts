import { setInterval } from 'node:timers'
import type { Caller } from '../../../core/caller.ts'
import { actingAs } from '../../../platform/db/acting.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { leaveChosen } from '../choices/leave-chosen.ts'
import type { ItemWork, RunKind } from '../record/kinds.ts'
import { type Ending, failuresMost, streakAfter, waitSeconds } from '../record/rules.ts'
import {
  changeRun,
  endItem,
  extendLease,
  leftOf,
  lockRun,
  putBack,
  type RunRow,
  skipWaiting,
  takeItem,
  type TakenItem,
} from '../record/store.ts'

const leaseSeconds = 20
const heartbeatMs = 5000
/** How long one turn of a process takes; then other runs have theirs. */
const turnMs = 4000

type KindOf = (name: RunRow['kind']) => RunKind
type Assignment = { run: RunRow; item: TakenItem }

/**
 * Does items of a run, one after the other, for some seconds. Several processes may do so at once: an item belongs to one of them
 * as long as its lease lasts. Returns when the run can go on: at once (a date that is past), later, or undefined when it is over or rests.
 */
export async function workRun(
  deps: Deps,
  kindOf: KindOf,
  runId: number,
): Promise<Date | undefined> {
  const begun = performance.now()
  for (;;) {
    const taken = await take(deps, kindOf, runId)
    if (!('item' in taken)) return taken.next
    await doItem(deps, kindOf(taken.run.kind), taken)
    if (performance.now() - begun > turnMs) return deps.clock.now()
  }
}

/** Takes the next item; without one, ends or rests the run where it is due, and says when to look again. */
function take(
  deps: Deps,
  kindOf: KindOf,
  runId: number,
): Promise<Assignment | { next: Date | undefined }> {
  const now = deps.clock.now()
  return transaction(deps.db, async (tx): Promise<Assignment | { next: Date | undefined }> => {
    const run = await lockRun(tx, runId)
    if (!run || (run.state !== 'running' && run.state !== 'stopping')) return { next: undefined }
    if (run.state === 'running' && (await isOtherwise(tx, run, kindOf(run.kind)))) {
      await rest(tx, run, 'event_changed')
      return { next: undefined }
    }
    if (run.not_before && run.not_before > now) return { next: run.not_before }
    const item = await takeItem(tx, run, {
      lease: deps.random.uuid(),
      now,
      until: inSeconds(now, leaseSeconds),
      onlyBegun: run.state === 'stopping',
    })
    if (!item) return { next: await settleRun(tx, run, now) }
    await changeRun(tx, runId, { not_before: paced(deps, run, now) })
    return { run, item }
  })
}

/** Whether the run went on from something that is not so any more. */
async function isOtherwise(tx: Tx, { premise, ...run }: RunRow, kind: RunKind) {
  return premise !== null && (await kind.isStill?.(tx, { ...run, premise })) === false
}

/** The moment from which the next item may begin: so many in a second, and as many at once after a rest. */
function paced({ config }: Pick<Deps, 'config'>, run: RunRow, now: Date): Date | null {
  const pace = run.kind === 'refunds' ? config.refundsASecond : 0
  if (pace === 0) return null
  const since = Math.max(run.not_before?.getTime() ?? 0, now.getTime() - 1000)
  return new Date(since + 1000 / pace)
}

/** Ends a locked run of which nothing can be taken, or lets it rest. Returns when to look again. */
export async function settleRun(tx: Tx, run: RunRow, now: Date): Promise<Date | undefined> {
  const left = await leftOf(tx, run)
  if (left.doing > 0) return inSeconds(now, leaseSeconds)
  if (run.state === 'stopping') {
    await leaveChosen(tx, run.id)
    await skipWaiting(tx, run.id)
    await changeRun(tx, run.id, { state: 'stopped', ended_at: now })
    return undefined
  }
  // Buyers have days to choose: those beyond are not kept from it by the first.
  const isFirstDone = left.waiting === left.asked && left.beyond > 0
  if (left.waiting > 0 && !isFirstDone) return left.due_at ?? now
  if (isFirstDone) await changeRun(tx, run.id, { state: 'paused', paused_by: 'first' })
  else await changeRun(tx, run.id, { state: 'done', ended_at: now })
  return undefined
}

async function doItem(deps: Deps, kind: RunKind, { run, item }: Assignment): Promise<void> {
  const own = actingAs(deps, {
    kind: 'user',
    id: run.user_id,
    name: run.credential,
    operation: 'startRun',
  })
  const work = workOf(run, item)
  const beat = setInterval(() => {
    void extendLease(
      deps.db,
      { ...work, lease: item.lease },
      inSeconds(deps.clock.now(), leaseSeconds),
    ).catch((err: unknown) =>
      deps.log.warn(
        { err, run: run.id, item: item.n },
        'the lease of an item could not be extended',
      ),
    )
  }, heartbeatMs)
  try {
    const ending = await kind.perform(own, work)
    await finish(deps, { run, item }, ending)
  } catch (err) {
    deps.log.error({ err, run: run.id, item: item.n }, 'an item of a run could not be done')
    await finish(deps, { run, item }, { state: 'again', because: 'error' })
  } finally {
    clearInterval(beat)
  }
}

/** What a kind receives of an item. The rights of the person are read by the kind, in the transaction that writes. */
export const workOf = (
  run: Pick<RunRow, 'id' | 'wish' | 'event_id' | 'user_id' | 'credential'>,
  item: Omit<TakenItem, 'attempts' | 'lease'>,
): ItemWork => ({
  run: { id: run.id, wish: run.wish, eventId: run.event_id },
  n: item.n,
  subjectId: item.subject_id,
  amountMinor: item.amount_minor,
  currency: item.currency,
  method: item.method,
  detail: item.detail,
  providerKey: item.provider_key,
  caller: callerOf(run),
})

/** The person who began a run, without any right: `callerNow` reads those of the moment. */
const callerOf = (run: Pick<RunRow, 'user_id' | 'credential'>): Caller => ({
  kind: 'user',
  userId: run.user_id,
  role: 'subscriber',
  capabilities: new Set(),
  held: [],
  seesOwn: false,
  credentialEndsAt: null,
  credential: run.credential,
})

/** Writes the outcome of an item, and lets the run rest where nothing else would help. */
function finish(deps: Deps, { run: { id }, item }: Assignment, ending: Ending): Promise<void> {
  const now = deps.clock.now()
  return transaction(deps.db, async tx => {
    const run = await lockRun(tx, id)
    if (!run) return
    const mine = { run, n: item.n, lease: item.lease }
    if (ending.state === 'pause') {
      await putBack(tx, mine, { dueAt: null, because: null })
      return rest(tx, run, ending.because)
    }
    if (ending.state === 'later') {
      await putBack(tx, mine, { dueAt: ending.at, because: ending.because })
    } else if (ending.state === 'again') {
      const seconds = ending.afterSeconds ?? waitSeconds(item.attempts)
      await putBack(tx, mine, { dueAt: inSeconds(now, seconds), because: ending.because })
      if (ending.afterSeconds !== undefined) {
        await changeRun(tx, id, { not_before: inSeconds(now, ending.afterSeconds) })
      }
    } else {
      await endItem(tx, mine, ending)
    }
    const streak = streakAfter(run, ending)
    await changeRun(tx, id, streak)
    if (streak.failures >= failuresMost && streak.failing) await rest(tx, run, streak.failing)
  })
}

async function rest(tx: Tx, run: RunRow, because: string) {
  if (run.state !== 'running') return
  await changeRun(tx, run.id, { state: 'paused', paused_by: because, failing: null, failures: 0 })
}

const inSeconds = (moment: Date, seconds: number) => new Date(moment.getTime() + seconds * 1000)
