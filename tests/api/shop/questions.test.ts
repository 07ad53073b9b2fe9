import { describe, expect, test } from 'vitest'
import { personWith } from '../../support/granting.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startPaidApp } from '../../support/paid-app.ts'
import { aPaidOrder } from '../../support/paid-order.ts'

const paid = await startPaidApp()
const { app } = paid
const staff = { as: 'administrator' } as const

const text = (en: string) => ({ en })
const ask = (event: number, body: object) =>
  app.admin('POST', `/events/${event}/questions`, { ...staff, body })
const asked = async (event: number, body: object) => {
  const { status, json } = await ask(event, body)
  expect([status, json]).toMatchObject([201, {}])
  return json.id as number
}
const answer = (path: string, answers: object[], as: object = staff) =>
  app.admin('PUT', `${path}/answers`, { ...as, body: { answers } })
const answersOf = async (path: string, as: object = staff) =>
  (await app.admin('GET', `${path}/answers`, as)).json

/** A paid order of two places, whose event asks each guest two things and the buyer one. */
async function anAskedOrder() {
  const order = await aPaidOrder(paid, { quantity: 2 })
  const { eventId } = order
  const member = await asked(eventId, {
    asked_of: 'attendee',
    kind: 'yes_no',
    text: text('Are you a member?'),
    required: true,
  })
  const number = await asked(eventId, {
    asked_of: 'attendee',
    kind: 'text',
    text: text('Your number'),
    required: true,
    show_if: { question: member, is: ['yes'] },
  })
  const diet = await asked(eventId, {
    asked_of: 'order',
    kind: 'several',
    text: text('Diet'),
    sensitive: true,
    choices: [
      { id: 'vegan', text: text('Vegan') },
      { id: 'nuts', text: text('No nuts') },
    ],
  })
  return { ...order, member, number, diet }
}

describe('a question', () => {
  test('is shown only where the one that it depends on was answered so', async () => {
    const { member, number, attendees } = await anAskedOrder()
    const path = `/attendees/${attendees[0]}`
    expect((await answersOf(path)).answers).toMatchObject([{ question: member, value: null }])
    const early = await answer(path, [{ question: number, value: 'M-17' }])
    expect(early.status).toBe(400)
    expect(early.json.data.params).toHaveProperty(['answers[0].question'])
    const { json } = await answer(path, [
      { question: member, value: 'yes' },
      { question: number, value: 'M-17' },
    ])
    expect(json).toMatchObject({ missing: 0, answers: [{ value: 'yes' }, { value: 'M-17' }] })
    const { json: no } = await answer(path, [{ question: member, value: 'no' }])
    expect(no.answers).toMatchObject([{ question: member, value: 'no' }])
  })

  test('counts its answers, and each choice by itself', async () => {
    const { eventId, id, diet } = await anAskedOrder()
    await answer(`/orders/${id}`, [{ question: diet, value: ['nuts', 'vegan'] }])
    const { json } = await app.admin('GET', `/events/${eventId}/questions`, staff)
    expect(json.questions.at(-1)).toMatchObject({ answered: 1, counts: { vegan: 1, nuts: 1 } })
  })

  test('that was answered keeps its kind and choices, and is closed instead of deleted', async () => {
    const { eventId, id, diet } = await anAskedOrder()
    await answer(`/orders/${id}`, [{ question: diet, value: ['vegan'] }])
    const path = `/events/${eventId}/questions/${diet}`
    const change = (body: object) => app.admin('PATCH', path, { ...staff, body })
    const bad = await change({ kind: 'choice', sensitive: false })
    expect(Object.keys(bad.json.data.params).sort()).toEqual(['kind', 'sensitive'])
    const fewer = await change({ choices: [{ id: 'nuts', text: text('No nuts') }] })
    expect(fewer.json.data.params.choices).toMatch(/must still have vegan/)
    expect((await app.admin('DELETE', path, staff)).json.code).toBe('question-answered')
    expect((await change({ closed: true, text: text('Food') })).json).toMatchObject({ version: 2 })
    const { answers } = await answersOf(`/orders/${id}`)
    expect(answers).toMatchObject([{ question: diet, text: 'Diet', said: 'Vegan', version: 1 }])
  })

  test('that must be answered keeps a choice that is open', async () => {
    const { eventId } = await anAskedOrder()
    const choices = [{ id: 'm', text: text('M') }]
    const size = { asked_of: 'attendee', kind: 'choice', text: text('Size'), required: true }
    const id = await asked(eventId, { ...size, choices })
    const change = (body: object) =>
      app.admin('PATCH', `/events/${eventId}/questions/${id}`, { ...staff, body })
    const closed = [{ id: 'm', text: text('M'), closed: true }]
    const { status, json } = await change({ choices: closed })
    expect([status, json.data.params.choices]).toMatchObject([400, expect.stringMatching(/open/)])
    expect((await change({ choices: closed, required: false })).status).toBe(200)
    expect((await change({ required: true })).status).toBe(400)
    expect((await change({ required: true, closed: true })).status).toBe(200)
  })

  test('that is asked no more keeps its answers when others are written', async () => {
    const { eventId, member, number, ticketId, attendees } = await anAskedOrder()
    const path = `/attendees/${attendees[0]}`
    const change = (question: number, body: object) =>
      app.admin('PATCH', `/events/${eventId}/questions/${question}`, { ...staff, body })
    const song = await asked(eventId, { asked_of: 'attendee', kind: 'text', text: text('Song') })
    const dog = await asked(eventId, { asked_of: 'attendee', kind: 'text', text: text('Dog') })
    await answer(path, [
      { question: member, value: 'yes' },
      { question: number, value: 'M-17' },
      { question: dog, value: 'Rex' },
    ])
    const other = await ticketOnSale(app, { eventId })
    expect((await change(member, { closed: true })).status).toBe(200)
    expect((await change(dog, { tickets: [other.id] })).status).toBe(200)
    await answer(path, [{ question: song, value: 'Ombra mai fu' }])
    const exported = async () =>
      (await app.admin('GET', `/events/${eventId}/answers.csv`, staff)).text.split('\r\n')[1]
    expect(await exported()).toMatch(/,yes,M-17,Ombra mai fu,Rex$/)
    expect((await change(dog, { tickets: [ticketId] })).status).toBe(200)
    await answer(path, [
      { question: dog, value: null },
      { question: number, value: null },
    ])
    expect(await exported()).toMatch(/,yes,,Ombra mai fu,$/)
  })

  test('loses its condition by an empty list', async () => {
    const { eventId, number } = await anAskedOrder()
    const path = `/events/${eventId}/questions/${number}`
    const change = (body: object) => app.admin('PATCH', path, { ...staff, body })
    expect((await change({ required: false })).json.show_if).toMatchObject({ is: ['yes'] })
    expect((await change({ show_if: { is: [] } })).json.show_if).toBeNull()
  })

  test('on which another depends is neither deleted nor given a condition', async () => {
    const { eventId, member, number } = await anAskedOrder()
    const path = `/events/${eventId}/questions`
    expect((await app.admin('DELETE', `${path}/${member}`, staff)).json.code).toBe(
      'question-needed',
    )
    const nested = await ask(eventId, {
      asked_of: 'attendee',
      kind: 'text',
      text: text('And since when?'),
      show_if: { question: number, is: ['yes'] },
    })
    expect(nested.json.data.params.show_if).toMatch(/no condition itself/)
  })

  test('is put into another order only with all the others', async () => {
    const { eventId, member, number, diet } = await anAskedOrder()
    const order = (ids: number[]) =>
      app.admin('PUT', `/events/${eventId}/questions`, { ...staff, body: { order: ids } })
    expect((await order([diet, member])).status).toBe(400)
    const { json } = await order([diet, number, member])
    expect(json.questions.map((one: { id: number }) => one.id)).toEqual([diet, number, member])
  })

  test('is public while its event is, without what is closed', async () => {
    const { eventId, member } = await anAskedOrder()
    const path = `/events/${eventId}/questions`
    await app.admin('PATCH', `${path}/${member}`, { ...staff, body: { closed: true } })
    const { json } = await app.tickets('GET', path)
    expect(json.questions.map((one: { kind: string }) => one.kind)).toEqual(['text', 'several'])
    expect(json.questions[0]).not.toHaveProperty('version')
  })
})

describe('a sensitive answer', () => {
  test('is told only to who may write attendees of the event', async () => {
    const { eventId, id, diet } = await anAskedOrder()
    await answer(`/orders/${id}`, [{ question: diet, value: ['vegan'] }])
    const reader = { as: await personWith(app, { set: 'reader', eventId }) }
    const { answers } = await answersOf(`/orders/${id}`, reader)
    expect(answers).toMatchObject([{ question: diet, sensitive: true }])
    expect(answers[0]).not.toHaveProperty('value')
    expect(answers[0]).not.toHaveProperty('said')
  })
})
