import { describe, expect, onTestFinished, test } from 'vitest'
import { salesUntil, seedOf } from '../faults/moments.ts'
import { openSale, saleCard } from '../faults/sale.ts'
import { expectBooksToAgree, expectCleanAudit } from '../faults/settle-books.ts'
import { startMarquee } from '../faults/until-finished.ts'
import { createServerDatabase, onPostgres } from '../support/database.ts'
import { hasPgBouncer, startPgBouncer } from '../support/pgbouncer.ts'
import { runCommand } from '../support/server-process.ts'

const sales = process.env['LONG'] === undefined ? 15 : 500
/** On a busy machine this takes several times the ten seconds it takes alone. */
const timeout = process.env['LONG'] === undefined ? 180_000 : 3_600_000
const seed = seedOf()

describe.runIf(onPostgres && hasPgBouncer)(
  'behind a pooler in transaction mode (needs PgBouncer)',
  () => {
    test(
      `a sale goes on through new server connections and a new pooler (SEED=${seed})`,
      async () => {
        const database = await createServerDatabase()
        onTestFinished(() => database.drop())
        const pooler = await startPgBouncer(database.url)
        onTestFinished(() => pooler.close())
        const { card, environment: paying } = await saleCard()
        const environment = { DATABASE_URL: pooler.url, LOG_LEVEL: 'warn', ...paying }
        const server = await startMarquee(environment)
        const sale = await openSale({ base: () => server.base, card, seed })

        const lists: number[] = []
        async function sell(meanwhile: () => Promise<void>) {
          const close = sale.begin()
          const reading = { stopped: false }
          const read = async () => {
            for (let page = 1; !reading.stopped; page += 1) {
              const path = `/svc/events/v1/events?start_date=2031-01-01&page=1&search=night&x=${page}`
              lists.push((await fetch(server.base + path)).status)
            }
          }
          const readers = read()
          await salesUntil(sale.books, sales)
          await meanwhile()
          await salesUntil(sale.books, sales)
          reading.stopped = true
          await readers
          await close()
        }

        await sell(() => pooler.reconnect())
        await pooler.restart()
        await expect.poll(async () => (await fetch(`${server.base}/readyz`)).status).toBe(200)
        await sell(() => pooler.reconnect())
        await sale.deliverAll()

        const odd = Object.keys(sale.books.answers).filter(status => !/^2|^409$/.test(status))
        expect([odd, sale.books.answers, server.output()]).toEqual([
          [],
          expect.anything(),
          expect.anything(),
        ])
        expect(lists.filter(status => status !== 200)).toEqual([])
        await expectBooksToAgree(sale)
        await expectCleanAudit(environment)
        expect(server.output().match(/loses prepared statements/g)).toHaveLength(1)
        const { output } = await runCommand(['doctor'], environment)
        expect(output).toContain('A pooler stands before PostgreSQL')
        expect(output).toContain('does not keep prepared statements')
        expect(output).toContain('DATABASE_LISTEN_URL can name the server itself')
      },
      timeout,
    )
  },
)
