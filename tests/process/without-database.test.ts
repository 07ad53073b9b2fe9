import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Command } from 'commander'
import { Client } from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createProgram } from '../../src/cli/run.ts'
import { createServerDatabase, hasOnce, onPostgres } from '../support/database.ts'
import { makeInstallation } from '../support/installation.ts'

/** These may make a database. */
const making: Record<string, string[]> = {
  serve: [],
  migrate: [],
  import: ['all.gz'],
  'import-site': ['--dump', 'site.sql.gz'],
  restore: ['all.gz'],
  seed: ['--orders', '1'],
}

/** These work on a database that is there. */
const working: Record<string, string[]> = {
  audit: [],
  backup: ['copy.gz'],
  doctor: [],
  export: ['copy.gz'],
  'import-attendees': ['--csv', 'guests.csv', '--event', '1'],
  'jobs list': [],
  'jobs retry': [],
  'key create': ['admin', 'Web'],
  'mail bounce': [],
  'mail list': [],
  'mail preview': ['--order', '1', '--out', 'mails'],
  'mail retry': ['1'],
  'mail test': ['ada@example.org'],
  'person erase': ['ada@example.org'],
  'person export': ['ada@example.org'],
  reconcile: [],
  reprice: ['--from', 'USD', '--to', 'EUR', '--rate', '0.9'],
  'user add': ['ada', 'ada@example.org'],
  'user change': ['admin', '--display-name', 'Ada'],
  'user link': ['admin'],
  'user password': ['admin'],
  'user reset-factor': ['admin'],
}

const namesOf = (command: Command): string[] =>
  command.commands.flatMap(one =>
    one.commands.length === 0 ? [one.name()] : namesOf(one).map(name => `${one.name()} ${name}`),
  )

test('every command is in one of the two lists', () => {
  const listed = [...Object.keys(making), ...Object.keys(working)]
  expect(namesOf(createProgram()).sort()).toEqual(listed.sort())
})

const program = path.resolve(import.meta.dirname, '../../bin/marquee.js')

/** Gives a command in a folder, with these settings alone. */
function marquee(folder: string, args: readonly string[], settings: Record<string, string>) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', part => (output += part))
  return new Promise<{ code: number | null; output: string }>(resolve =>
    child.once('close', code => resolve({ code, output })),
  )
}

function emptyFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'marquee-nothing-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Settings that name no database: none at all, or an empty one on the server. */
async function nowhere(folder: string) {
  if (!onPostgres) return { settings: {}, looked: path.join(folder, 'data') }
  const { url, drop } = await createServerDatabase({ bare: true })
  onTestFinished(drop)
  const { pathname, host } = new URL(url)
  return { settings: { DATABASE_URL: url }, looked: `${pathname.slice(1)} at ${host}` }
}

async function asked<T>(url: string, statement: string): Promise<T[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows as T[]
  } finally {
    await client.end()
  }
}

const tablesOf = (url: string) =>
  asked(url, `select from pg_class where relnamespace = 'public'::regnamespace`)

describe('without its database', () => {
  test.each(Object.keys(working))(
    '%s fails, says where it looked, and makes nothing',
    async name => {
      const folder = emptyFolder()
      const { settings, looked } = await nowhere(folder)
      const { code, output } = await marquee(
        folder,
        [...name.split(' '), ...(working[name] ?? [])],
        settings,
      )
      expect([code, output]).toEqual([1, expect.stringContaining(looked)])
      expect(output).toContain('The settings came from the environment.')
      expect(output).not.toMatch(/\n\s+at |:\/\//)
      expect(readdirSync(folder)).toEqual([])
      const url = settings.DATABASE_URL
      if (url !== undefined) expect(await tablesOf(url)).toEqual([])
    },
  )
})

describe.runIf(hasOnce)('with a wrong setting', () => {
  test.each([...Object.keys(making), ...Object.keys(working)])('%s makes nothing', async name => {
    const folder = emptyFolder()
    const args = [...name.split(' '), ...(working[name] ?? making[name] ?? [])]
    const { code, output } = await marquee(folder, args, {
      DATABSE_URL: 'postgres://nobody@127.0.0.1:1/none',
    })
    expect([code, output]).toEqual([
      2,
      expect.stringContaining('DATABSE_URL is not a setting; did you mean DATABASE_URL?'),
    ])
    expect(readdirSync(folder)).toEqual([])
  })
})

/** One command for each way in which a database is opened. */
const ways = ['backup', 'user add', 'mail preview']

describe.runIf(onPostgres)('on the database of another release', () => {
  test.each([
    [
      'older',
      'delete from schema_migrations where version = (select max(version) from schema_migrations)',
      /is older than this version/,
    ],
    [
      'newer',
      `insert into schema_migrations (version, name, checksum) values (9999, '9999_later.sql', 'x')`,
      /is newer than this version: it has the migration 9999_later\.sql/,
    ],
  ])('that is %s, commands say so and change nothing', async (_, statement, sentence) => {
    const { url, drop } = await createServerDatabase({ bare: true })
    onTestFinished(drop)
    const folder = emptyFolder()
    expect((await marquee(folder, ['migrate'], { DATABASE_URL: url })).code).toBe(0)
    await asked(url, statement)
    const applied = () => asked(url, 'select * from schema_migrations order by version')
    const before = await applied()
    for (const name of ways) {
      const args = [...name.split(' '), ...(working[name] ?? [])]
      const { code, output } = await marquee(folder, args, { DATABASE_URL: url })
      expect([name, code, output]).toEqual([name, 1, expect.stringMatching(sentence)])
    }
    expect([await applied(), readdirSync(folder)]).toEqual([before, []])
  })
})

test('a backup says what it read, and one of a database that nobody has used is refused', async () => {
  const installation = await makeInstallation()
  onTestFinished(() => installation.remove())
  const folder = emptyFolder()
  const file = path.join(folder, 'copy.gz')
  const unused = await marquee(folder, ['backup', file], installation.environment)
  expect([unused.code, unused.output]).toEqual([
    1,
    expect.stringMatching(/has no account, .* Nothing was written\.\n$/),
  ])
  expect(readdirSync(folder)).toEqual([])
  await marquee(folder, ['user', 'add', 'ada', 'ada@example.org'], installation.environment)
  const { code, output } = await marquee(folder, ['backup', file], installation.environment)
  expect([code, output]).toEqual([
    0,
    expect.stringMatching(
      /^Read: The .* database .*\. \d+ rows: accounts 1, events 0, orders 0, attendees 0\.\nWritten to /,
    ),
  ])
  expect(readdirSync(folder)).toEqual(['copy.gz'])
})

test('doctor writes nothing, also with the first key of a payment provider', async () => {
  const installation = await makeInstallation()
  onTestFinished(() => installation.remove())
  const folder = emptyFolder()
  await marquee(folder, ['user', 'add', 'ada', 'ada@example.org'], installation.environment)
  async function rows() {
    const file = path.join(folder, 'all.gz')
    expect((await marquee(folder, ['export', file], installation.environment)).code).toBe(0)
    return gunzipSync(readFileSync(file)).toString()
  }
  const before = await rows()
  const keys = { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_API_BASE: 'http://127.0.0.1:1' }
  const { code, output } = await marquee(folder, ['doctor'], {
    ...installation.environment,
    ...keys,
  })
  expect([code, output]).toEqual([0, expect.stringContaining('Payments: card (test).')])
  expect(output).toContain('The card provider could not be asked')
  expect(await rows()).toBe(before)
})

test.runIf(hasOnce)(
  'the file of settings is read by every command, and the environment wins',
  async () => {
    const folder = emptyFolder()
    const file = path.join(folder, 'marquee.env')
    writeFileSync(file, '# ours\nDATA_DIR="of the file"\nSITE_NAME=a#b\n')
    const usual = await marquee(folder, ['audit'], {})
    expect([usual.code, usual.output]).toEqual([1, expect.stringContaining('of the file')])
    expect(usual.output).toContain(`The settings came from the environment and ${file}.`)
    const other = await marquee(folder, ['audit'], { DATA_DIR: 'elsewhere' })
    expect(other.output).toContain(path.join(folder, 'elsewhere'))
    const shown = await marquee(os.tmpdir(), ['doctor'], { MARQUEE_SETTINGS: file })
    expect(shown.output).toMatch(/^SITE_NAME +a#b$/m)
    const lost = await marquee(folder, ['audit'], { MARQUEE_SETTINGS: path.join(folder, 'lost') })
    expect([lost.code, lost.output]).toEqual([2, expect.stringMatching(/lost cannot be read: /)])
    writeFileSync(file, 'PORT=0\n\nDATA_DIR: /srv\n')
    const wrong = await marquee(folder, ['serve'], {})
    expect([wrong.code, wrong.output]).toEqual([
      2,
      expect.stringContaining('Line 3 of the settings'),
    ])
  },
)
