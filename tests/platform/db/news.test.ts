import { sql } from 'kysely'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { kindOfTable } from '../../../src/catalogue/shown-tables.ts'
import { type OpenDatabase, openDatabase } from '../../../src/platform/db/database.ts'
import { touching } from '../../../src/platform/db/touching.ts'
import { createServerDatabase, onPostgres } from '../../support/database.ts'
import { hasPgBouncer, startPgBouncer } from '../../support/pgbouncer.ts'
import { openApp } from '../../support/start-app.ts'

const long = process.env['LONG'] !== undefined
const soon = { timeout: 20_000, interval: 5 }

describe.runIf(onPostgres)('a write of another process (needs a server)', () => {
  let server: Awaited<ReturnType<typeof createServerDatabase>>
  let [one, two]: OpenDatabase[] = []
  const open = (more: object = {}) =>
    openDatabase({
      databaseUrl: server.url,
      dataDir: '',
      poolSize: 4,
      listenUrl: server.url,
      toldTables: [...kindOfTable.keys()],
      ...more,
    })
  beforeAll(async () => {
    server = await createServerDatabase()
    one = await open()
    two = await open()
    await hearing(one, two)
  })
  afterAll(async () => {
    await one?.close()
    await two?.close()
    await server?.drop()
  })

  /** Waits until every write of others is heard; the time since when. */
  const hearing = (...databases: (OpenDatabase | undefined)[]) =>
    vi.waitFor(() => {
      const since = databases.map(database => database?.news.heardSince())
      expect(since).not.toContain(undefined)
      return since
    }, soon)
  const db = (database: OpenDatabase | undefined) => database?.db ?? expect.fail('not open')
  const touch = (database: OpenDatabase | undefined, id: number) =>
    touching(db(database), [id]).updateTable('events').set({ featured: true }).where('id', '=', id)

  test('is heard with the records it changed; on a quiet machine within 100 ms', async () => {
    await hearing(one, two)
    const waiting = new Map<number, (ms: number) => void>()
    two?.changes.listen(rows => {
      const ids = rows.get('events') ?? []
      for (const id of ids === 'all' ? [] : ids) waiting.get(id)?.(performance.now())
    })
    const delays: number[] = []
    for (let id = 1; id <= (long ? 1000 : 100); id += 1) {
      const heard = new Promise<number>(resolve => waiting.set(id, resolve))
      await touch(one, id).execute()
      const written = performance.now()
      delays.push((await heard) - written)
    }
    if (!long) return
    delays.sort((a, b) => a - b)
    expect(delays[Math.floor(delays.length * 0.99) - 1]).toBeLessThanOrEqual(100)
    expect(delays.at(-1)).toBeLessThanOrEqual(1000)
  })

  test('is heard in few messages when it is large, and none is missed', async () => {
    const heard = new Set<number>()
    let messages = 0
    two?.changes.listen(rows => {
      const ids = rows.get('venues') ?? []
      if (rows.has('venues')) messages += 1
      for (const id of ids === 'all' ? [] : ids) heard.add(id)
    })
    const ids = Array.from({ length: 200 }, (_, index) => index + 1)
    for (const id of ids) {
      const own = touching(db(one), [id])
      await own.updateTable('venues').set({ city: '' }).where('id', '=', id).execute()
    }
    await vi.waitFor(() => expect(heard.size).toBe(200), soon)
    expect(messages).toBeLessThan(150)
  })

  /** A connection that is none of Marquee's processes. */
  const connect = async () => {
    const stranger = new Client({ connectionString: server.url, application_name: 'psql' })
    await stranger.connect()
    return stranger
  }

  test('that comes from a console is heard, also when it comes and goes at once; what consoles only read ends nothing', async () => {
    const since = await hearing(one, two)
    const told: string[] = []
    one?.changes.listenToOthers(rows => told.push(...rows.keys()))
    const console = await connect()
    await console.query('begin; update venues set city = city where id = -1')
    for (let asked = 0; asked < 100; asked += 1) await console.query('select count(*) from events')
    expect(told).toEqual([])
    await console.query('commit')
    await vi.waitFor(() => expect(told).toEqual(['venues']), soon)
    await console.end()
    const visitor = await connect()
    await visitor.query('truncate ticket_fees')
    await visitor.end()
    await vi.waitFor(() => expect(told).toEqual(['venues', 'ticket_fees']), soon)
    expect(await hearing(one, two)).toEqual(since)
  })

  test('that comes from a console is told for every table that answers are made of', async () => {
    const told = new Set<string>()
    one?.changes.listenToOthers(rows => {
      for (const table of rows.keys()) told.add(table)
    })
    const console = await connect()
    for (const table of kindOfTable.keys()) {
      await console.query(`delete from ${table} where false`)
      await vi.waitFor(() => expect([...told]).toContain(table), soon)
    }
    await console.end()
  })

  test('is heard from a command that ends at once', async () => {
    const heard = new Promise(resolve =>
      one?.changes.listen(rows => rows.has('organizers') && resolve(true)),
    )
    const command = await open({ listenUrl: undefined })
    expect(command.news.heardSince()).toBeUndefined()
    await command.db.updateTable('organizers').set({ name: '' }).where('id', '=', -1).execute()
    await command.close()
    expect(await heard).toBe(true)
  })

  test('may have been missed when a process is gone or the connection was lost', async () => {
    const third = await open()
    const heard = new Promise(resolve =>
      one?.changes.listen(rows => rows.has('terms') && resolve(true)),
    )
    await third.db.updateTable('terms').set({ name: '' }).where('id', '=', -1).execute()
    expect(await heard).toBe(true)
    const [before] = await hearing(one)
    await third.close()
    await vi.waitFor(async () => expect(await hearing(one)).not.toEqual([before]), soon)
    const [next] = await hearing(one)
    let forgotten = false
    one?.news.listen(() => {
      forgotten = true
    })
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where pid <> pg_backend_pid() and datname = current_database()`.execute(db(two))
    await vi.waitFor(() => expect(forgotten).toBe(true), soon)
    await vi.waitFor(async () => expect(await hearing(one)).not.toEqual([next]), soon)
  })

  test('is missed behind a pooler, and a warning says so', { skip: !hasPgBouncer }, async () => {
    const pooler = await startPgBouncer(server.url)
    const pooled = await open({ databaseUrl: pooler.url, listenUrl: pooler.url })
    try {
      const trouble = () => pooled.listener?.trouble()
      await vi.waitFor(() => expect(trouble()).toContain('DATABASE_LISTEN_URL'), soon)
      expect(pooled.news.heardSince()).toBeUndefined()
    } finally {
      await pooled.close()
      await pooler.close()
    }
  })

  test('may have been missed when a process is gone whose connections a pooler keeps', {
    skip: !hasPgBouncer,
  }, async () => {
    const pooler = await startPgBouncer(server.url)
    const pooled = await open({ databaseUrl: pooler.url })
    try {
      await hearing(pooled)
      await touch(pooled, -1).execute()
      // The pooler's first connection, of nobody, has got its name by then.
      await wait(600)
      const [before] = await hearing(one)
      // As after kill -9: nothing is announced any more, and only its connection to PostgreSQL itself has ended.
      await pooled.listener?.close()
      await vi.waitFor(async () => expect(await hearing(one)).not.toEqual([before]), soon)
    } finally {
      await pooled.close()
      await pooler.close()
    }
  })

  test('ends the answers that a process keeps, and nothing else does within a second', async () => {
    const [first, second] = [await openApp(await open()), await openApp(await open())]
    try {
      const times = { start_date: '2027-06-01 19:00:00', end_date: '2027-06-01 21:00:00' }
      const body = { title: 'One', ...times }
      const { json: event } = await first.events('POST', '/events', { as: 'administrator', body })
      await hearing(first.database, second.database)
      const title = async () => (await second.events('GET', `/events/${event.id}`)).json.title
      expect(await title()).toBe('One')
      second.clock.advance(2)
      const change = { as: 'administrator', body: { title: 'Two' } } as const
      await first.events('POST', `/events/${event.id}`, change)
      await vi.waitFor(async () => expect(await title()).toBe('Two'), soon)
    } finally {
      await first.close()
      await second.close()
    }
  })

  test('schedules a publication that a process shows at its instant, in lists that it made before and in feeds', async () => {
    const [first, second] = [await openApp(await open()), await openApp(await open())]
    const shown = async () =>
      (
        await Promise.all(
          ['/svc/events/v1/events', '/events.ics', '/sitemap.xml'].map(async path =>
            (await second.call('GET', path)).text.includes('/event/soon'),
          ),
        )
      ).join()
    try {
      await hearing(first.database, second.database)
      expect(await shown()).toBe('false,false,false')
      const heard = new Promise(resolve =>
        second.database.changes.listen(rows => rows.has('events') && resolve(true)),
      )
      const at = new Date(first.clock.now().getTime() + 20_000)
      const times = { start_date: '2027-06-01 19:00:00', end_date: '2027-06-01 21:00:00' }
      const date_utc = at.toISOString().slice(0, 19).replace('T', ' ')
      const body = { title: 'Soon', ...times, status: 'publish', date_utc }
      await first.events('POST', '/events', { as: 'editor', body })
      await heard
      await hearing(first.database, second.database)
      expect(await shown()).toBe('false,false,false')
      second.clock.set(at)
      expect(await shown()).toBe('true,true,true')
    } finally {
      await first.close()
      await second.close()
    }
  })
})
