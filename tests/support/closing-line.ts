import type { Reporter, TestModule } from 'vitest/node'

/** Ends a run with one plain line for scripts: `12 passed, 0 failed, 1 skipped`. */
export const closingLine: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]) {
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    for (const module of modules) {
      for (const test of module.children.allTests()) counts[test.result().state] += 1
    }
    const { passed, skipped } = counts
    console.log(`${passed} passed, ${counts.failed + counts.pending} failed, ${skipped} skipped`)
  },
}
