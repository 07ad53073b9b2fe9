import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { attendees, demandTrueCounts } from '../support/attending.ts'
import { aBuyer, refund } from '../support/buying.ts'
import { onPostgres } from '../support/database.ts'
import { ticketOnSale } from '../support/on-sale.ts'
import { startApp } from '../support/start-app.ts'
import { pseudoRandom } from './seeds.ts'

const isLong = process.env['LONG'] !== undefined
const scanners = 20

describe('simultaneous scans at one door', async () => {
  const app = await startApp()
  // On a server, a second application handles half of the scans; the two meet only in PostgreSQL.
  const { database, config, clock, db } = app
  const { log, random } = app.deps
  const other = onPostgres ? await createApp({ database, config, log, random, clock }) : app
  await other.http.ready()
  if (other !== app) afterAll(() => other.close())

  const keys = await Promise.all(
    Array.from({ length: scanners }, async (_, n) => {
      const body = { name: `Gate ${n}` }
      const made = await app.tickets('POST', '/scanner-keys', { as: 'administrator', body })
      return made.json.api_key as string
    }),
  )

  type Guest = { id: number; security_code: string }
  async function scan(scanner: number, { id, security_code }: Guest) {
    const { http } = scanner % 2 === 0 ? app : other
    const path = `/${config.apiVendor}/tickets/v1/qr?ticket_id=${id}&security_code=${security_code}`
    const { statusCode } = await http.inject({
      method: 'GET',
      url: path,
      headers: { authorization: `Bearer ${keys[scanner]}` },
    })
    return statusCode
  }

  const shuffled = <T>(items: readonly T[], draw: (below: number) => number) =>
    items
      .map(item => ({ item, key: draw(1_000_000) }))
      .sort((a, b) => a.key - b.key)
      .map(({ item }) => item)

  test('let every attendee in once, whoever scans', async () => {
    const guests = await attendees(app, isLong ? 5000 : 25)
    const admitted = new Map<number, number>()
    const run = async (scanner: number) => {
      for (const guest of shuffled(guests, pseudoRandom(scanner + 1))) {
        const status = await scan(scanner, guest)
        expect([201, 403]).toContain(status)
        if (status === 201) admitted.set(guest.id, (admitted.get(guest.id) ?? 0) + 1)
      }
    }
    await Promise.all(keys.map((_, scanner) => run(scanner)))
    expect(admitted.size).toBe(guests.length)
    expect([...admitted.values()].every(times => times === 1)).toBe(true)
    await demandTrueCounts(app)
    const { rows } = await sql<{ entries: number }>`
      select count(*)::integer as entries from check_ins
      where kind = 'admitted' and attendee_id = any(${guests.map(({ id }) => id)}::bigint[])
    `.execute(db)
    expect(rows[0]?.entries).toBe(guests.length)
  })

  test('let nobody in after a refund, whatever happens at the same time', async () => {
    const capacity = isLong ? 500 : 25
    const { id: ticketId, eventId } = await ticketOnSale(app, { capacity })
    const buyers = Array.from({ length: capacity }, () => aBuyer(app, { ticketId, eventId }))
    const guests = await Promise.all(buyers)
    const draw = pseudoRandom(7)
    const refunded = new Set<number>()
    const giveBack = async ({ id, orderId }: (typeof guests)[number]) => {
      await refund(app, orderId)
      refunded.add(id)
    }
    const staff = (id: number, check_in: boolean) =>
      app.tickets('PATCH', `/attendees/${id}`, { as: 'administrator', body: { check_in } })
    const scanAfterwards = async (scanner: number, guest: Guest) => {
      const wasRefunded = refunded.has(guest.id)
      const status = await scan(scanner, guest)
      if (wasRefunded) expect(status).toBe(403)
    }
    const work = guests.flatMap(guest => [
      () => scanAfterwards(draw(scanners), guest),
      () => scanAfterwards(draw(scanners), guest),
      () => staff(guest.id, draw(2) === 0),
      ...(draw(2) === 0 ? [() => giveBack(guest)] : []),
      () => scanAfterwards(draw(scanners), guest),
    ])
    await Promise.all(shuffled(work, draw).map(step => step()))
    for (const guest of guests.filter(({ id }) => refunded.has(id))) await scanAfterwards(0, guest)
    await demandTrueCounts(app)
  })
})
