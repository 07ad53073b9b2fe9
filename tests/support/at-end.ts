import { afterAll, onTestFinished } from 'vitest'
import { getCurrentTest } from 'vitest/suite'

type Work = () => unknown

/** What the end of the running file does; files of one thread run one after another. */
const ends: Work[] = []

/**
 * Runs this work, such as closing a service, at the end of the test that asks for it, or else at the end of the file.
 * Several works run one after another, the last first. An `afterAll` that is called from a running test or hook is never run, and Vitest says nothing about it.
 */
export function atEnd(work: Work): void {
  if (getCurrentTest() !== undefined) onTestFinished(async () => void (await work()))
  else ends.push(work)
}

/** Called once for each file, before its own hooks, so that it runs after them. */
export function endWithFile(): void {
  afterAll(async () => {
    for (let work = ends.pop(); work; work = ends.pop()) await work()
  })
}
