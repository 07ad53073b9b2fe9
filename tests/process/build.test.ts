import { spawnSync } from 'node:child_process'
import {
  cpSync,
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
const burning = "\nif (process.argv[2] === 'burn') throw new Error('burnt')\n"
let copy: string
let burningLine: number

const source = () => path.join(copy, 'src/cli/run.ts')

beforeAll(() => {
  copy = mkdtempSync(path.join(os.tmpdir(), 'marquee-build-'))
  for (const part of [...parts, 'tsconfig.json']) {
    cpSync(path.join(root, part), path.join(copy, part), { recursive: true })
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
  const text = readFileSync(source(), 'utf8') + burning
  burningLine = text.trimEnd().split('\n').length
  writeFileSync(source(), text)
})

afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** What `npm start` runs, in the copy. */
const run = (...args: string[]) =>
  spawnSync(process.execPath, ['scripts/run-built.mjs', ...args], { cwd: copy, encoding: 'utf8' })
const start = (...args: string[]) => run(...args).stdout

const program = () => path.join(copy, 'dist/program')
const builtAt = () => statSync(path.join(program(), 'main.js')).mtimeMs

// Nothing of this knows the database.
test.skipIf(onPostgres)('npm start runs what the sources say now, and builds only then', () => {
  expect(start('--help')).toContain('Self-hosted events and ticketing.')
  const first = builtAt()
  start('--help')
  expect(builtAt()).toBe(first)

  const { atime, mtime } = statSync(source())
  const changed = readFileSync(source(), 'utf8').replace('Self-hosted events', 'Self-hosted rodeos')
  writeFileSync(source(), changed)
  // The same size and time of writing, as after a tool that keeps times put another file there.
  utimesSync(source(), atime, mtime)
  expect(start('--help')).toContain('Self-hosted rodeos and ticketing.')
  const second = builtAt()

  writeFileSync(source(), changed)
  start('--help')
  expect(builtAt(), 'written anew with the same content').toBe(second)
})

test.skipIf(onPostgres)('a trace of the built program names the line of its source', () => {
  const { status, stderr } = run('burn')
  expect(status).toBe(1)
  expect(stderr).toContain(`src/cli/run.ts:${burningLine}:`)
})

test.skipIf(onPostgres)('the command says in one sentence that it was not built yet', () => {
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
