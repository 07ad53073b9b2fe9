import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenDatabase, openDatabase } from '../../../src/platform/db/database.ts'
import { transaction } from '../../../src/platform/db/transaction.ts'
import { isConnectionLost } from '../../../src/platform/db/violations.ts'
import { cuttingProxy } from '../../support/cutting-proxy.ts'
import { createServerDatabase, onPostgres } from '../../support/database.ts'

const answerMaxMs = 1000

describe.runIf(onPostgres)('a server that falls silent (needs a server)', () => {
  let server: Awaited<ReturnType<typeof createServerDatabase>>
  let proxy: Awaited<ReturnType<typeof cuttingProxy>>
  let database: OpenDatabase
  beforeAll(async () => {
    server = await createServerDatabase()
    proxy = await cuttingProxy(server.url)
    database = await openDatabase({
      databaseUrl: proxy.url,
      dataDir: '',
      poolSize: 2,
      answerMaxMs,
    })
  })
  afterAll(async () => {
    await database.close()
    await proxy.close()
    await server.drop()
  })

  /**
   * A server that falls silent before or after it ran a transaction's statement. Returns how the transaction
   * ended, and after how long.
   */
  async function silenced(when: 'before its statement' | 'before its COMMIT') {
    proxy.set('open')
    let began = 0
    const ended = await transaction(database.db, async tx => {
      if (when === 'before its COMMIT') await sql`select 1`.execute(tx)
      began = performance.now()
      proxy.set('silent')
      if (when === 'before its statement') await sql`select 1`.execute(tx)
    }).catch((error: unknown) => error)
    return { ended, took: performance.now() - began }
  }

  test.each(['before its statement', 'before its COMMIT'] as const)(
    'while %s a transaction is given up once, and the next one gets another connection',
    async when => {
      const { ended, took } = await silenced(when)
      expect(isConnectionLost(ended)).toBe(true)
      // The rollback is not awaited too: nobody would receive it.
      expect(took).toBeGreaterThanOrEqual(answerMaxMs - 1)
      expect(took).toBeLessThan(answerMaxMs * 1.9)
      proxy.set('open')
      const { rows } = await sql<{ one: number }>`select 1 as one`.execute(database.db)
      expect(rows).toEqual([{ one: 1 }])
      expect(database.pool.totalCount).toBe(1)
    },
  )
})
