/**
 * What must pass before each commit, the cheapest first. CI also starts the program and a browser (`.ci/run`).
 * Nothing is retried: a test that fails now and then has found a fault, in itself or in the code.
 */
import { spawnSync } from 'node:child_process'

const steps: [what: string, command: string][] = [
  ['format', 'npx biome format .'],
  ['lint', 'npx oxlint --type-aware --deny-warnings'],
  ['types', 'npx tsc --noEmit -p tsconfig.json'],
  ['types of what runs in browsers', 'npx tsc --noEmit -p src/web/islands'],
  ['types of the console', 'npx tsc --noEmit -p console'],
  ['types of the door', 'npx tsc --noEmit -p door'],
  ['unused code', 'npx knip'],
  ['code that only tests use', 'npx knip --production'],
  ['generated files are current', 'npx tsx scripts/generate.ts --check'],
  ['OpenAPI by redocly and spectral', 'npx tsx scripts/lint-openapi.ts'],
  ['documentation site', 'npm run --silent docs:build'],
  ['tests', 'npm test'],
]

for (const [what, command] of steps) {
  const started = process.hrtime.bigint()
  const { status } = spawnSync(command, { shell: true, stdio: 'inherit' })
  const seconds = Number((process.hrtime.bigint() - started) / 1_000_000n) / 1000
  console.log(`${status === 0 ? 'ok' : 'FAILED'}: ${what} (${seconds.toFixed(1)} s)`)
  if (status !== 0) process.exit(1)
}
