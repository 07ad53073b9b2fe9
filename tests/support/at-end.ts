import { afterAll, onTestFinished, TestRunner } from 'vitest'

type Work = () => unknown

/** What the end of the running file does; files of one thread run one after another. */
const ends: Work[] = []

/**
 * Runs this work, such as closing a service, at the end of the test that asks for it, or else at the end of the file.
 * Several works run one after another, the last first. Vitest never runs an `afterAll` that is called while a test or hook
 * runs, and does not say so.
 */
export function atEnd(work: Work): void {
  if (TestRunner.getCurrentTest() !== undefined) onTestFinished(async () => void (await work()))
  else ends.push(work)
}

/**
 * Called once for each file, before its own hooks, so that it runs after them. A work that fails stops none of the
 * others: they would run at the end of another file, which would fail in its place.
 */
export function endWithFile(): void {
  afterAll(async () => {
    const failures: unknown[] = []
    for (let work = ends.pop(); work; work = ends.pop()) {
      try {
        await work()
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 1) throw new AggregateError(failures, failures.map(String).join('\n'))
    if (failures.length === 1) throw failures[0]
  })
}
