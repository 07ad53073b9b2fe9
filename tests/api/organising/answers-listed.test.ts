import { beforeAll, describe, expect, test } from 'vitest'
import { personWith } from '../../support/granting.ts'
import { orderFor } from '../../support/order-for.ts'
import { bytesOf, cellsOfCsv, rowsIn } from '../../support/read-export.ts'
import { startApp } from '../../support/start-app.ts'
import { deliver } from '../../support/mailbox.ts'

const app = await startApp()
const staff = { as: 'administrator' } as const
const { authorization } = await app.person('administrator')
const root = '/svc/admin/v1'

const people = ['Ann', 'Bo', 'Cy'].map(name => ({
  full_name: name,
  email: `${name.toLowerCase()}@example.org`,
}))
let event = 0
let order = 0
let [diet, shirt, hotel, illness] = [0, 0, 0, 0]

const ask = async (body: object) => {
  const answer = await app.admin('POST', `/events/${event}/questions`, { ...staff, body })
  expect([answer.status, answer.json]).toMatchObject([201, {}])
  return answer.json.id as number
}
const put = async (path: string, answers: object[], as: object = staff) => {
  const { status } = await app.admin('PUT', `${path}/answers`, { ...as, body: { answers } })
  expect(status).toBe(200)
}
const list = (query: string, as: object = staff) => app.admin('GET', `/attendees?${query}`, as)
const names = async (query: string) => {
  const { status, json } = await list(`filter.event=${event}&sort=number&${query}`)
  expect([query, status, json]).toMatchObject([query, 200, {}])
  return json.rows.map(({ name }: { name: string }) => name)
}

beforeAll(async () => {
  const bought = await orderFor(app, people)
  event = bought.eventId
  order = bought.orderId
  const choices = [
    { id: 'vegan', text: { en: 'Vegan' } },
    { id: 'meat', text: { en: 'With meat' } },
  ]
  diet = await ask({ asked_of: 'attendee', kind: 'choice', text: { en: 'Diet, please' }, choices })
  shirt = await ask({ asked_of: 'attendee', kind: 'text', text: { en: 'Shirt' } })
  hotel = await ask({ asked_of: 'order', kind: 'yes_no', text: { en: 'Hotel?' } })
  illness = await ask({
    asked_of: 'attendee',
    kind: 'long_text',
    text: { en: 'Illness' },
    sensitive: true,
  })
  const [ann, bo] = bought.attendees.map(({ id }) => `/attendees/${id}`)
  await put(ann ?? '', [
    { question: diet, value: 'vegan' },
    { question: shirt, value: 'XL' },
    { question: illness, value: '=Asthma' },
  ])
  await put(bo ?? '', [
    { question: diet, value: 'meat' },
    { question: shirt, value: 'xl' },
  ])
  await put(`/orders/${order}`, [{ question: hotel, value: 'yes' }])
})

describe('the attendees of one event', () => {
  test('have a column for each question, the sensitive ones only where they are named', async () => {
    const { json } = await list(`filter.event=${event}&sort=number`)
    const own = { [`answer.${diet}`]: 'Vegan', [`answer.${shirt}`]: 'XL' }
    expect(json.rows[0]).toMatchObject({ name: 'Ann', ...own, [`answer.${hotel}`]: 'yes' })
    expect(json.rows[2]).toMatchObject({ name: 'Cy', [`answer.${diet}`]: null })
    expect(json.rows[0]).not.toHaveProperty([`answer.${illness}`])
    const named = await list(`filter.event=${event}&sort=number&columns=name,answer.${illness}`)
    expect(named.json.rows[0]).toEqual({ name: 'Ann', [`answer.${illness}`]: '=Asthma' })
  })

  test('are narrowed by what they answered, and by what their order did', async () => {
    expect(await names(`filter.answer.${diet}=vegan`)).toEqual(['Ann'])
    expect(await names(`filter.answer.${diet}=vegan,meat`)).toEqual(['Ann', 'Bo'])
    expect(await names(`filter.answer.${shirt}=xl`)).toEqual(['Ann', 'Bo'])
    expect(await names(`filter.answer.${hotel}=yes`)).toEqual(['Ann', 'Bo', 'Cy'])
    expect(await names(`filter.answer.${hotel}=no`)).toEqual([])
    expect(await names(`filter.answer.${hotel}=yes&filter.answer.${diet}=meat`)).toEqual(['Bo'])
  })

  test('refuse a question that is not there by naming those that are', async () => {
    const { status, json } = await list(`filter.event=${event}&filter.answer.999999=yes`)
    expect(status).toBe(400)
    const problem = json.data.params['filter.answer.999999']
    expect(problem).toContain(`filter.answer.${diet}, filter.answer.${shirt}`)
    const choice = await list(`filter.event=${event}&filter.answer.${diet}=fish`)
    expect(choice.json.data.params[`filter.answer.${diet}`]).toContain('vegan, meat')
    for (const query of [`filter.answer.${diet}=vegan`, `columns=answer.${diet}`]) {
      const wide = await list(query)
      expect([query, wide.status]).toEqual([query, 400])
      expect(JSON.stringify(wide.json.data.params)).toContain('filter.event')
    }
    const other = await app.admin('GET', `/orders?filter.answer.${diet}=vegan`, staff)
    expect(other.status).toBe(400)
    expect((await app.admin('GET', `/payments?filter.answer.${diet}=x`, staff)).status).toBe(400)
  })

  test('show sensitive answers to nobody without the right to write attendees', async () => {
    const reader = { as: await personWith(app, { set: 'reader', eventId: event }) }
    const usual = await list(`filter.event=${event}&sort=number`, reader)
    expect(usual.json.rows[0]).toMatchObject({ [`answer.${diet}`]: 'Vegan' })
    expect(JSON.stringify(usual.json)).not.toContain('Asthma')
    for (const query of [`columns=answer.${illness}`, `filter.answer.${illness}==Asthma`]) {
      const { status } = await list(`filter.event=${event}&${query}`, reader)
      expect([query, status]).toEqual([query, 403])
    }
  })

  test('whose event is not the caller’s have neither its questions nor their number', async () => {
    const other = await orderFor(app, people.slice(0, 1))
    const reader = { as: await personWith(app, { set: 'reader', eventId: other.eventId }) }
    const { status, json } = await list(`filter.event=${event}&filter.answer.${diet}=vegan`, reader)
    expect(status).toBe(400)
    expect(JSON.stringify(json)).not.toContain(`answer.${shirt}`)
  })
})

test('the orders of one event are narrowed by what was asked once', async () => {
  const find = (query: string) =>
    app.admin('GET', `/orders?filter.event=${event}&columns=number,answer.${hotel}&${query}`, staff)
  expect((await find(`filter.answer.${hotel}=yes`)).json.rows).toEqual([
    { number: order, [`answer.${hotel}`]: 'yes' },
  ])
  expect((await find(`filter.answer.${hotel}=no`)).json.rows).toEqual([])
  const { json } = await find(`filter.answer.${diet}=vegan`)
  expect(json.data.params[`filter.answer.${diet}`]).toContain(`filter.answer.${hotel}`)
})

test('each choice was answered as often as the list has rows', async () => {
  const { json } = await app.admin('GET', `/events/${event}/questions`, staff)
  for (const { id, asked_of: of, counts } of json.questions) {
    for (const [choice, count] of Object.entries(counts)) {
      const rows =
        of === 'order'
          ? `/orders?filter.event=${event}&filter.status=paid&filter.answer.${id}=${choice}&count=exact`
          : `/attendees?filter.event=${event}&filter.status=valid&filter.answer.${id}=${choice}&count=exact`
      expect([rows, (await app.admin('GET', rows, staff)).json.count]).toEqual([rows, count])
    }
  }
})

describe('files', () => {
  test.each(['csv', 'ndjson', 'xlsx'] as const)(
    'a %s of attendees has the answers',
    async format => {
      const query = `filter.event=${event}&sort=number&columns=name,answer.${diet},answer.${illness}`
      const { content } = await bytesOf(app, `${root}/attendees.${format}?${query}`, authorization)
      const named = (question: number, text: string) =>
        format === 'ndjson' ? `answer.${question}` : `${question} ${text}`
      const [ann, bo] = rowsIn(format, content)
      expect(ann).toEqual({
        name: 'Ann',
        [named(diet, 'Diet, please')]: 'Vegan',
        [named(illness, 'Illness')]: '=Asthma',
      })
      expect(bo).toMatchObject({ [named(diet, 'Diet, please')]: 'With meat' })
    },
  )

  test('that name no columns have those that are not sensitive', async () => {
    const address = `${root}/attendees.csv?filter.event=${event}`
    const { content } = await bytesOf(app, address, authorization)
    const [head = []] = cellsOfCsv(content.toString())
    expect(head.slice(-3)).toEqual([`${diet} Diet, please`, `${shirt} Shirt`, `${hotel} Hotel?`])
  })

  test.each(['csv', 'ndjson', 'xlsx'] as const)('a %s of answers has them', async format => {
    const address = `${root}/events/${event}/answers.${format}`
    const rows = rowsIn(format, (await bytesOf(app, address, authorization)).content)
    const named = format === 'ndjson' ? `answer.${diet}` : `${diet} Diet, please`
    expect(rows.map(row => row[named] ?? '')).toEqual(['Vegan', 'With meat', ''])
    expect(JSON.stringify(rows)).not.toContain('Asthma')
    const all = await bytesOf(app, `${address}?sensitive=true`, authorization)
    expect(JSON.stringify(rowsIn(format, all.content))).toContain('Asthma')
  })
})

test('a view is kept with an answer in it, and not with one that is not there', async () => {
  const keep = (query: string) =>
    app.admin('POST', '/views', { ...staff, body: { list: 'attendees', name: 'Vegans', query } })
  expect((await keep(`filter.event=${event}&filter.answer.${diet}=vegan`)).status).toBe(201)
  expect((await keep(`filter.event=${event}&filter.answer.999=vegan`)).status).toBe(400)
  const { json } = await app.admin('GET', '/views', staff)
  expect(json.views.map(({ name }: { name: string }) => name)).toEqual(['Vegans'])
})

test('orders and places of orders that lack answers are found, until nothing is lacking', async () => {
  await deliver(app)
  const size = await ask({
    asked_of: 'attendee',
    kind: 'text',
    text: { en: 'Size' },
    required: true,
  })
  const { orderId, attendees } = await orderFor(app, people.slice(0, 2), { eventId: event })
  await deliver(app)
  const { json: sheet } = await app.admin('GET', `/orders/${orderId}/answers`, staff)
  expect(sheet).toMatchObject({ answers_missing: true, missing: 2 })
  const lacking = async () => {
    const path = `filter.event=${event}&filter.answers_missing=true&columns=number,answers_missing`
    const orders = await app.admin('GET', `/orders?${path}`, staff)
    const places = await app.admin('GET', `/attendees?${path}&sort=number`, staff)
    return [orders.json.rows, places.json.rows]
  }
  const both = attendees.map(({ id }) => ({ number: id, answers_missing: 2 }))
  expect(await lacking()).toEqual([[{ number: orderId, answers_missing: 2 }], both])
  await put(`/attendees/${attendees[0]?.id}`, [{ question: size, value: 'M' }])
  expect((await lacking())[0]).toEqual([{ number: orderId, answers_missing: 1 }])
  const answers = await app.admin('GET', `/attendees/${attendees[0]?.id}/answers`, staff)
  expect(answers.json.answers.at(-1)).toMatchObject({ value: 'M', by: expect.any(String) })
  const whole = await app.admin(
    'GET',
    `/orders?filter.event=${event}&filter.answers_missing=false&columns=number`,
    staff,
  )
  expect(whole.json.rows).toEqual([{ number: order }])
  // Nobody lacks what is asked no more.
  const path = `/events/${event}/questions/${size}`
  await app.admin('PATCH', path, { ...staff, body: { required: false } })
  expect(await lacking()).toEqual([[], []])
})
