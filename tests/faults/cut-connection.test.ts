import { describe, expect, test } from 'vitest'
import { type Cut, cuttingProxy } from '../support/cutting-proxy.ts'
import { randomFrom } from '../support/fake-random.ts'
import { becomes, salesUntil, seedOf } from './moments.ts'
import { serverPrograms, startOwnPostgres } from './own-postgres.ts'
import { openSale, saleCard } from './sale.ts'
import { expectBooksToAgree, expectCleanAudit } from './settle-books.ts'
import { closedAfter, startMarquee } from './until-finished.ts'

const long = process.env['LONG'] !== undefined
const cuts = long ? 1000 : 40
const seed = seedOf()
const atCommit: readonly Cut[] = [
  'before the server sees it',
  'before the client hears of it',
  'and the server sees it late',
]

describe.skipIf(!serverPrograms)('the database cannot be reached (needs PostgreSQL)', () => {
  test(`so ${cuts} connections are lost, most at COMMIT, and each sale happens once (SEED=${seed})`, async () => {
    const random = randomFrom(seed)
    const postgres = await startOwnPostgres()
    const { card, environment: paying } = await saleCard()
    const line = closedAfter(await cuttingProxy(postgres.url))
    const environment = { DATABASE_URL: line.url, ...paying }
    const server = await startMarquee(environment)
    const sale = await openSale({ base: () => server.base, card, seed })
    const close = sale.begin()
    for (let cut = 0; cut < cuts; cut += 1) {
      const how = Math.floor(random() * 5)
      const commit = atCommit[how]
      if (commit === undefined) line.cutAll()
      else {
        const before = line.cuts()
        line.cutNext(commit)
        await becomes('a COMMIT was cut', () => line.cuts() > before)
      }
      if (how === 4) {
        const away = sale.books.answers['503'] ?? 0
        line.set('refused')
        await becomes('buyers are told', () => (sale.books.answers['503'] ?? 0) > away)
        line.set('open')
      }
      await salesUntil(sale.books, 1 + Math.floor(random() * 3))
    }
    line.set('silent')
    const ready = await fetch(`${server.base}/readyz`, { signal: AbortSignal.timeout(15_000) })
    expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '2'])
    if (long) {
      const away = sale.books.answers['503'] ?? 0
      await becomes('buyers are told', () => (sale.books.answers['503'] ?? 0) > away)
    }
    line.cutAll()
    line.set('open')
    await salesUntil(sale.books, 5)
    await close()
    await sale.deliverAll()
    expect(sale.books.answers['lost'] ?? 0).toBe(0)
    await expectBooksToAgree(sale)
    await expectCleanAudit(environment)
    expect(await server.kill('SIGTERM')).toBe(0)
  })
})
