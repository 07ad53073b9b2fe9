import type { Pool, QueryConfig } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { databaseOver } from '../../../src/platform/db/database.ts'
import { fillCart, order } from '../../support/buying.ts'
import { openTestDatabase } from '../../support/database.ts'
import { startMailServer } from '../../support/mail-server.ts'
import { deliver } from '../../support/mailbox.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { openApp } from '../../support/start-app.ts'

const database = await openTestDatabase()
/** The statements to come, by number from 1, whose connection is lost. */
let lost: number[] = []

const pool = {
  connect: async () => {
    const client = await database.pool.connect()
    return {
      query: (statement: QueryConfig) => {
        const isLost = lost.includes(1)
        lost = lost.map(number => number - 1)
        if (!isLost) return client.query(statement)
        const message = 'terminating connection due to administrator command'
        return Promise.reject(Object.assign(new Error(message), { code: '57P01' }))
      },
      release: (broken?: boolean) => client.release(broken),
    }
  },
  end: async () => {},
}

const server = await startMailServer()
const app = await openApp(
  databaseOver(pool as unknown as Pool, database.kind, async () => {}),
  { SMTP_URL: server.url, MAIL_PDF_KIB: 'off' },
)
const { id: ticketId } = await ticketOnSale(app)
afterAll(async () => {
  await app.close()
  await database.close()
})

test.each([[[1]], [[1, 2]], [[2]]])(
  'a mail is sent once although the connection to the database is lost after the mail server took it (statements %j)',
  async numbers => {
    const email = `buyer${numbers.join('')}@example.org`
    const body = { purchaser: { name: 'Ada', email } }
    expect((await order(app, 'free', await fillCart(app, ticketId), { body })).status).toBe(200)
    let asked = 0
    server.refuse(to => {
      // For the recipient, and then for the mail itself.
      if (to === email) asked += 1
      if (to === email && asked === 2) lost = numbers
      return undefined
    })
    for (let round = 0; round < 3; round += 1) {
      await deliver(app)
      app.clock.advance(301)
    }
    expect(server.received.filter(({ to }) => to === email)).toHaveLength(1)
  },
)
