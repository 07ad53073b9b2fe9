import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

const folder = path.resolve(import.meta.dirname, '../../node_modules/.cache/marquee')

/** What a run leaves for `npm run check`: how many tests, and the files in which one failed. */
export type Outcome = { passed: number; failed: number; skipped: number; files: string[] }

export const outcomeFile = path.join(folder, 'test-outcome.json')

/** Ends a run with one plain line that any tool can read: `12 passed, 0 failed, 1 skipped`. */
export const closingLine: Reporter = {
  onTestRunStart() {
    rmSync(outcomeFile, { force: true })
  },
  onTestRunEnd(modules: readonly TestModule[], errors) {
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    for (const module of modules) {
      for (const test of module.children.allTests()) counts[test.result().state] += 1
    }
    const { passed, skipped } = counts
    const failed = counts.failed + counts.pending
    console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
    // An error outside of any test belongs to no file, and is not tried again.
    if (errors.length > 0) return
    const files = modules.filter(module => !module.ok()).map(module => module.moduleId)
    const outcome: Outcome = { passed, failed, skipped, files: [...new Set(files)] }
    mkdirSync(folder, { recursive: true })
    writeFileSync(outcomeFile, JSON.stringify(outcome))
  },
}
