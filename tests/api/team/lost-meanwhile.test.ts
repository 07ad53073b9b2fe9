import { AsyncResource } from 'node:async_hooks'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { lockAccounts } from '../../../src/access/users/store.ts'
import { transaction } from '../../../src/platform/db/transaction.ts'
import { personWithPassword } from '../../support/browser.ts'
import { onPostgres } from '../../support/database.ts'
import { personWith } from '../../support/granting.ts'
import { eventOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

test.runIf(onPostgres)(
  'somebody whose grant is taken while the request waits is told so, and not that the credential is gone (needs a server)',
  async () => {
    const app = await startApp()
    const event = await eventOnSale(app)
    const manager = await personWith(app, { set: 'manager', eventId: event })
    const { body } = await personWithPassword(app, 'subscriber')
    // A request of its own, outside of the transaction below.
    const give = AsyncResource.bind(async () =>
      app.admin('POST', '/team', { as: manager, body: { email: body.email, set: 'door', event } }),
    )
    const waiting = await transaction(app.db, async tx => {
      await lockAccounts(tx)
      const given = give()
      await vi.waitFor(async () => {
        const { rows } = await sql<{ waits: boolean }>`
          select exists (select from pg_locks where not granted and relation = 'users'::regclass) as waits
        `.execute(tx)
        expect(rows[0]?.waits).toBe(true)
      })
      await tx.deleteFrom('grants').where('user_id', '=', manager.userId).execute()
      return { given }
    })
    const { status, json } = await waiting.given
    expect([status, json.code]).toEqual([403, 'rest_forbidden'])
    expect(json.message).toContain('changed a moment ago')
    expect((await app.admin('GET', '/me', { as: manager })).status).toBe(200)
  },
)
