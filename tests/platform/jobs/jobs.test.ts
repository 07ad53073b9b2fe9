import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { transaction } from '../../../src/platform/db/transaction.ts'
import { jobQueue } from '../../../src/platform/jobs/queue.ts'
import {
  type JobRunner,
  type JobRunnerOptions,
  startJobRunner,
} from '../../../src/platform/jobs/runner.ts'
import { takeJobs } from '../../../src/platform/jobs/store.ts'
import { onPostgres, openTestDatabase } from '../../support/database.ts'
import { movableClock } from '../../support/movable-clock.ts'

const database = await openTestDatabase()
const { db } = database
const start = new Date('2026-11-21T12:00:00Z')
const clock = movableClock(start)
const log = pino({ level: 'silent' })
const runners: JobRunner[] = []

function run(
  handlers: JobRunnerOptions['handlers'],
  options: Partial<JobRunnerOptions> = {},
): JobRunner {
  const runner = startJobRunner({ db, clock, log, handlers, pollMs: 0, ...options })
  runners.push(runner)
  return runner
}

const waiting = () => db.selectFrom('jobs').selectAll().orderBy('id').execute()

function deferred() {
  let resolve = () => {}
  const promise = new Promise<void>(done => {
    resolve = done
  })
  return { promise, resolve }
}

beforeEach(async () => {
  await Promise.all(runners.splice(0).map(runner => runner.stop()))
  await db.deleteFrom('jobs').execute()
  await db.deleteFrom('job_schedules').execute()
  clock.set(start)
})

afterAll(async () => {
  await Promise.all(runners.map(runner => runner.stop()))
  await database.close()
})

test('a job runs once with its payload, and is then deleted', async () => {
  const seen: object[] = []
  const runner = run({ greet: { run: async payload => void seen.push(payload) } })
  await jobQueue.enqueue(db, 'greet', { name: 'Ada', tags: ['a'] })
  expect(await runner.runDue()).toBe(1)
  expect(await runner.runDue()).toBe(0)
  expect(seen).toEqual([{ name: 'Ada', tags: ['a'] }])
  expect(await waiting()).toEqual([])
})

test('a job of a transaction that rolls back is never run', async () => {
  const failing = transaction(db, async tx => {
    await jobQueue.enqueue(tx, 'greet', {})
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  expect(await waiting()).toEqual([])
})

test('a commit wakes the runner before its next poll', async () => {
  const done = deferred()
  run({ greet: { run: async () => done.resolve() } }, { pollMs: 3_600_000 })
  await transaction(db, tx => jobQueue.enqueue(tx, 'greet', {}))
  await done.promise
})

test('a job with a later start waits until that time', async () => {
  let runs = 0
  const runner = run({ remind: { run: async () => void (runs += 1) } })
  await jobQueue.enqueue(db, 'remind', {}, { runAt: new Date('2026-11-21T12:30:00Z') })
  await runner.runDue()
  expect(runs).toBe(0)
  clock.advance(1800)
  await runner.runDue()
  expect(runs).toBe(1)
})

test('a failing job is tried again after growing pauses, and finally set aside with the reason', async () => {
  let runs = 0
  const failing = async () => {
    runs += 1
    throw new Error(`no luck ${runs}`)
  }
  const runner = run({ mail: { run: failing } })
  await jobQueue.enqueue(db, 'mail', {}, { maxAttempts: 3 })
  await runner.runDue()
  expect(runs).toBe(1)
  clock.advance(4)
  await runner.runDue()
  expect(runs).toBe(1)
  clock.advance(3)
  await runner.runDue()
  expect(runs).toBe(2)
  clock.advance(13)
  await runner.runDue()
  clock.advance(100_000)
  await runner.runDue()
  expect(runs).toBe(3)
  const [job] = await waiting()
  expect(job).toMatchObject({ attempts: 3, last_error: 'no luck 3' })
  expect(job?.failed_at).toEqual(expect.any(Date))
})

test('of several jobs with one key one waits, and while it runs the next one may wait', async () => {
  const seen: object[] = []
  const runner = run({ sync: { run: async payload => void seen.push(payload) } })
  const later = new Date('2026-11-21T13:00:00Z')
  await jobQueue.enqueue(db, 'sync', { n: 1 }, { key: 'a', runAt: later })
  await jobQueue.enqueue(db, 'sync', { n: 2 }, { key: 'a' })
  await jobQueue.enqueue(db, 'sync', { n: 3 }, { key: 'b' })
  await jobQueue.enqueue(db, 'other', { n: 4 }, { key: 'a' })
  expect(await waiting()).toHaveLength(3)
  await runner.runDue()
  expect(seen).toEqual([{ n: 1 }, { n: 3 }])
})

test('a job enqueued while another with its key runs is kept', async () => {
  let runs = 0
  const runner = run({
    sync: {
      run: async () => {
        runs += 1
        if (runs === 1) await jobQueue.enqueue(db, 'sync', {}, { key: 'a' })
      },
    },
  })
  await jobQueue.enqueue(db, 'sync', {}, { key: 'a' })
  await runner.runDue()
  expect(runs).toBe(2)
})

test('a job whose process died is taken again when its lease has expired', async () => {
  const never = deferred()
  const dying = run({ slow: { run: () => never.promise } })
  await jobQueue.enqueue(db, 'slow', {})
  dying.nudge()
  await expect.poll(async () => (await waiting())[0]?.attempts).toBe(1)
  let runs = 0
  const other = run({ slow: { run: async () => void (runs += 1) } })
  await other.runDue()
  expect(runs).toBe(0)
  clock.advance(61)
  await other.runDue()
  expect(runs).toBe(1)
  // The first attempt resumes after its lease ended: it must not change a job it no longer owns.
  await jobQueue.enqueue(db, 'unrelated', {})
  never.resolve()
  await dying.stop()
  expect((await waiting()).map(({ name }) => name)).toEqual(['unrelated'])
})

test('a job that ends its process each time is set aside after its attempts', async () => {
  await jobQueue.enqueue(db, 'poison', {}, { maxAttempts: 2 })
  await db.updateTable('jobs').set({ attempts: 2 }).execute()
  let runs = 0
  await run({ poison: { run: async () => void (runs += 1) } }).runDue()
  expect(runs).toBe(0)
  expect((await waiting())[0]?.failed_at).toEqual(expect.any(Date))
})

test('no more jobs of a name run at a time than its concurrency allows', async () => {
  let now = 0
  let most = 0
  const handler = async () => {
    now += 1
    most = Math.max(most, now)
    await new Promise(resolve => setImmediate(resolve))
    now -= 1
  }
  const runner = run({ wide: { run: handler, concurrency: 3 }, narrow: { run: async () => {} } })
  for (let n = 0; n < 12; n += 1) await jobQueue.enqueue(db, 'wide', {})
  await jobQueue.enqueue(db, 'narrow', {})
  expect(await runner.runDue()).toBe(13)
  expect(most).toBe(3)
})

test('no query plan takes more jobs than were asked for', async () => {
  // The planner believes in one row, and puts the choice of jobs inside a loop over them.
  await jobQueue.enqueue(db, 'unrelated', {})
  await sql`analyze jobs`.execute(db)
  for (let n = 0; n < 12; n += 1) await jobQueue.enqueue(db, 'wide', {})
  const taken = await transaction(db, async tx => {
    await sql`set local plan_cache_mode = force_generic_plan`.execute(tx)
    const wanted = [{ name: 'wide', free: 3 }]
    return takeJobs(tx, { wanted, now: start, leasedUntil: start })
  })
  expect(taken).toHaveLength(3)
})

test('stopping waits for running jobs and takes no new ones', async () => {
  const gate = deferred()
  const begun = deferred()
  let ended = false
  const runner = run({
    slow: {
      run: async () => {
        begun.resolve()
        await gate.promise
        ended = true
      },
    },
  })
  await jobQueue.enqueue(db, 'slow', {})
  await jobQueue.enqueue(db, 'slow', {})
  runner.nudge()
  await begun.promise
  const stopping = runner.stop()
  gate.resolve()
  await stopping
  expect(ended).toBe(true)
  expect(await waiting()).toHaveLength(1)
})

test('a recurring job runs once each time, however many processes there are', async () => {
  let runs = 0
  const handlers = { sweep: { run: async () => void (runs += 1) } }
  const schedules = [{ name: 'sweep', everySeconds: 60 }]
  const all = Array.from({ length: 4 }, () => run(handlers, { schedules }))
  const round = () => Promise.all(all.map(runner => runner.runDue()))
  await round()
  expect(runs).toBe(1)
  clock.advance(59)
  await round()
  expect(runs).toBe(1)
  clock.advance(1)
  await round()
  expect(runs).toBe(2)
  clock.advance(600)
  await round()
  expect(runs).toBe(3)
})

test('a recurring job that keeps failing leaves one failure to look at, not one for each run', async () => {
  const failing = async () => {
    throw new Error('down')
  }
  const schedules = [{ name: 'sweep', everySeconds: 60 }]
  const runner = run({ sweep: { run: failing } }, { schedules })
  for (let n = 0; n < 20; n += 1) {
    await runner.runDue()
    clock.advance(60)
  }
  const failed = (await waiting()).filter(job => job.failed_at !== null)
  expect(failed).toHaveLength(1)
})

test('many runners share the jobs, and no job runs twice', async () => {
  const seen = new Map<number, number>()
  const count = async (payload: object) => {
    const { n } = payload as { n: number }
    seen.set(n, (seen.get(n) ?? 0) + 1)
  }
  const jobs = onPostgres ? 400 : 60
  await Promise.all(Array.from({ length: jobs }, (_, n) => jobQueue.enqueue(db, 'count', { n })))
  const all = Array.from({ length: 4 }, () => run({ count: { run: count, concurrency: 5 } }))
  const attempts = await Promise.all(all.map(runner => runner.runDue()))
  expect(attempts.reduce((sum, n) => sum + n)).toBe(jobs)
  expect([...seen.values()].every(times => times === 1)).toBe(true)
  expect(seen.size).toBe(jobs)
})
