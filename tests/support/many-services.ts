import type { OpenDatabase } from '../../src/platform/db/database.ts'
import { openApp, type TestApp } from './start-app.ts'
import { atEnd } from './at-end.ts'

/**
 * Opens services over one database, like several processes. Their limits per network count, far from the limit on
 * requests, and a proxy header gives the network. All are closed when the file ends.
 */
export function servicesOver(database: OpenDatabase, common: Record<string, string> = {}) {
  const opened: TestApp[] = []
  atEnd(async () => {
    const [last, ...others] = opened
    for (const app of others) {
      await app.http.close()
      await app.deps.budgets.drain()
      app.watched.demandClean()
    }
    await last?.close()
  })
  return async (settings: Record<string, string> = {}) => {
    const limits = { RATE_LIMIT: '1000000', TRUST_PROXY: 'on' }
    const app = await openApp(database, { ...limits, ...common, ...settings })
    opened.push(app)
    return app
  }
}
