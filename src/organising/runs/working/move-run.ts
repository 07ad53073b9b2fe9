import { fail } from '../../../core/errors.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { changeRun, hurryItems, lockRun, reviveFailed, type RunRow } from '../record/store.ts'
import { wakeRun } from './wake-run.ts'
import { settleRun } from './work-run.ts'

export const moves = ['pause', 'continue', 'stop', 'retry'] as const
export type Move = (typeof moves)[number]

/**
 * What a person does with a run. A pause lets what is being done end. `continue` goes on with a run that rests; `stop` ends it and leaves
 * out what waits; `retry` does again what failed. What was begun with its first items goes beyond them only by a `continue` behind them.
 * Fails with `run-move-not-allowed`.
 */
export async function moveRun(deps: Deps, id: number, move: Move): Promise<void> {
  await transaction(deps.db, async tx => {
    const run = (await lockRun(tx, id)) ?? fail('run-not-found')
    await steps[move](tx, run, deps)
    if (move !== 'pause') await wakeRun(deps, tx, id)
  })
}

const steps: Readonly<Record<Move, (tx: Tx, run: RunRow, deps: Deps) => Promise<unknown>>> = {
  pause: (tx, run) => {
    if (run.state !== 'running') refuse(run, 'Only a run that goes on can be paused.')
    return changeRun(tx, run.id, { state: 'paused', paused_by: 'person' })
  },
  continue: async (tx, run) => {
    if (run.state !== 'paused') refuse(run, 'Only a run that rests can be continued.')
    await goOn(tx, run, run.paused_by === 'first' ? null : run.rests_after)
    await hurryItems(tx, run.id)
  },
  stop: async (tx, run, { clock }) => {
    if (run.state === 'stopping') refuse(run, 'It ends when what is being done has ended.')
    if (run.state !== 'running' && run.state !== 'paused') refuse(run, 'It is over.')
    await changeRun(tx, run.id, { state: 'stopping', paused_by: null, rests_after: null })
    await settleRun(tx, { ...run, state: 'stopping', rests_after: null }, clock.now())
  },
  retry: async (tx, run) => {
    if (run.state === 'stopping' || run.state === 'stopped') {
      refuse(run, 'Plan the rest again.')
    }
    if (run.state === 'running') refuse(run, 'Wait until it is done, or pause it.')
    const failed = await reviveFailed(tx, run.id)
    if (failed === 0) {
      refuse(run, 'Nothing of it can be done again. What came back later is refunded at its order.')
    }
    await goOn(tx, run, run.rests_after)
  },
}

const goOn = (tx: Tx, { id }: RunRow, restsAfter: number | null) =>
  changeRun(tx, id, {
    state: 'running',
    paused_by: null,
    rests_after: restsAfter,
    failing: null,
    failures: 0,
    not_before: null,
    ended_at: null,
  })

const refuse = ({ state }: RunRow, message: string): never =>
  fail('run-move-not-allowed', { message: `The run is ${state}. ${message}` })
