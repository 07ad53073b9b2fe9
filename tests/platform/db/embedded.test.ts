import { type ChildProcess, spawn } from 'node:child_process'
import fs, { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import path from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '../../../src/platform/db/database.ts'
import { openDurable } from '../../../src/platform/db/embedded/lite-engine.ts'
import { liteThread } from '../../../src/platform/db/embedded/lite-thread.ts'
import { keepUp } from '../../../src/platform/db/embedded/lite-upkeep.ts'
import { poolThrough } from '../../../src/platform/db/embedded/pglite.ts'
import { isConnectionLost } from '../../../src/platform/db/violations.ts'
import { onPostgres, openTestDatabase } from '../../support/database.ts'
import { newFolder, unpackSnapshot } from '../../support/installation.ts'

const kills = process.env['LONG'] === undefined ? 1 : 10
const folders: string[] = []
const children: ChildProcess[] = []

function ownFolder(): string {
  const folder = newFolder()
  folders.push(folder)
  return folder
}

/** A folder with a migrated database, copied because making a new one takes seconds. */
function usedFolder(name = 'data'): string {
  const folder = path.join(ownFolder(), name)
  mkdirSync(folder)
  unpackSnapshot(path.join(folder, 'postgres'))
  return folder
}

// Compiling the sources in each process would take longer than everything the process does.
const isBuilt = process.env['TEST_BUILT'] !== undefined
const opener = path.resolve(
  import.meta.dirname,
  '../../..',
  isBuilt ? 'dist/modules/platform/db/database.js' : 'src/platform/db/database.ts',
)

/** A process that has the folder's database open. */
function start(folder: string, task: 'hold' | 'write') {
  const script = path.join(import.meta.dirname, 'embedded-child.mjs')
  const how = isBuilt ? [] : ['--import', 'tsx']
  const child = spawn(process.execPath, [...how, script, opener, folder, task])
  children.push(child)
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  const exited = new Promise<number | null>(resolve => child.once('close', resolve))
  return {
    output: () => text,
    exited,
    said: async (words: string) => {
      await expect.poll(() => text, { timeout: 50_000, interval: 20 }).toContain(words)
    },
    kill: () => {
      child.kill('SIGKILL')
      return exited
    },
  }
}

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

describe.skipIf(onPostgres)('the embedded database', () => {
  test('refuses a folder that another process uses, opens it after a kill, and keeps every acknowledged commit', async () => {
    const folder = usedFolder()
    const first = start(folder, 'write')
    await first.said('kept 20\n')
    const second = start(folder, 'hold')
    expect(await second.exited).toBe(1)
    expect(second.output()).toMatch(
      /^The data folder .* is in use by another Marquee process;.*\n$/,
    )

    for (let round = 0, writer = first; round < kills; round += 1) {
      await writer.kill()
      const last = Number(/kept (\d+)\n(?!.*kept \d+\n)/s.exec(writer.output())?.[1])
      writer = start(folder, 'write')
      await writer.said(`kept ${last + 10}`)
      const begin = Number(/kept (\d+)\n/.exec(writer.output())?.[1])
      // The write under way when the process died may have been kept too.
      expect([last + 1, last + 2]).toContain(begin)
      if (round === kills - 1) await writer.kill()
    }
    const after = await openDatabase({ dataDir: folder })
    const { rows } = await after.pool.query('select count(*), max(id)::bigint from kept')
    expect(rows[0]?.count).toBe(rows[0]?.max)
    await after.close()
  })

  test('has one owner within a process as well, and is free again when it is closed', async () => {
    const folder = usedFolder()
    const first = await openDatabase({ dataDir: folder })
    await expect(openDatabase({ dataDir: folder })).rejects.toMatchObject({ reason: 'in-use' })
    await first.close()
    await (await openDatabase({ dataDir: folder })).close()
  })

  test('can be in a folder whose name is too long for a socket', async () => {
    const folder = usedFolder('x'.repeat(120))
    const first = await openDatabase({ dataDir: folder })
    await expect(openDatabase({ dataDir: folder })).rejects.toMatchObject({ reason: 'in-use' })
    await first.close()
  })

  test('starts anew when its first start was interrupted', async () => {
    const folder = ownFolder()
    mkdirSync(path.join(folder, 'postgres.new'))
    writeFileSync(path.join(folder, 'postgres.new', 'PG_VERSION'), 'half of it')
    const database = await openDatabase({ dataDir: folder })
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await database.close()
  })

  test('says in one sentence when the folder is a file, or of another version', async () => {
    const file = path.join(ownFolder(), 'file')
    writeFileSync(file, '')
    await expect(openDatabase({ dataDir: file })).rejects.toMatchObject({ reason: 'not-permitted' })
    const old = ownFolder()
    mkdirSync(path.join(old, 'postgres'))
    writeFileSync(path.join(old, 'postgres', 'PG_VERSION'), '17\n')
    await expect(openDatabase({ dataDir: old })).rejects.toMatchObject({
      reason: 'version',
      message: expect.stringContaining('version 17'),
    })
  })

  test('leaves a socket alone on which somebody listens', async () => {
    const folder = ownFolder()
    const other = net.createServer(socket => socket.destroy())
    await new Promise<void>(resolve => other.listen(path.join(folder, 'in-use.sock'), resolve))
    await expect(openDatabase({ dataDir: folder })).rejects.toMatchObject({ reason: 'in-use' })
    expect(other.listening).toBe(true)
    other.close()
  })

  test('does not block the process during a long query', async () => {
    const database = await openDatabase({ dataDir: usedFolder() })
    let ticks = 0
    const timer = setInterval(() => {
      ticks += 1
    }, 10)
    await database.pool.query('select pg_sleep(0.5)')
    clearInterval(timer)
    expect(ticks).toBeGreaterThan(15)
    await database.close()
  })

  test('restarts with every commit after its thread had to be ended', async () => {
    const thread = liteThread(path.join(usedFolder(), 'postgres'), 2500)
    const pool = poolThrough(() => thread.connect())
    await pool.query('create table kept (n int); insert into kept values (1)')
    const hanging = pool.query('select pg_sleep(20)').catch((caught: unknown) => caught)
    expect(isConnectionLost(await hanging)).toBe(true)
    expect((await pool.query('select n from kept')).rows).toEqual([{ n: 1 }])
    await pool.end()
    await thread.close()
  })

  test('ends itself rather than acknowledge a write that the disk refused', async () => {
    const crash = (why: unknown): never => {
      throw Object.assign(new Error('crashed'), { why })
    }
    const crashes = vi.fn(crash)
    const lite = await openDurable(path.join(usedFolder(), 'postgres'), crashes)
    const { fsyncSync } = fs
    fs.fsyncSync = () => {
      throw new Error('EIO')
    }
    syncBuiltinESMExports()
    try {
      await lite.query('create table refused (n int)').catch(() => {})
      expect(crashes).toHaveBeenCalledWith(new Error('EIO'))
    } finally {
      fs.fsyncSync = fsyncSync
      syncBuiltinESMExports()
    }
  })

  test('is vacuumed and analysed', async () => {
    const database = await openTestDatabase()
    const { pool } = database
    await pool.query('create table worn (id int primary key, n int)')
    await pool.query('insert into worn select n, 0 from generate_series(1, 1000) n')
    for (let n = 0; n < 3; n += 1) await pool.query('update worn set n = n + 1')
    const size = async () =>
      (await pool.query(`select reltuples, relpages from pg_class where relname = 'worn'`)).rows[0]
    expect(await size()).toMatchObject({ reltuples: -1 })
    await keepUp(pool)
    expect(await size()).toMatchObject({ reltuples: 1000 })
    await pool.query('update worn set n = n + 1')
    await keepUp(pool)
    const { rows } = await pool.query(`select pg_relation_size('worn')::int as bytes`)
    expect(rows[0].bytes).toBeLessThan(200_000)
    await database.close()
  })
})
