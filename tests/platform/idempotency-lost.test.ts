import { anonymous } from '../../src/core/caller.ts'
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '../../src/core/errors.ts'
import { type OpenDatabase, openDatabase } from '../../src/platform/db/database.ts'
import { isConnectionLost } from '../../src/platform/db/violations.ts'
import { runOnce } from '../../src/platform/idempotency/run-once.ts'
import { cuttingProxy } from '../support/cutting-proxy.ts'
import { createServerDatabase, onPostgres } from '../support/database.ts'

describe.runIf(onPostgres)(
  'an idempotency key whose request lost the database (needs a server)',
  () => {
    let server: Awaited<ReturnType<typeof createServerDatabase>>
    let proxy: Awaited<ReturnType<typeof cuttingProxy>>
    let database: OpenDatabase
    beforeAll(async () => {
      server = await createServerDatabase()
      proxy = await cuttingProxy(server.url)
      database = await openDatabase({ databaseUrl: proxy.url, dataDir: '', poolSize: 2 })
    })
    afterAll(async () => {
      await database.close()
      await proxy.close()
      await server.drop()
    })

    const send = (key: string, work: () => Promise<number>) => {
      const keyed = {
        key,
        scope: 'a buyer',
        by: anonymous,
        method: 'POST',
        url: '/x',
        parameters: [],
      }
      return runOnce(database.db, keyed, async () => ({
        status: await work(),
        headers: {},
        body: 1,
      }))
    }
    const disconnect = () => {
      proxy.set('refused')
      proxy.cutAll()
    }
    /** Repeats a request as clients do, while the key is in use or the database is unavailable. */
    async function sendAgain(key: string, work: () => Promise<number>) {
      for (let times = 0; ; times += 1) {
        try {
          return await send(key, work)
        } catch (error) {
          const isInUse = error instanceof AppError && error.code === 'idempotency_key_in_use'
          if (!(isInUse || isConnectionLost(error)) || times > 100) throw error
          await wait(50)
        }
      }
    }

    test('answers a completed request whose answer could not be stored, and repeats that answer soon after', async () => {
      const key = randomUUID()
      const first = await send(key, async () => {
        disconnect()
        return 201
      })
      expect(first).toMatchObject({ status: 201, replayed: false })
      proxy.set('open')
      const again = await sendAgain(key, () => Promise.reject(new Error('It was done twice.')))
      expect(again).toMatchObject({ status: 201, replayed: true })
    })

    test('lets a request that changed nothing be repeated soon after, long before the lease ends', async () => {
      const key = randomUUID()
      const lost = Object.assign(new Error('gone'), { code: 'ECONNRESET' })
      const first = send(key, () => {
        disconnect()
        return Promise.reject(lost)
      })
      await expect(first).rejects.toBe(lost)
      proxy.set('open')
      const again = await sendAgain(key, async () => 201)
      expect(again).toMatchObject({ status: 201, replayed: false })
    })
  },
)
