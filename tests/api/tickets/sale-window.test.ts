import { describe, expect, test } from 'vitest'
import { startApp, testStart } from '../../support/start-app.ts'
import { ticketDesk } from '../../support/ticket-desk.ts'

const app = await startApp()
const desk = ticketDesk(app)

describe('changing when a ticket is sold', () => {
  async function made(fields: Record<string, unknown> = {}) {
    return (await desk.add(await desk.event(), fields)).json
  }

  test('to a time of day without a date is refused and changes nothing', async () => {
    const post_id = await desk.event()
    for (const name of ['start', 'end']) {
      const problem = `${name}_time needs ${name}_date, because the ticket has no such date yet.`
      const params = { [`${name}_time`]: problem }
      const refusal = { status: 400, params, details: [], doc_url: expect.any(String) }
      const added = await desk.add(post_id, { [`${name}_time`]: '08:00' })
      expect([added.status, added.json.data]).toEqual([400, refusal])
      const ticket = await made({ [`${name}_date`]: '2026-11-01' })
      const wrong = await desk.change(ticket, { [`${name}_time`]: '8 am', [`${name}_date`]: '' })
      expect([wrong.status, wrong.json.data]).toEqual([400, refusal])
      expect((await desk.read(ticket.id)).json).toMatchObject({
        [name === 'start' ? 'available_from' : 'available_until']: '2026-11-01',
      })
      const both = { [`${name}_time`]: '8 am', [`${name}_date`]: '2026-11-02' }
      expect((await desk.change(ticket, both)).status).toBe(202)
      const blank = await desk.change(ticket, { [`${name}_time`]: '', [`${name}_date`]: '' })
      expect(blank.status).toBe(202)
    }
    expect(
      (await app.tickets('GET', '/tickets', { query: { include_post: post_id } })).json,
    ).toMatchObject({ total: 0 })
  })

  test('one part of the sale window leaves the others, and an empty date restores the default', async () => {
    const ticket = await made({
      start_date: '2026-11-01',
      start_time: '08:00',
      end_date: '2026-12-24',
    })
    const from = async (fields: object) => {
      const { json } = await desk.change(ticket, { ...fields })
      return [json.available_from, json.available_until]
    }
    expect(await from({ start_time: '9:30 am' })).toEqual(['2026-11-01 09:30:00', '2026-12-24'])
    expect(await from({ start_date: '2026-11-05' })).toEqual(['2026-11-05 09:30:00', '2026-12-24'])
    expect(await from({ end_time: '18:00:00' })).toEqual([
      '2026-11-05 09:30:00',
      '2026-12-24 18:00:00',
    ])
    expect(await from({ start_time: '' })).toEqual(['2026-11-05', '2026-12-24 18:00:00'])
    expect(await from({ start_date: '', end_date: '' })).toEqual(['', '2027-01-01 18:00:00'])
  })

  test.each([
    ['2026-11-01 08:15', '2026-11-01 08:15:00'],
    ['2026-11-01T23:30:00-05:00', '2026-11-02 04:30:00'],
    ['2026-11-02 01:00:05 Europe/Oslo', '2026-11-02 00:00:05'],
    ['3 Nov 2026 7pm', '2026-11-03 19:00:00'],
    ['20261103T190000', '2026-11-03 19:00:00'],
    ['tomorrow noon', '2026-11-22 12:00:00'],
    ['now', '2026-11-21 12:00:00'],
    ['+2 weeks', '2026-12-05 12:00:00'],
    ['1798761600', '2027-01-01 00:00:00'],
    ['2026-11-03+05:00', '2026-11-02 19:00:00'],
    ['tomorrow', '2026-11-22'],
    ['first monday of december 2026', '2026-12-07'],
  ])('to the date of sale %j is a sale from %s UTC', async (sent, from) => {
    app.clock.set(testStart)
    for (const beside of [{}, { start_time: '', end_time: '' }]) {
      const dates = { start_date: sent, end_date: sent, ...beside }
      const { json } = await desk.change(await made(), dates)
      expect([json.available_from, json.available_until]).toEqual([from, from])
    }
  })

  test('to a time of sale with an offset is converted to the zone of the event, day included', async () => {
    const ticket = await made({ start_date: '2026-11-01', end_date: '2026-11-02' })
    const changed = await desk.change(ticket, {
      start_date: '2026-11-03',
      start_time: '19:00+02:00',
      end_date: '2026-12-03',
      end_time: '20:30 America/New_York',
    })
    expect(changed.json).toMatchObject({
      available_from: '2026-11-03 17:00:00',
      available_until: '2026-12-04 01:30:00',
    })
    const alone = await desk.change(ticket, { start_time: '19:00+02:00' })
    const start_time = 'start_time with an offset needs start_date, sent with it.'
    expect([alone.status, alone.json.data.params]).toEqual([400, { start_time }])
    const wrong = await desk.change(ticket, {
      start_date: '2026-11-03',
      start_time: '7 Mars/Olympus',
    })
    expect(wrong.status).toBe(400)
  })

  test('to 24:00 is the next midnight, with a day that is sent or stored', async () => {
    const ticket = await made({
      start_date: '2026-11-30',
      start_time: '24:00',
      end_date: '2026-12-31',
      end_time: '24:00:00',
    })
    const midnights = ['2026-12-01 00:00:00', '2027-01-01 00:00:00']
    expect([ticket.available_from, ticket.available_until]).toEqual(midnights)
    await desk.change(ticket, { end_date: '2026-12-24', end_time: '18:00' })
    const { json } = await desk.change(ticket, { end_time: '24:00' })
    expect(json.available_until).toBe('2026-12-25 00:00:00')
    const last = await desk.change(ticket, { end_date: '9999-12-31', end_time: '24:00' })
    expect([last.status, last.json.available_until]).toEqual([202, '9999-12-31 23:59:59'])
    for (const end_time of ['24:01', '25:00', '24:00 +1 day']) {
      expect((await desk.change(ticket, { end_time })).status).toBe(400)
    }
  })

  test('to a day is a sale until that day ends, also when its last hour occurs twice', async () => {
    const body = { title: 'Autumn', start_date: '2027-12-01', end_date: '2027-12-01' }
    const event = { ...body, timezone: 'Africa/Cairo' }
    const { json } = await app.events('POST', '/events', { as: 'administrator', body: event })
    await desk.add(json.id, { end_date: '2027-10-28' })
    const shown = await app.events('GET', `/events/${json.id}`)
    expect(shown.json.json_ld.offers[0].validThrough).toBe('2027-10-28T23:59:59+02:00')
  })

  test('to one that ends before it begins is named, and promised to nobody', async () => {
    // Begins before the sale and ends after it.
    const post_id = await desk.event({ hours: 100 })
    const late = await desk.add(post_id, { start_date: '2027-01-02', start_time: '10:00' })
    const never = 'The sale ends before it begins, so this ticket is never sold.'
    expect([late.status, late.json.warnings]).toEqual([
      202,
      [`${never} Without end_date it ends when the event begins.`],
    ])
    const turned = await desk.change(late.json, { end_date: '2027-01-01' })
    expect(turned.json.warnings).toEqual([never])
    const shown = await app.events('GET', `/events/${post_id}`)
    expect(shown.json.json_ld.offers).toMatchObject([{ availability: 'OutOfStock' }])
    const mended = await desk.change(late.json, { end_date: '2027-01-03' })
    expect(mended.json.warnings).toBeUndefined()
  })

  test('to a time that the clocks skip is a sale from the time that is shown', async () => {
    const body = { title: 'Spring', start_date: '2027-06-01', end_date: '2027-06-01' }
    const event = { ...body, timezone: 'Europe/Oslo' }
    const { json } = await app.events('POST', '/events', { as: 'administrator', body: event })
    const skipped = { start_date: '2027-03-28', start_time: '02:30' }
    const { json: ticket } = await desk.add(json.id, skipped)
    expect(ticket.available_from).toBe('2027-03-28 03:30:00')
    const changed = await desk.change(ticket, { start_time: '02:15' })
    expect(changed.json.available_from).toBe('2027-03-28 03:15:00')
  })

  test('to a sale in the second of two equal local hours begins and ends there, also after other changes', async () => {
    const body = { title: 'Late', start_date: '2027-12-01', end_date: '2027-12-01' }
    const event = { ...body, timezone: 'Europe/Oslo' }
    const made = await app.events('POST', '/events', { as: 'administrator', body: event })
    const post_id = made.json.id
    const { json: ticket } = await desk.add(post_id, {
      start_date: '2027-10-31T02:30:00+01:00',
      end_date: '2027-10-31',
      end_time: '02:45+01:00',
    })
    const shown = async () => {
      const { json } = await app.events('GET', `/events/${post_id}`)
      const [{ validFrom, validThrough }] = json.json_ld.offers
      return [validFrom, validThrough]
    }
    const second = ['2027-10-31T02:30:00+01:00', '2027-10-31T02:45:00+01:00']
    const asShown = { start_date: ticket.available_from, end_date: ticket.available_until }
    expect(await shown()).toEqual(second)
    for (const fields of [
      { name: 'Other' },
      { start_time: '02:30' },
      { end_date: '2027-10-31' },
      asShown,
    ]) {
      expect((await desk.change(ticket, fields)).status).toBe(202)
      expect(await shown()).toEqual(second)
    }
    await desk.change(ticket, { start_date: '2027-10-31T02:30:00+02:00' })
    expect((await shown())[0]).toBe('2027-10-31T02:30:00+02:00')
  })
})
