// Database: in the short run a server alone, where there is one.
import { describe, expect, test } from 'vitest'
import { buyer } from '../../support/buyer.ts'
import { order } from '../../support/buying.ts'
import { deliver, newest, outbox } from '../../support/mailbox.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const staff = { as: 'administrator' } as const
const ada = { name: 'Ada Lovelace', email: 'ada@example.org' }

const ask = async (eventId: number, body: object) =>
  (await app.admin('POST', `/events/${eventId}/questions`, { ...staff, body })).json.id as number

/** A free ticket whose event asks each guest two things, the second only of members. */
async function asking() {
  const { id, eventId } = await ticketOnSale(app)
  const guest = { asked_of: 'attendee', required: true }
  const member = await ask(eventId, { ...guest, kind: 'yes_no', text: { en: 'A member?' } })
  const number = await ask(eventId, {
    ...guest,
    kind: 'text',
    text: { en: 'Your number', de: 'Ihre Nummer' },
    show_if: { question: member, is: ['yes'] },
  })
  const field = (question: number, index: number) => `answers[q${question}-t${id}-${index}]`
  return { id, eventId, member, number, field }
}

const answersOf = async (orderId: number) =>
  (await app.admin('GET', `/orders/${orderId}/answers`, staff)).json

const idIn = (address: string) => Number(/tc-order-id=(\d+)/.exec(address)?.[1])

const filled = async (ticket: number, quantity: number, answers?: object[]) =>
  (
    await app.tickets('POST', '/cart', {
      body: {
        provider: 'tc',
        tickets: [{ ticket_id: ticket, quantity }],
        ...(answers && { answers }),
      },
    })
  ).json

describe('the checkout without a script', () => {
  test('orders only when every guest answered what is wanted and shown', async () => {
    const { id, eventId, member, number, field } = await asking()
    const visitor = buyer(app)
    await visitor.open(`/?p=${eventId}`)
    await visitor.send('/cart', { [`tickets[t${id}]`]: '2' })
    expect(visitor.page().text).toContain('Only if “A member?” is answered: Yes.')
    const first = { [field(member, 0)]: 'yes', [field(member, 1)]: 'no' }
    await visitor.send('/checkout', { ...ada, ...first }, 'order')
    expect(visitor.page().status).toBe(422)
    expect(visitor.page().text).toContain('Your number: Please answer this.')
    const whole = { ...first, [field(number, 0)]: 'M-17', [field(number, 1)]: 'nobody asked' }
    await visitor.send('/checkout', { ...ada, ...whole }, 'order')
    expect(visitor.at()).toMatch(/^\/tickets-order\//)
    const { attendees, missing, answers_missing: marked } = await answersOf(idIn(visitor.at()))
    expect([missing, marked]).toEqual([0, false])
    expect(attendees).toMatchObject([
      { answers: [{ value: 'yes' }, { value: 'M-17' }] },
      { answers: [{ value: 'no' }] },
    ])
    expect(attendees[1].answers).toHaveLength(1)
    await deliver(app)
    expect(await outbox(app, { kind: 'order.asked' })).toEqual([])
  })

  test('keeps answers with the basket, and a checkbox that is unticked is taken back', async () => {
    const { id, eventId } = await ticketOnSale(app)
    const news = await ask(eventId, { asked_of: 'order', kind: 'consent', text: { en: 'News' } })
    const visitor = buyer(app)
    await visitor.open(`/?p=${eventId}`)
    await visitor.send('/cart', { [`tickets[t${id}]`]: '1' })
    await visitor.send('/checkout', { ...ada, [`answers[q${news}]`]: 'yes' }, 'save')
    expect(visitor.page().text).toMatch(/value="yes"[^>]*checked/)
    await visitor.send('/checkout', { ...ada, [`answers[q${news}]`]: '' }, 'save')
    expect(visitor.page().text).not.toMatch(/value="yes"[^>]*checked/)
  })
})

describe('a cart of another client', () => {
  test('that answers is ordered only with all that is wanted', async () => {
    const { id, member, number } = await asking()
    const one = (question: number, value: string) => ({ question, ticket_id: id, value })
    const { cart_hash } = await filled(id, 1, [one(member, 'yes')])
    const refused = await order(app, 'free', cart_hash)
    expect([refused.status, refused.json.code]).toEqual([409, 'answers-missing'])
    expect(refused.json.data.missing).toEqual([{ question: number, ticket_id: id, place: 0 }])
    await app.tickets('POST', '/cart', {
      body: { provider: 'tc', cart_hash, answers: [one(number, 'M-18')] },
    })
    const { status, json } = await order(app, 'free', cart_hash)
    expect(status).toBe(200)
    const { attendees } = await answersOf(json.id)
    expect(attendees).toMatchObject([{ answers: [{ value: 'yes' }, { value: 'M-18' }] }])
  })

  test('is told which answers do not fit, by their place in the list', async () => {
    const { id, member } = await asking()
    const bad = await filled(id, 1, [
      { question: member, ticket_id: id, value: 'perhaps' },
      { question: 999_999, value: 'x' },
      { question: member, value: 'yes' },
    ])
    expect(Object.keys(bad.data.params).sort()).toEqual([
      'answers[0].value',
      'answers[1].question',
      'answers[2].ticket_id',
    ])
  })

  test('that does not is taken and marked, and its buyer is asked once by mail, with a page to answer on', async () => {
    const { id, member, number, field } = await asking()
    const { cart_hash } = await filled(id, 1)
    const { status, json } = await order(app, 'free', cart_hash)
    expect(status).toBe(200)
    await deliver(app)
    expect(await answersOf(json.id)).toMatchObject({ answers_missing: true, missing: 1 })
    const { mail } = await newest(app, 'order.asked')
    expect(mail.subject).toBe(`Order ${json.id}: An evening has questions for you`)
    const [, link = ''] = /http:\/\/tickets\.test(\/tickets-order\/\S+)/.exec(mail.text ?? '') ?? []
    const visitor = buyer(app)
    await visitor.open(link)
    expect(visitor.page().text).toContain('One answer is still missing.')
    await visitor.send('/tickets-order/answers', { [field(member, 0)]: 'yes' })
    expect(visitor.page().status).toBe(422)
    const both = { [field(member, 0)]: 'yes', [field(number, 0)]: 'M-19' }
    await visitor.send('/tickets-order/answers', both)
    expect(visitor.page().text).toContain('Your answers are saved.')
    expect(await answersOf(json.id)).toMatchObject({ answers_missing: false, missing: 0 })
    await deliver(app)
    expect(await outbox(app, { kind: 'order.asked' })).toHaveLength(1)
    const tooLong = { ...both, [field(number, 0)]: 'M'.repeat(201) }
    await visitor.send('/tickets-order/answers', tooLong)
    expect(visitor.page().status).toBe(422)
    const kept = (await answersOf(json.id)).attendees[0].answers
    expect(kept.map((one: { value: unknown }) => one.value)).toEqual(['yes', 'M-19'])
  })
})

describe('answers that other systems lose', () => {
  test('are kept, shown and exported where they are required, and stay when the question is optional and required again (Hi.Events 785, 421)', async () => {
    const { id, eventId } = await ticketOnSale(app)
    const wanted = { kind: 'text', required: true }
    const firm = await ask(eventId, { ...wanted, asked_of: 'order', text: { en: 'Firm' } })
    const badge = await ask(eventId, { ...wanted, asked_of: 'attendee', text: { en: 'Badge' } })
    const visitor = buyer(app)
    const given = {
      [`answers[q${firm}]`]: 'Analytical Ltd',
      [`answers[q${badge}-t${id}-0]`]: 'A. L.',
    }
    await visitor.open(`/?p=${eventId}`)
    await visitor.send('/cart', { [`tickets[t${id}]`]: '1' })
    await visitor.send('/checkout', { ...ada, ...given }, 'order')
    const orderId = idIn(visitor.at())
    for (const required of [true, false, true]) {
      for (const question of [firm, badge]) {
        const change = { ...staff, body: { required } }
        const path = `/events/${eventId}/questions/${question}`
        expect((await app.admin('PATCH', path, change)).status).toBe(200)
      }
      expect(await answersOf(orderId)).toMatchObject({
        answers_missing: false,
        missing: 0,
        answers: [{ question: firm, value: 'Analytical Ltd' }],
        attendees: [{ answers: [{ question: badge, value: 'A. L.' }] }],
      })
      for (const format of ['csv', 'ndjson', 'xlsx']) {
        const file = await app.admin('GET', `/events/${eventId}/answers.${format}`, staff)
        expect([format, file.status]).toEqual([format, 200])
        if (format !== 'xlsx') expect(file.text).toMatch(/Analytical Ltd.*A\. L\./)
      }
    }
    await visitor.open(visitor.at())
    expect(visitor.page().text).toContain('Analytical Ltd')
  })

  test('follow a box that is ticked, one that is not, and an answer no; what is not shown blocks nobody and is not kept (Eventyay 4167)', async () => {
    const { id, eventId } = await ticketOnSale(app)
    const guest = { asked_of: 'attendee' }
    const follow = (question: number, is: string) => ({
      ...guest,
      kind: 'text',
      required: true,
      show_if: { question, is: [is] },
    })
    const child = await ask(eventId, { ...guest, kind: 'consent', text: { en: 'With a child' } })
    const age = await ask(eventId, { ...follow(child, 'yes'), text: { en: 'Its age' } })
    const dines = await ask(eventId, { ...guest, kind: 'yes_no', text: { en: 'Dinner?' } })
    const until = await ask(eventId, { ...follow(dines, 'no'), text: { en: 'Leaving when' } })
    const field = (question: number) => `answers[q${question}-t${id}-0]`
    const visitor = buyer(app)
    await visitor.open(`/?p=${eventId}`)
    await visitor.send('/cart', { [`tickets[t${id}]`]: '1' })
    const send = (answers: Record<string, string>) =>
      visitor.send('/checkout', { ...ada, ...answers }, 'order')

    await send({ [field(child)]: 'yes', [field(dines)]: 'no' })
    expect(visitor.page().status).toBe(422)
    expect(visitor.page().text).toContain('Its age: Please answer this.')
    expect(visitor.page().text).toContain('Leaving when: Please answer this.')
    await send({ [field(child)]: 'yes', [field(age)]: '7', [field(dines)]: 'no' })
    expect(visitor.page().text).not.toContain('Its age: Please answer this.')
    expect(visitor.page().text).toContain('Leaving when: Please answer this.')
    // The box is unticked: its question is gone, although something was typed there.
    await send({
      [field(child)]: '',
      [field(age)]: '7',
      [field(dines)]: 'no',
      [field(until)]: 'At nine',
    })
    expect(visitor.at()).toMatch(/^\/tickets-order\//)
    const { attendees } = await answersOf(idIn(visitor.at()))
    expect(attendees[0].answers).toMatchObject([
      { question: child, value: null },
      { question: dines, value: 'no' },
      { question: until, value: 'At nine' },
    ])
  })

  test('are asked where a box among several was ticked, kept, counted and exported', async () => {
    const { id, eventId } = await ticketOnSale(app)
    const diet = await ask(eventId, {
      asked_of: 'attendee',
      kind: 'several',
      text: { en: 'Diet' },
      choices: [
        { id: 'vegan', text: { en: 'Vegan' } },
        { id: 'other', text: { en: 'Other' } },
      ],
    })
    const which = await ask(eventId, {
      asked_of: 'attendee',
      kind: 'text',
      text: { en: 'Which?' },
      required: true,
      show_if: { question: diet, is: ['other'] },
    })
    const field = (question: number) => `answers[q${question}-t${id}-0]`
    const visitor = buyer(app)
    await visitor.open(`/?p=${eventId}`)
    await visitor.send('/cart', { [`tickets[t${id}]`]: '1' })
    await visitor.send('/checkout', { ...ada, [field(diet)]: 'other' }, 'order')
    expect(visitor.page().status).toBe(422)
    const whole = { [field(diet)]: 'other', [field(which)]: 'No nuts' }
    await visitor.send('/checkout', { ...ada, ...whole }, 'order')
    expect(visitor.at()).toMatch(/^\/tickets-order\//)
    const { text } = await app.admin('GET', `/events/${eventId}/answers.csv`, staff)
    expect(text).toContain(`,${diet} Diet,${which} Which?\r\n`)
    expect(text).toMatch(/,Other,No nuts\r\n$/)
    const { json } = await app.admin('GET', `/events/${eventId}/questions`, staff)
    expect(json.questions[0]).toMatchObject({ answered: 1, counts: { other: 1 } })
  })
})
