import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { randomFrom } from '../support/fake-random.ts'
import { freePort } from '../support/server-process.ts'
import { letLeasesEnd } from './leases.ts'
import { salesUntil, seedOf } from './moments.ts'
import { serverPrograms, startOwnPostgres } from './own-postgres.ts'
import { openSale, saleCard } from './sale.ts'
import { expectBooksToAgree, expectCleanAudit } from './settle-books.ts'
import { startMarquee } from './until-finished.ts'

const kills = process.env['LONG'] === undefined ? 2 : 50
const seed = seedOf()

type Installation = { environment: Record<string, string> }

async function ownServer(): Promise<Installation> {
  const postgres = await startOwnPostgres()
  return { environment: { DATABASE_URL: postgres.url } }
}

async function ownFolder(): Promise<Installation> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'marquee-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return { environment: { DATA_DIR: folder } }
}

describe.each([
  ['the embedded database', ownFolder, false],
  ['PostgreSQL', ownServer, !serverPrograms],
])('the service is killed on %s', (_, makePlace, isMissing) => {
  test.skipIf(isMissing)(
    `${kills} times during a sale, and no acknowledged write is lost (SEED=${seed})`,
    async () => {
      const random = randomFrom(seed)
      const place = await makePlace()
      const { card, environment: paying } = await saleCard()
      const environment = { ...place.environment, ...paying, PORT: String(await freePort()) }
      let server = await startMarquee(environment)
      const sale = await openSale({ base: () => server.base, card, seed })
      const close = sale.begin()
      for (let round = 0; round < kills; round += 1) {
        await salesUntil(sale.books, 5 + Math.floor(random() * 20))
        await server.kill('SIGKILL')
        await letLeasesEnd(environment)
        server = await startMarquee(environment)
      }
      await salesUntil(sale.books, 10)
      await close()
      await sale.deliverAll()
      const odd = Object.keys(sale.books.answers).filter(status => !/^2|^409$|^lost$/.test(status))
      expect([odd, sale.books.answers]).toEqual([[], expect.anything()])
      await expectBooksToAgree(sale)
      expect(await server.kill('SIGTERM')).toBe(0)
      await expectCleanAudit(environment)
    },
  )
})
