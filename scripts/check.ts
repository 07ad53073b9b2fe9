/**
 * Everything that must hold before a change lands, in the order in which it is cheapest to learn that it does not.
 * `npm run check` runs all of it; CI runs nothing else.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { type Outcome, outcomeFile } from '../tests/support/closing-line.ts'

const steps: [what: string, command: string][] = [
  ['format', 'npx biome format .'],
  ['lint', 'npx oxlint --type-aware --deny-warnings'],
  ['types', 'npx tsc --noEmit -p tsconfig.json'],
  ['unused code', 'npx knip'],
  ['generated files are current', 'npx tsx scripts/generate.ts --check'],
  ['build', 'npm run --silent build'],
]
const secondTryFilesMax = 3

for (const [what, command] of steps) {
  if (!isDone(what, command)) process.exit(1)
}
if (!isDone('tests', 'npm test') && !isDoneAlone()) process.exit(1)

function isDone(what: string, command: string): boolean {
  const started = process.hrtime.bigint()
  const { status } = spawnSync(command, { shell: true, stdio: 'inherit' })
  const seconds = Number((process.hrtime.bigint() - started) / 1_000_000n) / 1000
  console.log(`${status === 0 ? 'ok' : 'FAILED'}: ${what} (${seconds.toFixed(1)} s)`)
  return status === 0
}

/**
 * A test that fails among all the others and holds alone says more about the machine than about the change: a few such
 * files get a second try by themselves. They are named, because they want looking into.
 */
function isDoneAlone(): boolean {
  if (!existsSync(outcomeFile)) return false
  const { passed, failed, skipped, files } = JSON.parse(
    readFileSync(outcomeFile, 'utf8'),
  ) as Outcome
  if (files.length === 0 || files.length > secondTryFilesMax) return false
  const quoted = files.map(file => JSON.stringify(file)).join(' ')
  if (!isDone('the failed files alone', `npx vitest run ${quoted}`)) return false
  console.log(`FLAKY, passed at the second try: ${files.join(', ')}`)
  console.log(`${passed + failed} passed, 0 failed, ${skipped} skipped`)
  return true
}
