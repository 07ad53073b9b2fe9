import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { personWith } from '../../support/granting.ts'
import { plantBuyer } from '../../support/plant-buyer.ts'
import { plantEvent } from '../../support/plant-event.ts'
import { plantOrders } from '../../support/plant-orders.ts'
import { startApp } from '../../support/start-app.ts'

const long = process.env['LONG'] !== undefined
const app = await startApp()
const [one, two] = [await plantEvent(app), await plantEvent(app)]
await plantOrders(app, {
  count: long ? 100_000 : 300,
  events: [one, two],
  newest: '2026-11-21T11:00:00Z',
})
await app.db.transaction().execute(tx => sql`analyze`.execute(tx))

const { id: wanted, code } = await plantBuyer(app, {
  name: 'Wilhelmine Ågesen',
  email: 'anna+x@theatre.example',
  total: 47_50,
  at: '2026-11-17T15:00:00Z',
  event: one,
})
const { id: irish } = await plantBuyer(app, {
  name: "Siobhán O'Shaughnessy",
  email: 'siobhan@irish.example',
  total: 913_00,
  at: '2026-11-18T10:00:00Z',
  event: two,
})
const spaced = (id: number) =>
  String(id)
    .replace(/(?=(?:\d{3})+$)/g, ' ')
    .trim()
const find = async (q: string, as: Parameters<typeof app.admin>[2] = { as: 'administrator' }) =>
  (await app.admin('GET', `/search?q=${encodeURIComponent(q)}`, as)).json

test.each([
  ['Wilhelmine', wanted],
  ['wilhelmine agesen', wanted],
  ['Agesen', wanted],
  ['Wilhelmnie', wanted],
  ['wilhelmime agesen', wanted],
  ['wilhelmin', wanted],
  ['Agesne', wanted],
  ['anna+x@', wanted],
  ['anna+x@theatre.example', wanted],
  ['$47.50 last Tuesday', wanted],
  ['47,50 on 2026-11-17', wanted],
  ['913.00 2026-11-18', irish],
  ['Siobhan', irish],
  ['oshaughnessy', irish],
  ['O’Shaughnessy', irish],
  ['shaugnessy', irish],
  ['siobhán shaughnessy', irish],
  [spaced(wanted), wanted],
  [`order ${irish}`, irish],
  [`#${irish}`, irish],
  [code.toLowerCase(), wanted],
])('"%s" gives the order among the first three', async (q, id) => {
  const { hits } = await find(q)
  const first = hits
    .slice(0, 3)
    .map(({ kind, id: own, order }: any) => (kind === 'order' ? own : order))
  expect({ q, first }).toEqual({ q, first: expect.arrayContaining([id]) })
})

test('a search is of the events that the caller has grants for, whatever is misheard', async () => {
  const as = { as: await personWith(app, { set: 'box_office', eventId: two }) }
  for (const q of ['Wilhelmine', 'Wilhelmnie', 'anna+x@', String(wanted), '$47.50 last Tuesday']) {
    expect(JSON.stringify(await find(q, as))).not.toContain(String(wanted))
  }
  expect((await find('Siobhan', as)).hits[0]).toMatchObject({ kind: 'order', id: irish })
  expect(
    (await app.admin('GET', '/search?q=x', { as: await app.makePerson('subscriber') })).status,
  ).toBe(403)
})

test('codes are found by those who may write them', async () => {
  const body = {
    slug: 'early26',
    display_name: 'Early',
    status: 'active',
    amount: 10,
    sub_type: 'percent',
  }
  await app.tickets('POST', '/coupons', { as: 'administrator', body })
  expect((await find('EARLY26')).hits[0]).toMatchObject({
    kind: 'code',
    title: expect.stringMatching(/early26/i),
  })
})
