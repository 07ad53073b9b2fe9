import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { writeDump } from '../importing/write-dump.ts'
import { randomFrom } from '../support/fake-random.ts'
import { newFolder } from '../support/installation.ts'
import { seedOf } from './moments.ts'
import { serverPrograms, startOwnPostgres } from './own-postgres.ts'

const root = path.resolve(import.meta.dirname, '../..')
const kills = process.env['LONG'] === undefined ? 3 : 50
const seed = seedOf()
const folder = mkdtempSync(path.join(os.tmpdir(), 'import-killed-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const dump = path.join(folder, 'site.sql')

type Settings = Record<string, string>

/** Runs a command to its end, or kills it by -9 after so many milliseconds. Returns its exit code; null when it was killed. */
async function run(
  args: string[],
  settings: Settings,
  killAfterMs?: number,
): Promise<number | null> {
  const child = spawn(process.execPath, [path.join(root, 'bin/marquee.js'), ...args], {
    env: { ...process.env, SITE_TIMEZONE: 'Europe/London', SITE_CURRENCY: 'GBP', ...settings },
    stdio: 'ignore',
    cwd: folder,
  })
  const ended = new Promise<number | null>(resolve => child.once('close', resolve))
  if (killAfterMs !== undefined) {
    await Promise.race([pause(killAfterMs), ended])
    child.kill('SIGKILL')
  }
  return ended
}

const moving = ['import-site', '--dump', dump, '--images', 'skip']
const done = [0, 3]

/** Imports with a kill at each of some random moments, until a run comes to its end. */
async function killed(settings: Settings, wholeMs: number) {
  const random = randomFrom(seed)
  for (let round = 0; round < kills; round += 1)
    await run(moving, settings, 200 + random() * wholeMs)
  expect(done).toContain(await run(moving, settings))
  expect(await run(['audit'], settings)).toBe(0)
}

/** What an import makes, by table, without what is random. */
const compared: readonly (readonly [table: string, left: string])[] = [
  ['events', '{}'],
  ['tickets', '{pool_id}'],
  ['orders', '{}'],
  ['order_lines', '{id}'],
  ['attendees', '{security_code,pool_id,order_line_id}'],
  ['pools', '{id}'],
  ['attendee_counts', '{}'],
  ['brought_codes', '{}'],
  ['calendar_uids', '{}'],
  ['import_records', '{source_id,ours}'],
]

async function contents(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const sums: string[] = []
    for (const [table, left] of compared) {
      const { rows } = await client.query(
        `select count(*)::int as n, md5(string_agg(row, E'\\n' order by row)) as sum from (
          select (to_jsonb(t) - $1::text[])::text as row from ${table} t) as r`,
        [left],
      )
      sums.push(`${table}: ${rows[0].n} ${rows[0].sum}`)
    }
    return sums
  } finally {
    await client.end()
  }
}

test.skipIf(!serverPrograms)(
  `an import that is killed ${kills} times ends as one that was left alone, on a server (SEED=${seed})`,
  async () => {
    await writeDump(dump, { events: 400, orders: 2000, attendees: 4000 })
    const postgres = await startOwnPostgres()
    const [alone, disturbed] = ['alone', 'disturbed'].map(name =>
      postgres.url.replace(/\/postgres$/, `/${name}`),
    ) as [string, string]
    for (const name of ['alone', 'disturbed']) await postgres.query(`create database ${name}`)
    const began = performance.now()
    expect(done).toContain(await run(moving, { DATABASE_URL: alone }))
    await killed({ DATABASE_URL: disturbed }, performance.now() - began)
    const expected = await contents(alone)
    expect(expected).toContainEqual(expect.stringMatching(/^attendees: 4000 /))
    expect(await contents(disturbed)).toEqual(expected)
  },
)

test(`an import that is killed ${kills} times comes to its end, on the embedded database (SEED=${seed})`, async () => {
  await writeDump(dump, { events: 100, orders: 300, attendees: 600 })
  const data = newFolder()
  try {
    const settings = { DATABASE_URL: '', DATA_DIR: data }
    await killed(settings, 6000)
    // Everything is there: another run has nothing to do.
    expect(done).toContain(await run([...moving, '--report', 'report.json'], settings))
    const { readFileSync } = await import('node:fs')
    const report = JSON.parse(readFileSync(path.join(folder, 'report.json'), 'utf8'))
    expect(report.counts.attendee).toMatchObject({ read: 600, same: 600, made: 0 })
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
})
