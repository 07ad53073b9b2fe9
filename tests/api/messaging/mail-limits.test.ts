import { describe, expect, test } from 'vitest'
import { firstLink, orderUrl } from '../../../src/shop/orders/record/order-address.ts'
import { openTestDatabase } from '../../support/database.ts'
import { buyer } from '../../support/buyer.ts'
import { deliver, outbox } from '../../support/mailbox.ts'
import { servicesOver } from '../../support/many-services.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import type { TestApp } from '../../support/start-app.ts'

const open = servicesOver(await openTestDatabase(), {
  MAIL_PDF_KIB: 'off',
  REMINDER_HOURS: 'off',
  OPEN_CARTS_PER_ADDRESS: 'off',
  HELD_PLACES_PER_ADDRESS: 'off',
  STORED_PER_ADDRESS: 'off',
})
const app = await open()
const beside = await open()

type Guest = { full_name: string; email: string }
type Wish = {
  from: string
  email: string
  guests?: readonly Guest[]
  priceMinor?: number
  through?: TestApp
  as?: 'administrator'
}

const tickets = new Map<number, number>()
async function ticketAt(priceMinor: number) {
  const known = tickets.get(priceMinor)
  if (known !== undefined) return known
  const { id } = await ticketOnSale(app, { priceMinor, capacity: null, maxPerOrder: 200 })
  tickets.set(priceMinor, id)
  return id
}

/** Orders one place for the buyer and one for each guest, from a network. Returns the order's id. */
async function orderFrom(wish: Wish): Promise<number> {
  const { from, email, guests = [], priceMinor = 0, through = app, as } = wish
  const ticket_id = await ticketAt(priceMinor)
  const sent = { headers: { 'x-forwarded-for': from }, ...(as && { as }) }
  const attendees = [{ full_name: 'Ada', email }, ...guests]
  const filled = await through.tickets('POST', '/cart', {
    ...sent,
    body: {
      provider: 'tc',
      tickets: [{ ticket_id, quantity: attendees.length }],
      meta: [{ ticket_id, items: attendees }],
    },
  })
  expect([filled.status, filled.text]).toEqual([200, expect.anything()])
  const { cart_hash } = filled.json
  const body = { cart_hash, purchaser: { name: 'Ada', email } }
  if (priceMinor === 0) {
    const made = await through.tickets('POST', '/commerce/free/order', { ...sent, body })
    expect([made.status, made.text]).toEqual([200, expect.anything()])
    return made.json.id
  }
  const made = await through.tickets('POST', '/commerce/cardprocessor/order', { ...sent, body })
  const { payment_intent_id, client_secret } = made.json
  const paid = await through.tickets('POST', `/commerce/cardprocessor/order/${payment_intent_id}`, {
    ...sent,
    body: { client_secret, cart_hash },
  })
  expect([paid.status, paid.text]).toEqual([200, expect.anything()])
  return paid.json.order_id
}

const guestsOf = (count: number, name: string): Guest[] =>
  Array.from({ length: count }, (_, at) => ({
    full_name: `Guest ${at}`,
    email: `${name}-${at}@example.net`,
  }))

const statesOf = async (order: number) => {
  const rows = await outbox(app, { order })
  return rows.map(({ state }) => state)
}

/** Queues what is due without sending it: that takes far longer. */
const follow = () => app.deps.following.catchUp()

const count = (states: readonly string[], state: string) =>
  states.filter(one => one === state).length

const pageOf = (id: number) => {
  const { publicRoot, secrets } = app.deps
  return orderUrl({ publicRoot, key: secrets.order }, firstLink(id)).slice(publicRoot.length)
}

const nextDay = () => app.clock.advance(86_401)

describe('mails about free orders', () => {
  test('leave ten times a day to one address from one network, through any process, and then the page of the order says so', async () => {
    const orders = []
    for (let number = 0; number < 12; number += 1) {
      const through = number % 2 === 0 ? app : beside
      orders.push(
        await orderFrom({
          from: '198.51.100.1',
          email: number % 3 ? 'me@example.org' : 'ME@example.org',
          through,
        }),
      )
    }
    await Promise.all([deliver(app), deliver(beside)])
    const states = (await Promise.all(orders.map(statesOf))).flat()
    expect([count(states, 'captured'), count(states, 'withheld')]).toEqual([10, 2])
    const last = orders.at(-1) ?? 0
    const [mail] = await outbox(app, { order: last })
    expect(mail?.error).toContain('10 mails within a day')
    const visitor = buyer(app)
    await visitor.open(pageOf(last))
    expect(visitor.page().text).toContain('We did not mail you about this order')
    expect(visitor.page().text).not.toContain('/tickets-order/send')
    await visitor.open(`${pageOf(last)}&lang=de`)
    expect(visitor.page().text).toContain('haben wir Ihnen keine E-Mail geschickt')
    await visitor.open(pageOf(orders[0] ?? 0))
    expect(visitor.page().text).not.toContain('We did not mail you')
    const list = await app.call('GET', '/outbox', { as: 'administrator' })
    expect(list.text).toContain('withheld: The address got 10 mails within a day')
    const retried = await app.admin('POST', `/messages/${mail?.id}/retry`, { as: 'administrator' })
    expect([retried.status, retried.json.state]).toEqual([200, 'queued'])
    await deliver(app)
    expect(await statesOf(last)).toEqual(['captured'])
  })

  test('are counted for the mailbox, by whatever tag of it they are ordered', async () => {
    const orders = []
    for (let number = 0; number < 12; number += 1) {
      orders.push(await orderFrom({ from: '198.51.100.9', email: `tagged+${number}@example.org` }))
    }
    await follow()
    const states = (await Promise.all(orders.map(statesOf))).flat()
    expect([count(states, 'queued'), count(states, 'withheld')]).toEqual([10, 2])
  })

  test('to the same address from another network, and the next day, leave', async () => {
    const other = await orderFrom({ from: '198.51.100.2', email: 'me@example.org' })
    nextDay()
    const later = await orderFrom({ from: '198.51.100.1', email: 'me@example.org' })
    await deliver(app)
    expect([await statesOf(other), await statesOf(later)]).toEqual([['captured'], ['captured']])
  })

  test('that are given back count too', async () => {
    const from = '198.51.100.3'
    const orders = []
    for (let number = 0; number < 6; number += 1) {
      const id = await orderFrom({ from, email: 'again@example.org' })
      const visitor = buyer(app)
      await visitor.open(pageOf(id))
      await visitor.send('/tickets-order/give-back')
      orders.push(id)
    }
    await deliver(app)
    const states = (await Promise.all(orders.map(statesOf))).flat()
    expect(states.filter(state => state === 'withheld')).toHaveLength(2)
    expect(states).toHaveLength(12)
  })

  test('to many addresses from one network are 200 an hour, whoever they are, and other networks go on', async () => {
    const from = '198.51.100.40'
    const [first] = [await orderFrom({ from, email: 'first@example.org' })]
    // The same as 198 orders more: what the budget holds is read and changed by no other way.
    const { budgets } = app.deps
    const terms = { name: 'mails to buyers of free orders', limit: 200, windowSeconds: 3600 }
    await follow()
    const { network } = await app.db
      .selectFrom('messages')
      .select('network')
      .where('order_id', '=', first)
      .executeTakeFirstOrThrow()
    await budgets.settle([{ budget: budgets.budget(terms), key: network ?? '', cost: 198 }])
    const orders = []
    for (const name of ['a', 'b', 'c']) {
      orders.push(await orderFrom({ from, email: `${name}@example.org` }))
    }
    const other = await orderFrom({ from: '198.51.100.41', email: 'd@example.org' })
    await follow()
    const states = (await Promise.all(orders.map(statesOf))).flat()
    expect(states).toEqual(['queued', 'withheld', 'withheld'])
    expect(await statesOf(other)).toEqual(['queued'])
    const visitor = buyer(app)
    await visitor.open(pageOf(orders.at(-1) ?? 0))
    expect(visitor.page().text).toContain('we send only so many mails about free orders')
    app.clock.advance(3601)
    const later = await orderFrom({ from, email: 'e@example.org' })
    await follow()
    expect(await statesOf(later)).toEqual(['queued'])
  })

  test('of staff are not limited', async () => {
    const orders = []
    for (let number = 0; number < 12; number += 1) {
      orders.push(
        await orderFrom({ from: '198.51.100.4', email: 'staff@example.org', as: 'administrator' }),
      )
    }
    await deliver(app)
    expect((await Promise.all(orders.map(statesOf))).flat()).toEqual(orders.map(() => 'captured'))
  })
})

test('what the holders of tickets get is limited to 100 mails an hour of a network; the rest waits until the buyer sends it, within the same limit', async () => {
  const from = '198.51.100.20'
  const first = await orderFrom({ from, email: 'host@example.org', guests: guestsOf(70, 'a') })
  const second = await orderFrom({ from, email: 'host@example.org', guests: guestsOf(70, 'b') })
  await follow()
  expect(count(await statesOf(first), 'queued')).toBe(71)
  const states = (await outbox(app, { order: second })).map(({ state }) => state)
  expect([count(states, 'queued'), count(states, 'withheld')]).toEqual([31, 40])
  const visitor = buyer(app)
  await visitor.open(pageOf(second))
  expect(visitor.page().text).toContain('40 guests have not been mailed yet')
  const press = () => visitor.send('/tickets-order/send')
  for (let presses = 0; presses < 3; presses += 1) {
    await press()
    expect(visitor.page().status).toBe(429)
    expect(visitor.page().text).toContain('No more mails can be sent at the moment.')
  }
  await follow()
  expect(count(await statesOf(second), 'withheld')).toBe(40)
  app.clock.advance(3601)
  beside.clock.advance(3601)
  await press()
  expect(visitor.page().text).toContain('The mails are on their way.')
  expect(visitor.page().text).not.toContain('have not been mailed yet')
  await follow()
  expect(count(await statesOf(second), 'queued')).toBe(71)
  // Those 40 count, so 60 are left in this hour.
  const third = await orderFrom({ from, email: 'host@example.org', guests: guestsOf(70, 'c') })
  await follow()
  expect(count(await statesOf(third), 'withheld')).toBe(10)
})

test('one holder gets three mails a day about the orders of one network, whoever ordered, and pressing the button of each page sends no more', async () => {
  nextDay()
  const guests = [{ full_name: 'Bob', email: 'bob@example.net' }]
  const orders = []
  for (let number = 0; number < 5; number += 1) {
    const email = `host${number}@example.org`
    orders.push(await orderFrom({ from: '198.51.100.30', email, guests }))
  }
  const other = await orderFrom({ from: '198.51.100.31', email: 'host@example.com', guests })
  await follow()
  const toBob = async () =>
    (await outbox(app, { recipient: 'bob@example.net' })).map(({ state }) => state)
  const expected = ['queued', 'queued', 'queued', 'withheld', 'withheld', 'queued']
  expect(await toBob()).toEqual(expected)
  expect(await statesOf(other)).toEqual(['queued', 'queued'])
  for (const id of orders.slice(3)) {
    const visitor = buyer(app)
    await visitor.open(pageOf(id))
    await visitor.send('/tickets-order/send')
    expect(visitor.page().status).toBe(429)
  }
  await follow()
  expect(await toBob()).toEqual(expected)
  expect(
    (await outbox(app, { state: 'withheld', recipient: 'bob@example.net' }))[0]?.error,
  ).toContain('3 mails within a day')
})

test('a ticket that is passed on is mailed within the limits of holders', async () => {
  nextDay()
  const passed = ['x', 'y', 'x', 'y', 'x', 'y', 'x', 'y']
  const guests = passed.slice(1).map(() => ({ full_name: 'Ada', email: 'giver@example.org' }))
  const id = await orderFrom({ from: '198.51.100.40', email: 'giver@example.org', guests })
  await follow()
  const visitor = buyer(app)
  for (const to of passed) {
    await visitor.open(pageOf(id))
    const [, place = ''] = /name="name-(\d+)"/.exec(visitor.page().text) ?? []
    const fields = { [`name-${place}`]: 'Cleo', [`email-${place}`]: `${to}@example.net` }
    await visitor.post('/tickets-order/holder', {
      ...Object.fromEntries(new URL(pageOf(id), 'http://t').searchParams),
      attendee: place,
      ...fields,
    })
    app.clock.advance(3600)
    beside.clock.advance(3600)
  }
  await follow()
  const rows = await outbox(app, { order: id })
  const sentTo = (who: string) =>
    rows.filter(({ recipient, state }) => recipient === who && state !== 'withheld').length
  expect([sentTo('x@example.net'), sentTo('y@example.net')]).toEqual([3, 3])
  expect(count(await statesOf(id), 'withheld')).toBeGreaterThan(0)
})
