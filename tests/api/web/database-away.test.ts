import { expect, test } from 'vitest'
import { openDatabase } from '../../../src/platform/db/database.ts'
import { cuttingProxy } from '../../support/cutting-proxy.ts'
import { createServerDatabase, onPostgres } from '../../support/database.ts'
import { openApp } from '../../support/start-app.ts'

test.runIf(onPostgres)(
  'a page that cannot reach the database does not blame a crowd, and does not say that nothing was changed',
  async () => {
    const server = await createServerDatabase()
    const proxy = await cuttingProxy(server.url)
    const database = await openDatabase({ databaseUrl: proxy.url, dataDir: '', poolSize: 2 })
    const app = await openApp(database)
    try {
      proxy.set('refused')
      proxy.cutAll()
      const { status, text } = await app.call('GET', '/event/an-evening/')
      expect(status).toBe(503)
      expect(text).toContain('This site cannot answer right now')
      expect(text).not.toMatch(/Too many at once|Nothing was changed/)
    } finally {
      await app.close()
      await proxy.close()
      await server.drop()
    }
  },
)
