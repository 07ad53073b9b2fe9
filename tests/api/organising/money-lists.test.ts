import { describe, expect, test } from 'vitest'
import { bookNow } from '../../support/books-check.ts'
import { personWith } from '../../support/granting.ts'
import { anOrderOfTwoEvents } from '../../support/paid-order.ts'
import { startPaidApp } from '../../support/paid-app.ts'
import { bytesOf, plain, rowsIn } from '../../support/read-export.ts'
import type { TestRequest } from '../../support/start-app.ts'

const paid = await startPaidApp()
const { app } = paid
type Who = Pick<TestRequest, 'as'>
const administrator: Who = { as: 'administrator' }
const list = (path: string, who: Who = administrator) => app.admin('GET', path, who)

const bought = await anOrderOfTwoEvents(paid)
await app.tickets('POST', `/orders/${bought.id}/refunds`, {
  ...administrator,
  body: { lines: [{ id: bought.seats?.id, quantity: 1 }] },
})
const alone = await anOrderOfTwoEvents(paid)
const { json: key } = await app.admin('POST', '/keys', {
  ...administrator,
  body: { name: 'Desk', scopes: ['read', 'attendees'] },
})
/** Sees money and addresses, but no orders. */
const desk: Who = { as: { authorization: `Bearer ${key.api_key}` } }
const own: Who = { as: await personWith(app, { set: 'reader', eventId: bought.own }) }
const everything = 'order,who,email,events,method,currency,amount,refunded,disputed,reference'

describe('the list of payments', () => {
  test('has each payment once, as soon as it is made, and says up to when', async () => {
    const { json, status } = await list(`/payments?columns=${everything}&count=exact`)
    expect([status, json.count]).toEqual([200, 2])
    expect(json.as_of).toBe(app.clock.now().toISOString())
    expect(json.rows[1]).toEqual({
      order: bought.id,
      who: 'Ada Lovelace',
      email: 'ada@example.org',
      events: expect.any(String),
      method: 'card',
      currency: 'USD',
      amount: '70.00',
      refunded: '30.00',
      disputed: '0.00',
      reference: bought.intent,
    })
    expect(json.rows[0]).toMatchObject({ order: alone.id, refunded: '0.00' })
  })

  test.each([
    [`filter.event=${bought.other}`, [bought.id]],
    [`filter.order=${alone.id},${bought.id}&sort=at`, [bought.id, alone.id]],
    ['filter.method=cash', []],
    ['filter.method=card&sort=number', [bought.id, alone.id]],
    ['filter.at.gte=2001-01-01', [alone.id, bought.id]],
    ['filter.at.lte=2001-01-01', []],
    ['filter.amount=70&filter.currency=usd', [alone.id, bought.id]],
    ['filter.amount.gte=70.01', []],
    ['filter.currency=EUR', []],
    [`filter.reference=${bought.intent}`, [bought.id]],
    ['search=lovelace&sort=-amount', [alone.id, bought.id]],
    ['search=ada%40example', [alone.id, bought.id]],
    [`search=${bought.intent}`, [bought.id]],
    [`search=${alone.id}`, [alone.id]],
    ['search=nobody', []],
    ['search=-lovelace', []],
  ])('is narrowed by %s', async (query, expected) => {
    const { json, status } = await list(`/payments?columns=order&${query}`)
    const orders = status === 200 ? json.rows.map(({ order }: { order: number }) => order) : json
    expect([status, orders]).toEqual([200, expected])
  })

  test('shows of an order with other events the own part, and is not found by the whole of it', async () => {
    const { json } = await list(`/payments?columns=${everything.replace(',email', '')}`, own)
    expect(json.rows).toEqual([
      {
        order: bought.id,
        who: 'Ada Lovelace',
        events: expect.any(String),
        method: 'card',
        currency: 'USD',
        amount: '60.00',
        refunded: '30.00',
        disputed: '0.00',
        reference: '',
      },
    ])
    expect(json.rows[0].events).not.toContain(',')
    for (const query of [
      'filter.amount=70',
      'filter.amount=60',
      `filter.reference=${bought.intent}`,
      `filter.event=${bought.other}`,
      `search=${bought.intent}`,
      'search=ada%40example',
    ]) {
      expect([query, (await list(`/payments?${query}`, own)).json.rows]).toEqual([query, []])
    }
  })

  test('names no purchaser to somebody who reads no orders, and does not find them by name', async () => {
    const { json } = await list('/payments', desk)
    expect(json.rows[0]).toMatchObject({ order: alone.id, amount: '70.00' })
    expect(json.rows[0]).not.toHaveProperty('who')
    expect((await list('/payments?columns=who', desk)).status).toBe(403)
    expect((await list('/payments?search=lovelace', desk)).json.rows).toEqual([])
    expect((await list(`/payments?search=${alone.id}`, desk)).json.rows).toHaveLength(1)
    const office = { as: await personWith(app, { set: 'box_office', eventId: bought.own }) }
    expect((await list('/payments', office)).status).toBe(403)
    expect((await list('/books', office)).status).toBe(403)
  })
})

describe('the list of the books', () => {
  test('adds up to the summary, for each event and kind', async () => {
    const kinds = { sale: 'sales', return: 'returns', payment: 'payments', refund: 'refunds' }
    for (const event of [bought.own, bought.other]) {
      const { json } = await app.admin('GET', '/books/summary', {
        ...administrator,
        query: { event },
      })
      for (const [kind, member] of Object.entries(kinds)) {
        const { rows } = (await list(`/books?filter.event=${event}&filter.kind=${kind}`)).json
        const sum = rows.reduce(
          (all: number, row: { amount: string }) => all + Number(row.amount),
          0,
        )
        expect([kind, sum.toFixed(2)]).toEqual([kind, json.groups[0][member]])
      }
    }
  })

  test('has what happened since the books were written, and tax only where a rate is known', async () => {
    await bookNow(app.db)
    const body = { amount: '7.00', reason: 'goodwill' }
    await app.tickets('POST', `/orders/${alone.id}/refunds`, { ...administrator, body })
    const path = `/books?filter.order=${alone.id}&filter.kind=refund&sort=amount&columns=amount,net,tax,tax_rate,cause,event_id`
    const { json } = await list(path)
    expect(json.as_of).toBe(app.clock.now().toISOString())
    expect(json.rows).toEqual([
      { amount: '-6.00', net: null, tax: null, tax_rate: '', cause: 'refund', event_id: alone.own },
      {
        amount: '-1.00',
        net: null,
        tax: null,
        tax_rate: '',
        cause: 'refund',
        event_id: alone.other,
      },
    ])
  })

  test.each([
    ['filter.amount.lte=-30', ['return', 'refund']],
    ['filter.kind=sale,payment&filter.amount=60', ['sale', 'payment', 'sale', 'payment']],
    [`filter.event=${bought.other}&filter.kind=sale`, ['sale']],
    ['filter.method=cash', []],
    ['filter.at.lte=2001-01-01', []],
    [`search=${bought.id}&filter.kind=refund`, ['refund']],
    ['search=lovelace&filter.kind=refund&filter.amount=-30', ['refund']],
    ['search=lovelace&filter.currency=EUR', []],
  ])('is narrowed by %s', async (query, expected) => {
    const { json, status } = await list(`/books?columns=kind&sort=-number&${query}`)
    const kinds = status === 200 ? json.rows.map(({ kind }: { kind: string }) => kind) : [json]
    expect([status, kinds.toSorted()]).toEqual([200, expected.toSorted()])
  })

  test('has for a person with one event the entries of that event alone', async () => {
    const { json } = await list('/books?columns=event_id,order,who,amount&count=exact', own)
    expect(json.count).toBe(4)
    expect(new Set(json.rows.map((row: { event_id: number }) => row.event_id))).toEqual(
      new Set([bought.own]),
    )
    expect((await list(`/books?filter.event=${bought.other}`, own)).json.rows).toEqual([])
    const { json: unnamed } = await list('/books', desk)
    expect(unnamed.rows[0]).not.toHaveProperty('who')
  })
})

test.each(['payments', 'books'])(
  '%s are exported as they are listed, in every format',
  async name => {
    const { authorization } = await app.person('administrator')
    const query = 'sort=number&columns=number,at,order,who,amount,currency'
    const { json } = await list(`/${name}?${query}&limit=200`)
    for (const format of ['csv', 'ndjson', 'xlsx'] as const) {
      const address = `/svc/admin/v1/${name}.${format}?${query}`
      const { content, headers, status } = await bytesOf(app, address, authorization)
      expect([status, headers['x-as-of']]).toEqual([200, app.clock.now().toISOString()])
      expect(rowsIn(format, content)).toEqual(json.rows.map(plain))
    }
  },
)

test.each([
  ['/payments?filter.colour=red', 'filter.colour', 'filter.method'],
  ['/payments?sort=who', 'sort', 'at, number, amount'],
  ['/books?columns=colour', 'columns', 'number, at'],
  ['/books?filter.kind=gift', 'filter.kind', 'sale, fee'],
])('%s is refused with what would be right', async (path, parameter, named) => {
  const { status, json } = await list(path)
  expect([status, json.code]).toEqual([400, 'rest_invalid_param'])
  expect(json.data.params[parameter]).toContain(named)
})
