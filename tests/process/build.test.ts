import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onPostgres } from '../support/database.ts'

const root = path.resolve(import.meta.dirname, '../..')
const parts = ['bin', 'migrations', 'scripts', 'src', 'package.json', 'package-lock.json']
const described =
  ".description('Self-hosted events and ticketing. Settings come from the environment.')"
/** As long as the line it replaces, and fails when the command is `burn`. */
const changedTo =
  ".description(process.argv[2] === 'burn' ? burnt : 'Rodeos and ticketing.')".padEnd(
    described.length,
  )
let copy: string

const source = () => path.join(copy, 'src/cli/run.ts')

beforeAll(() => {
  copy = mkdtempSync(path.join(os.tmpdir(), 'marquee-build-'))
  for (const part of [...parts, 'tsconfig.json', 'dist/program', 'dist/islands', 'dist/cluster']) {
    // What `npm test` has built is the first build of the copy too.
    if (!existsSync(path.join(root, part))) continue
    // Node 22 makes the folder that is copied, and not the one above it.
    mkdirSync(path.dirname(path.join(copy, part)), { recursive: true })
    cpSync(path.join(root, part), path.join(copy, part), { recursive: true })
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
})

afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** Changes a line of the copy. Returns the line's number and the whole file. */
function changeSource() {
  const changed = readFileSync(source(), 'utf8').replace(described, changedTo)
  writeFileSync(source(), changed)
  const [before = ''] = changed.split(changedTo)
  return { line: before.split('\n').length, changed }
}

/** The command behind `npm start`, run in the copy. */
const run = (...args: string[]) =>
  spawnSync(process.execPath, ['scripts/run-built.mjs', ...args], { cwd: copy, encoding: 'utf8' })
const start = (...args: string[]) => run(...args).stdout

const program = () => path.join(copy, 'dist/program')
const builtAt = () => statSync(path.join(program(), 'main.js')).mtimeMs

// Nothing here depends on the database.
test.skipIf(onPostgres)(
  'npm start runs the current sources, and builds only when they changed',
  () => {
    expect(start('--help')).toContain('Self-hosted events and ticketing.')
    const first = builtAt()
    start('--help')
    expect(builtAt()).toBe(first)

    const { atime, mtime, size } = statSync(source())
    const { changed } = changeSource()
    // Same size and same time of change, as when a tool that keeps times replaces a file.
    utimesSync(source(), atime, mtime)
    expect(statSync(source()).size).toBe(size)
    const rebuilt = run('--help')
    expect(rebuilt.stdout).toContain('Rodeos and ticketing.')
    expect(rebuilt.stderr).toContain('Building the program from its sources')
    const second = builtAt()

    writeFileSync(source(), changed)
    start('--help')
    expect(builtAt(), 'written anew with the same content').toBe(second)
  },
)

test.skipIf(onPostgres)('a stack trace of the built program names the line of the source', () => {
  const { line } = changeSource()
  const { status, stderr } = run('burn')
  expect([status, stderr]).toEqual([1, expect.stringContaining('burnt is not defined')])
  expect(stderr).toContain(`src/cli/run.ts:${line}:`)
})

test.skipIf(onPostgres)('the command says in one sentence when it is not built yet', () => {
  const unbuilt = mkdtempSync(path.join(os.tmpdir(), 'marquee-unbuilt-'))
  cpSync(path.join(root, 'bin'), path.join(unbuilt, 'bin'), { recursive: true })
  cpSync(path.join(root, 'package.json'), path.join(unbuilt, 'package.json'))
  const { status, stderr } = spawnSync(process.execPath, ['bin/marquee.js', 'serve'], {
    cwd: unbuilt,
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^[^\n]*npm run build[^\n]*\n$/)])
  rmSync(unbuilt, { recursive: true, force: true })
})
