import { expect } from 'vitest'
import { kindOf } from '../../src/organising/runs/all-kinds.ts'
import { openRuns } from '../../src/organising/runs/record/store.ts'
import { workRun } from '../../src/organising/runs/working/work-run.ts'
import type { TestApp, TestRequest } from './start-app.ts'

type App = Pick<TestApp, 'deps' | 'db' | 'admin' | 'clock'>

/** Does what is due of all runs, as their jobs would, until nothing is due; `moves` says how often the clock may go on for that. */
export async function workRuns(app: App, { moves = 0 } = {}): Promise<void> {
  for (let moved = 0; ; ) {
    const next: Date[] = []
    for (const run of await openRuns(app.db)) {
      const due = await workRun(app.deps, kindOf, run)
      if (due) next.push(due)
    }
    const soonest = Math.min(...next.map(moment => moment.getTime()))
    if (next.length === 0) return
    const wait = soonest - app.clock.now().getTime()
    if (wait > 0) {
      if (moved >= moves) return
      moved += 1
      app.clock.advance(Math.ceil(wait / 1000) + 1)
    }
  }
}

type Plan = { id: number; summary: any; rows: string; run: number | null }

/** Makes a plan as an administrator, unless somebody else is named. */
export async function plan(
  app: App,
  body: object,
  as: TestRequest['as'] = 'administrator',
): Promise<Plan> {
  const { status, json } = await app.admin('POST', '/plans', { as, body })
  expect(json).toMatchObject({ id: expect.any(Number) })
  expect(status).toBe(201)
  return json
}

/** Begins the run of a plan, and returns the answer. */
export const start = (
  app: App,
  planId: number,
  more: object = {},
  as: TestRequest['as'] = 'administrator',
) => app.admin('POST', '/runs', { as, body: { plan: planId, ...more } })

/** A run as its page shows it. */
export async function readRun(app: App, id: number, as: TestRequest['as'] = 'administrator') {
  const { status, json } = await app.admin('GET', `/runs/${id}`, { as })
  expect(status).toBe(200)
  return json
}

/** How many items of a run are in each state, as `done 3` or `skipped 2 dispute`. */
export const outcomes = (run: any): string[] =>
  run.outcomes.map(({ state, items, reason }: any) =>
    [state, items, reason].filter(part => part !== null).join(' '),
  )
