import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createServerDatabase, onPostgres } from '../support/database.ts'
import { unpackSnapshot } from '../support/installation.ts'
import { runCommand } from '../support/server-process.ts'

const traceLine = /\n\s+at /

async function migrateWith(DATABASE_URL: string) {
  const { code, output } = await runCommand(['migrate'], { DATABASE_URL })
  expect(output).not.toMatch(traceLine)
  return [code, output]
}

test.runIf(onPostgres)('a database user without rights is told who must do what', async () => {
  const server = await createServerDatabase({ bare: true })
  const owner = new Client({ connectionString: server.url })
  await owner.connect()
  const user = `marquee_plain_${process.pid}`
  onTestFinished(async () => {
    await owner.query(`drop owned by ${user}; drop role ${user}`)
    await owner.end()
    await server.drop()
  })
  await owner.query(`create role ${user} login; grant create on schema public to ${user}`)
  const url = new URL(server.url)
  url.username = user
  expect(await migrateWith(url.href)).toEqual([
    1,
    expect.stringMatching(/may not create the extension pg_trgm; .*CREATE EXTENSION pg_trgm;/),
  ])
  await owner.query('create extension pg_trgm')
  await owner.query(`revoke create on schema public from ${user}`)
  expect(await migrateWith(url.href)).toEqual([
    1,
    expect.stringMatching(/may not create tables .*GRANT CREATE ON SCHEMA public/),
  ])
})

/** Root may write everywhere, so the program runs as another user. */
const somebody = {
  ...(process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}),
  cwd: path.resolve(import.meta.dirname, '../..'),
}
const mayRun = spawnSync(process.execPath, ['bin/marquee.js', '--help'], somebody).status === 0

const readOnly =
  'a data folder that can only be read is told from a full disk (needs a checkout that every user may read)'
test.skipIf(onPostgres || !mayRun)(readOnly, () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'marquee-read-only-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(path.join(folder, 'postgres'))
  for (const installation of [path.join(folder, 'postgres'), folder]) chmodSync(installation, 0o555)
  const { status, stderr } = spawnSync(process.execPath, ['bin/marquee.js', 'migrate'], {
    ...somebody,
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: folder },
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([1, expect.stringContaining('cannot be written by this user')])
  expect(stderr).not.toMatch(/disk full|\n\s+at /)
})

const root = path.resolve(import.meta.dirname, '../..')

/** The program, ended by force: what waits for ever inside one call of the system hears no other signal. */
function marquee(args: readonly string[], environment: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['bin/marquee.js', ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', ...environment },
    encoding: 'utf8',
    timeout: 30_000,
    killSignal: 'SIGKILL',
  })
  return { status, output: stdout + stderr }
}

test.skipIf(onPostgres || !existsSync('/proc/self'))(
  'a data folder in a place that takes no folders ends the start with a sentence',
  () => {
    for (const DATA_DIR of ['/proc/marquee', '/proc/marquee/data']) {
      const { status, output } = marquee(['serve'], { DATA_DIR })
      expect([status, output]).toEqual([
        1,
        `The data folder ${DATA_DIR} cannot be made, because the folder above it takes none; set DATA_DIR to another folder.\n`,
      ])
    }
  },
)

test.skipIf(onPostgres)('files that cannot be read or written are named in a sentence', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'marquee-files-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'file')
  writeFileSync(file, '')
  const environment = { DATA_DIR: path.join(folder, 'data') }
  expect(marquee(['restore', folder], environment)).toEqual({
    status: 1,
    output: `${folder} cannot be read: it is a folder.\n`,
  })
  expect(existsSync(environment.DATA_DIR)).toBe(false)
  unpackSnapshot(path.join(folder, 'postgres'))
  const there = { DATA_DIR: folder }
  expect(marquee(['user', 'add', 'ada', 'ada@example.org'], there).status).toBe(0)
  expect(marquee(['backup', path.join(file, 'all.gz')], there)).toEqual({
    status: 1,
    output: expect.stringMatching(/all\.gz\.part cannot be written: its folder is a file\.\n$/),
  })
})

test.skipIf(onPostgres)('output that nobody reads to its end is no error of a command', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'marquee-head-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  unpackSnapshot(path.join(folder, 'postgres'))
  const script = `"${process.execPath}" bin/marquee.js doctor | true; exit \${PIPESTATUS[0]}`
  const { status, stderr } = spawnSync('bash', ['--norc', '-c', script], {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: folder },
    encoding: 'utf8',
  })
  expect(status).toBe(0)
  expect(stderr).not.toMatch(traceLine)
})
