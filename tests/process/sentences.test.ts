import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createServerDatabase, onPostgres } from '../support/database.ts'
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
  for (const place of [path.join(folder, 'postgres'), folder]) chmodSync(place, 0o555)
  const { status, stderr } = spawnSync(process.execPath, ['bin/marquee.js', 'migrate'], {
    ...somebody,
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: folder },
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([1, expect.stringContaining('cannot be written by this user')])
  expect(stderr).not.toMatch(/disk full|\n\s+at /)
})

test.skipIf(onPostgres || process.platform !== 'linux')(
  'a data folder that cannot be made ends the program with a sentence',
  async () => {
    const { code, output } = await runCommand(['migrate'], { DATA_DIR: '/proc/marquee/data' })
    expect([code, output]).toEqual([1, expect.stringContaining('takes none; set DATA_DIR to')])
    expect(output).not.toMatch(traceLine)
  },
)

test.skipIf(onPostgres)('who stops reading the output of a command gets no trace', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'marquee-unread-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const given = {
    cwd: somebody.cwd,
    env: { ...process.env, DATA_DIR: folder },
    encoding: 'utf8' as const,
  }
  for (const command of ['--help', 'export']) {
    const { stderr } = spawnSync('sh', ['-c', `node bin/marquee.js ${command} | true`], given)
    expect(stderr).not.toMatch(traceLine)
  }
})
