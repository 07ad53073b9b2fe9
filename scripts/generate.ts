/**
 * Generates table types, the schema dump, OpenAPI, error and configuration tables, and proves new regular expressions. With `--check` it writes
 * nothing and fails when a file is outdated.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { databaseOver } from '../src/platform/db/database.ts'
import { exchangeRaw, openInMemory } from '../src/platform/db/embedded/lite-engine.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { poolOver } from '../src/platform/db/embedded/pglite.ts'
import {
  patternsToProve,
  prove,
  provedFile,
  provedPatterns,
} from '../tests/architecture/patterns.ts'
import { schemaDump, tableTypes } from './generate-tables.ts'

const root = path.resolve(import.meta.dirname, '..')
const checking = process.argv.includes('--check')
const stale: string[] = []

function produce(file: string, content: string) {
  const target = path.join(root, file)
  const current = existsSync(target) ? readFileSync(target, 'utf8') : undefined
  if (current === content) return
  if (checking) stale.push(file)
  else writeFileSync(target, content)
}

const lite = await openInMemory()
const pool = poolOver(bytes => exchangeRaw(lite, bytes))
const database = databaseOver(pool, 'embedded', () => lite.close())
await migrate(database)
produce('src/platform/db/tables.ts', await tableTypes(pool))
produce('docs/schema.sql', await schemaDump(pool))
if (!process.argv.includes('--tables')) {
  const { documents } = await import('./generate-docs.ts')
  for (const [file, content] of Object.entries(await documents(database))) produce(file, content)
}
await database.close()
const known = new Set(provedPatterns())
const patterns = patternsToProve()
for (const pattern of patterns) if (!known.has(pattern.text)) await prove(pattern)
produce(
  provedFile,
  `${JSON.stringify(
    patterns.map(({ text }) => text),
    null,
    2,
  )}\n`,
)
if (stale.length > 0) {
  console.error(`Not current, run \`npm run generate\`: ${stale.join(', ')}`)
  process.exit(1)
}
