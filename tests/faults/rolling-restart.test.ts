import { describe, expect, test } from 'vitest'
import { frontProxy } from './front-proxy.ts'
import { salesUntil, seedOf } from './moments.ts'
import { serverPrograms, startOwnPostgres } from './own-postgres.ts'
import { openSale, saleCard } from './sale.ts'
import { expectBooksToAgree, expectCleanAudit } from './settle-books.ts'
import { closedAfter, startMarquee } from './until-finished.ts'

const processes = 3
const rounds = process.env['LONG'] === undefined ? 1 : 10
const seed = seedOf()

describe.skipIf(!serverPrograms)('three processes (needs the programs of PostgreSQL)', () => {
  test(`are replaced one after the other during a sale, and no request fails (SEED=${seed})`, async () => {
    const postgres = await startOwnPostgres()
    const { card, environment: paying } = await saleCard()
    const environment = {
      DATABASE_URL: postgres.url,
      PUBLIC_URL: 'http://127.0.0.1:1',
      STOP_DELAY: '2',
      ...paying,
    }
    const proxy = closedAfter(await frontProxy())
    // The first process creates the tables and the administrator.
    const running = [await startMarquee(environment)]
    for (let more = 1; more < processes; more += 1) running.push(await startMarquee(environment))
    for (const { base } of running) await proxy.add(base)
    const sale = await openSale({ base: () => proxy.base, card, seed, buyers: 8 })
    const close = sale.begin()
    for (let round = 0; round < rounds * processes; round += 1) {
      await salesUntil(sale.books, 5)
      const successor = await startMarquee(environment)
      await proxy.add(successor.base)
      const old = running.shift()
      expect(await old?.kill('SIGTERM')).toBe(0)
      proxy.remove(old?.base ?? '')
      running.push(successor)
      expect(proxy.counts[old?.base ?? '']).toBeGreaterThan(0)
    }
    await salesUntil(sale.books, 10)
    await close()
    await sale.deliverAll()
    // No 502 of the proxy, no 503, nothing lost; other refusals have reasons of their own.
    const odd = Object.keys(sale.books.answers).filter(status => !/^2|^409$/.test(status))
    expect([odd, sale.books.answers]).toEqual([[], expect.anything()])
    await expectBooksToAgree(sale)
    await expectCleanAudit(environment)
  })
})
