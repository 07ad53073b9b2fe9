import { expect, test } from 'vitest'
import { personWith } from '../../support/granting.ts'
import { eventOnSale } from '../../support/on-sale.ts'
import { aPaidOrder } from '../../support/paid-order.ts'
import { startPaidApp } from '../../support/paid-app.ts'
import { plan, start, workRuns } from '../../support/running.ts'

const paidApp = await startPaidApp({ REFUNDS_A_SECOND: '0' })
const { app } = paidApp
const as = 'administrator' as const

type Entry = { kind: string; id: string; events: number[]; link: string }

/** What waits, as somebody sees it who manages one event alone. */
async function waitingAt(eventId: number): Promise<Entry[]> {
  const manager = await personWith(app, { set: 'manager', eventId })
  const { json, status } = await app.admin('GET', '/attention', { as: manager })
  expect(status).toBe(200)
  return json.entries
}

const move = (run: number, how: string) => app.admin('POST', `/runs/${run}/${how}`, { as })

async function anEvent(orders: number) {
  const eventId = await eventOnSale(app)
  for (let n = 0; n < orders; n += 1) await aPaidOrder(paidApp, { eventId, capacity: 50 })
  return eventId
}

test('a run that rests waits for somebody until it goes on', async () => {
  const [eventId, other] = [await anEvent(2), await eventOnSale(app)]
  const made = await plan(app, { kind: 'refunds', event: eventId })
  const { json: run } = await start(app, made.id, { first: 1 })
  await workRuns(app)
  expect(await waitingAt(eventId)).toMatchObject([
    {
      kind: 'run_resting',
      id: String(run.id),
      events: [eventId],
      link: expect.stringMatching(new RegExp(`/admin/runs/${run.id}$`)),
    },
  ])
  expect(await waitingAt(other)).toEqual([])
  await move(run.id, 'continue')
  await workRuns(app)
  expect(await waitingAt(eventId)).toEqual([])
})

test('what a run leaves to a person waits until it was given by hand', async () => {
  const eventId = await anEvent(1)
  const made = await plan(app, { kind: 'refunds', event: eventId, how: 'by_hand' })
  const { json: run } = await start(app, made.id)
  await workRuns(app)
  expect(await waitingAt(eventId)).toMatchObject([{ kind: 'run_left_over', id: String(run.id) }])
  const given = await move(run.id, 'items/1/given')
  expect(given.status).toBe(200)
  expect(await waitingAt(eventId)).toEqual([])
})

test('a till waits for whoever opened it, and for those of the desk who read its money, because nobody else can open its page', async () => {
  const eventId = await eventOnSale(app)
  const cashier = await personWith(app, { set: 'box_office', eventId })
  const body = { name: 'Side door', event: eventId, float: '50' }
  const { json: till } = await app.admin('POST', '/tills', { as: cashier, body })
  app.clock.advance(25 * 3600)
  const people = {
    cashier,
    another: await personWith(app, { set: 'box_office', eventId }),
    manager: await personWith(app, { set: 'manager', eventId }),
    reader: await personWith(app, { set: 'reader', eventId }),
    finance: await personWith(app, { set: 'finance', eventId }),
  }
  for (const [name, person] of Object.entries(people)) {
    const { json } = await app.admin('GET', '/attention', { as: person })
    const waits = json.entries.some(
      ({ kind, id }: Entry) => kind === 'till_left_open' && id === String(till.id),
    )
    const { status } = await app.admin('GET', `/tills/${till.id}`, { as: person })
    expect([name, waits, status === 200]).toEqual([
      name,
      ...(name === 'cashier' || name === 'manager' ? [true, true] : [false, false]),
    ])
  }
})

test('a till waits a day after it was opened until it is closed', async () => {
  const eventId = await eventOnSale(app)
  const till = { name: 'Foyer', event: eventId, float: '50' }
  const { json: opened } = await app.admin('POST', '/tills', { as, body: till })
  expect(await waitingAt(eventId)).toEqual([])
  app.clock.advance(25 * 3600)
  expect(await waitingAt(eventId)).toMatchObject([
    { kind: 'till_left_open', id: String(opened.id), events: [eventId] },
  ])
  await app.admin('POST', `/tills/${opened.id}/close`, { as, body: { counted: '50' } })
  expect(await waitingAt(eventId)).toEqual([])
})
