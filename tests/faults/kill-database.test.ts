import { describe, expect, test } from 'vitest'
import { randomFrom } from '../support/fake-random.ts'
import { serverPrograms, startOwnPostgres } from './own-postgres.ts'
import { openSale, saleCard } from './sale.ts'
import { expectBooksToAgree, expectCleanAudit, findDifferences } from './settle-books.ts'
import { becomes, salesUntil, seedOf } from './moments.ts'
import { startMarquee } from './until-finished.ts'

const kills = process.env['LONG'] === undefined ? 3 : 40
const seed = seedOf()

describe.skipIf(!serverPrograms)(
  'the database is killed (needs the programs of PostgreSQL)',
  () => {
    test(`${kills} times during a sale: the service reports it, stays up, and goes on without a restart (SEED=${seed})`, async () => {
      const random = randomFrom(seed)
      const postgres = await startOwnPostgres()
      const { card, environment: paying } = await saleCard()
      const environment = { DATABASE_URL: postgres.url, ...paying }
      const server = await startMarquee(environment)
      const sale = await openSale({ base: () => server.base, card, seed })
      const close = sale.begin()
      for (let round = 0; round < kills; round += 1) {
        await salesUntil(sale.books, 5 + Math.floor(random() * 20))
        await postgres.kill(round % 2 === 0 ? 'SIGKILL' : 'SIGQUIT')
        const ready = await fetch(`${server.base}/readyz`)
        expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '2'])
        expect((await fetch(`${server.base}/healthz`)).status).toBe(200)
        const away = sale.books.answers['503'] ?? 0
        await becomes('buyers are told', () => (sale.books.answers['503'] ?? 0) > away + 10)
        await postgres.start()
      }
      await salesUntil(sale.books, 20)
      await close()
      await sale.deliverAll()
      expect(sale.books.answers['lost'] ?? 0).toBe(0)
      await expectBooksToAgree(sale)
      await expectCleanAudit(environment)
      expect(await server.kill('SIGTERM')).toBe(0)
    })

    test('in the control case, where commits are acknowledged before they are written, and the loss is noticed', async () => {
      const postgres = await startOwnPostgres({ synchronous_commit: 'off' })
      const { card, environment: paying } = await saleCard()
      const server = await startMarquee({ DATABASE_URL: postgres.url, ...paying })
      const sale = await openSale({ base: () => server.base, card, seed })
      // From now on everything that it acknowledges is in its memory only.
      const text = `select pid from pg_stat_activity where backend_type = 'walwriter'`
      const { pid } = (await postgres.query(text))[0]
      process.kill(pid, 'SIGSTOP')
      const close = sale.begin()
      await salesUntil(sale.books, 10)
      await close()
      const killed = postgres.kill('SIGKILL')
      process.kill(pid, 'SIGKILL')
      await killed
      await postgres.start()
      await becomes(
        'ready again',
        async () => (await fetch(`${server.base}/readyz`)).status === 200,
      )
      const lost = (await findDifferences(sale)).filter(one => one.includes('was acknowledged'))
      expect(lost.length).toBeGreaterThan(0)
    })
  },
)
