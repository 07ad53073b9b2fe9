import { describe, expect, test } from 'vitest'
import { cuttingProxy } from '../support/cutting-proxy.ts'
import { randomFrom } from '../support/fake-random.ts'
import { becomes, salesUntil, seedOf } from './moments.ts'
import { serverPrograms, startOwnPostgres } from './own-postgres.ts'
import { openSale, saleCard } from './sale.ts'
import { expectBooksToAgree, expectCleanAudit } from './settle-books.ts'
import { closedAfter, startMarquee } from './until-finished.ts'

const seed = seedOf()
const standbyName = 'spare'

describe.skipIf(!serverPrograms)('the primary dies (needs the programs of PostgreSQL)', () => {
  test(`and its synchronous standby takes over with every acknowledged sale (SEED=${seed})`, async () => {
    const random = randomFrom(seed)
    const primary = await startOwnPostgres()
    const { card, environment: paying } = await saleCard()
    const line = closedAfter(await cuttingProxy(primary.url))
    const environment = { DATABASE_URL: line.url, ...paying }
    const server = await startMarquee(environment)
    const standby = await primary.standby(standbyName)
    await primary.query(`alter system set synchronous_standby_names = '${standbyName}'`)
    await primary.query('select pg_reload_conf()')
    await becomes('the standby is synchronous', async () => {
      const rows = await primary.query('select sync_state from pg_stat_replication')
      return rows[0]?.sync_state === 'sync'
    })
    const sale = await openSale({ base: () => server.base, card, seed })
    const close = sale.begin()
    await salesUntil(sale.books, 10 + Math.floor(random() * 30))
    await primary.kill('SIGKILL')
    // Like a careless operator, the proxy leads to the standby before it is the primary.
    line.leadTo(standby.url)
    line.cutAll()
    const ready = await fetch(`${server.base}/readyz`)
    expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '2'])
    await becomes('buyers are told', () => (sale.books.answers['503'] ?? 0) > 10)
    await standby.promote()
    await becomes('ready again', async () => (await fetch(`${server.base}/readyz`)).status === 200)
    await salesUntil(sale.books, 20)
    await close()
    await sale.deliverAll()
    expect(sale.books.answers['lost'] ?? 0).toBe(0)
    await expectBooksToAgree(sale)
    await expectCleanAudit(environment)
    expect(await server.kill('SIGTERM')).toBe(0)
  })
})
