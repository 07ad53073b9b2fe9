import fc from 'fast-check'
import { performance } from 'node:perf_hooks'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { kindOfTable } from '../../src/catalogue/shown-tables.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { createServerDatabase, onPostgres } from '../support/database.ts'
import { hasPgBouncer, startPgBouncer } from '../support/pgbouncer.ts'
import { openApp, type TestApp } from '../support/start-app.ts'

const long = process.env['LONG'] !== undefined
const runs = long ? 300 : 8
const seed = Number(process.env['SEED'] ?? (long ? Date.now() % 2 ** 31 : 3))
const events = 3

type Step = { who: 'process' | 'stranger' | 'reader'; process: number; event: number }

const step: fc.Arbitrary<Step> = fc.record({
  who: fc.constantFrom(
    'process' as const,
    'process' as const,
    'stranger' as const,
    'reader' as const,
  ),
  process: fc.nat(2),
  event: fc.nat(events - 1),
})

// The third process sells through a pooler, and a console writes by hand. No clock moves, so an answer that is kept
// wrongly is kept for ever.
describe.runIf(onPostgres && hasPgBouncer)(
  'answers kept by three processes (needs a server and PgBouncer)',
  () => {
    const apps: TestApp[] = []
    const ids: number[] = []
    const titles = new Map<number, string>()
    let server: Awaited<ReturnType<typeof createServerDatabase>>
    let pooler: Awaited<ReturnType<typeof startPgBouncer>>
    let stranger: Client
    let written = 0
    let staff: { authorization: string }

    beforeAll(async () => {
      server = await createServerDatabase()
      pooler = await startPgBouncer(server.url)
      for (const databaseUrl of [server.url, server.url, pooler.url]) {
        const common = { dataDir: '', poolSize: 3, listenUrl: server.url }
        const toldTables = [...kindOfTable.keys()]
        apps.push(await openApp(await openDatabase({ databaseUrl, toldTables, ...common })))
      }
      staff = { authorization: (await one(0).person('administrator')).authorization }
      stranger = new Client({ connectionString: server.url, application_name: 'psql' })
      await stranger.connect()
      const times = { start_date: '2027-06-01 19:00:00', end_date: '2027-06-01 21:00:00' }
      for (let at = 0; at < events; at += 1) {
        const body = { title: `Evening ${at}`, ...times }
        const { json } = await one(0).events('POST', '/events', { as: staff, body })
        ids.push(json.id)
        titles.set(json.id, `Evening ${at}`)
      }
    })
    afterAll(async () => {
      await stranger?.end()
      for (const app of apps) await app.close()
      await pooler?.close()
      await server?.drop()
    })

    const one = (process: number) => apps[process] ?? expect.fail('no such process')
    const shown = async (process: number, id: number) =>
      (await one(process).events('GET', `/events/${id}`)).json.title

    const listed = async (process: number) => {
      const { json } = await one(process).events('GET', '/events')
      return new Map(json.events.map(({ id, title }: { id: number; title: string }) => [id, title]))
    }

    /** Every process shows every title in lists and alone; the milliseconds until then. */
    async function settle(): Promise<number> {
      const began = performance.now()
      const ways = { timeout: 20_000, interval: 5 }
      for (const process of apps.keys()) {
        await vi.waitFor(async () => expect(await listed(process)).toEqual(titles), ways)
        for (const [id, title] of titles) {
          await vi.waitFor(async () => expect(await shown(process, id)).toBe(title), ways)
        }
      }
      return performance.now() - began
    }

    async function take({ who, process, event }: Step) {
      const id = ids[event] ?? 0
      written += 1
      const title = `Title ${written}`
      if (who === 'reader') {
        await stranger.query('select count(*) from events')
        return
      }
      titles.set(id, title)
      if (who === 'stranger') {
        await stranger.query('update events set title = $1 where id = $2', [title, id])
        return
      }
      const change = { as: staff, body: { title } }
      expect((await one(process).events('POST', `/events/${id}`, change)).status).toBe(200)
      // The process that acknowledged a write shows it to the very next reader.
      expect(await shown(process, id)).toBe(title)
      expect((await listed(process)).get(id)).toBe(title)
    }

    test(`show each write at once where it was made, and soon everywhere, also one by hand (SEED=${seed})`, async () => {
      const delays: number[] = []
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async steps => {
          await settle()
          for (const now of steps) await take(now)
          delays.push(await settle())
        }),
        { seed, numRuns: runs, endOnFailure: true },
      )
      if (long) expect(delays.toSorted((a, b) => a - b)[Math.floor(runs * 0.95)]).toBeLessThan(1000)
    }, 600_000)
  },
)
