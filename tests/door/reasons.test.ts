// Every reason for which a phone turns somebody to the desk, without a network; and the screens of each, photographed.
import { expect, test } from 'vitest'
import { hindrances } from '../browser/open-browser.ts'
import { attendees } from '../support/attending.ts'
import { aBuyer, buy, refund } from '../support/buying.ts'
import { eventOnSale, ticketOnSale } from '../support/on-sale.ts'
import {
  codeOf,
  goOffline,
  openDoors,
  openPhone,
  pairAndOpen,
  photographDoor,
  type,
  word,
} from './open-door.ts'

const { app, base } = await openDoors({
  QR_CONTENT: 'signed',
  CHECK_IN_ONLY_DURING_EVENT: 'on',
  CHECK_IN_BUFFER_MINUTES: '30',
})
const as = 'administrator' as const
const hour = 3_600_000
const saleEndsAt = '2041-01-01T00:00:00Z'

/** An event that began an hour ago, or in so many hours. */
async function eventIn(hours: number, { happening }: { happening?: 'cancelled' } = {}) {
  const id = await eventOnSale(app)
  const [starts, ends] = [hours, hours + 4].map(
    at => new Date(Date.now() + at * hour).toISOString().slice(0, 19) + 'Z',
  ) as [string, string]
  const local = (time: string) => time.replace('T', ' ').replace('Z', '')
  await app.db
    .updateTable('events')
    .set({
      starts_at: starts,
      ends_at: ends,
      start_local: local(starts),
      end_local: local(ends),
      ...(happening && { happening }),
    })
    .where('id', '=', id)
    .execute()
  return id
}

test('a ticket that was given back, is not paid, is for another gate, is too early, or of an event that was called off, is turned to the desk with that reason', async () => {
  const eventId = await eventIn(-1)
  const ticket = await ticketOnSale(app, { eventId, saleEndsAt })
  const other = await ticketOnSale(app, { eventId, name: 'Balcony' })
  const gate = (name: string, tickets: number[]) =>
    app.admin('POST', `/events/${eventId}/gates`, { as, body: { name, tickets } })
  const { json: here } = await gate('Gate A', [ticket.id])
  await gate('Gate B', [other.id])
  const of = { eventId, ticketId: ticket.id }
  const returned = await aBuyer(app, of)
  await refund(app, returned.orderId, { whole: true })
  const [unpaid] = await attendees(app, 1, { ...of, orderStatus: 'pending' })
  const [upstairs] = await attendees(app, 1, { eventId, ticketId: other.id })
  const [valid] = await attendees(app, 1, of)
  const phone = await openPhone(base)
  await pairAndOpen(phone, app, eventId, { gate: here.id })
  await goOffline(phone)
  const { page } = phone
  for (const [guest, reason] of [
    [returned, 'it was given back, or is not paid'],
    [unpaid!, 'Unpaid: to the desk'],
    [upstairs!, 'This ticket is for another gate'],
    [upstairs!, 'Send them to: Gate B'],
  ] as const) {
    await type(page, await codeOf(app, guest))
    await word(page, guest === unpaid ? 'Unpaid: to the desk.' : 'Not this one')
    await page.getByText(reason).waitFor()
    await page.getByRole('button', { name: 'Scan another' }).click()
  }
  await type(page, await codeOf(app, valid!))
  await word(page, 'Come in')
  await phone.context.close()
  for (const [event, reason] of [
    [await eventIn(72), 'too early or too late'],
    [await eventIn(-1, { happening: 'cancelled' }), 'The event was called off'],
  ] as const) {
    const { id: ticketId } = await ticketOnSale(app, { eventId: event, saleEndsAt })
    const [guest] = await attendees(app, 1, { eventId: event, ticketId })
    const other = await openPhone(base)
    await pairAndOpen(other, app, event)
    await goOffline(other)
    await type(other.page, await codeOf(app, guest!))
    await other.page.getByText(reason).waitFor()
    await other.context.close()
  }
})

test.each([
  ['phone in the dark', { colorScheme: 'dark', viewport: { width: 390, height: 800 } }],
  ['phone in the sun', { colorScheme: 'light', viewport: { width: 390, height: 800 } }],
  ['phone on its side', { colorScheme: 'dark', viewport: { width: 800, height: 390 } }],
  ['small phone', { colorScheme: 'light', viewport: { width: 320, height: 568 } }],
] as const)(
  'every state of the door hinders nobody, is read out once, has a sign of its own and large buttons: %s',
  async (name, look) => {
    const eventId = await eventIn(-1)
    const { id: ticketId } = await ticketOnSale(app, { eventId, saleEndsAt })
    const noted = await ticketOnSale(app, { eventId, name: 'Standing' })
    const guest = (await buy(app, ticketId, { quantity: 3 })).attendees[0]!
    const [reader] = await attendees(app, 1, { eventId, ticketId: noted.id })
    await app.tickets('PATCH', `/tickets/${noted.id}/entry`, {
      as,
      body: { door_note: 'Wristband: red. Ask for the age.' },
    })
    const phone = await openPhone(base, { look })
    const { page } = phone
    await pairAndOpen(phone, app, eventId, { profile: 'search' })
    const signs = new Set<string>()
    const states: string[] = []
    const look1 = async (state: string) => {
      await photographDoor(page, `${name} ${state}`.replaceAll(' ', '-'))
      const hinders = (await hindrances(page)).filter(one => !one.startsWith('region'))
      expect([state, hinders]).toEqual([state, []])
      const small = await page.$$eval('button, input, select', all =>
        all
          .filter(one => one.getBoundingClientRect().height < 56)
          .map(({ textContent }) => textContent),
      )
      expect([state, small]).toEqual([state, []])
      // Nothing is cut off sideways.
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect([state, over]).toEqual([state, 0])
    }
    const verdict = async (state: string, heading: string) => {
      await word(page, heading)
      await look1(state)
      expect(await page.getByRole('alert').count()).toBe(1)
      signs.add((await page.locator('svg.mark path').getAttribute('d')) ?? '')
      states.push(state)
    }
    await look1('waiting')
    await goOffline(phone)
    const code = await codeOf(app, guest)
    await type(page, code)
    await verdict('green', 'Come in')
    await page.getByRole('button', { name: 'Scan another' }).click()
    await type(page, code)
    await verdict('yellow', 'Already used')
    await type(page, 'https://example.org/nothing')
    await verdict('red', 'Not this one')
    const newer = new URL(await codeOf(app, await aBuyer(app, { eventId, ticketId })))
    newer.searchParams.delete('code')
    await type(page, newer.href)
    await verdict('desk', 'Ask the desk')
    expect(signs.size).toBe(states.length)
    await type(page, await codeOf(app, reader!))
    await page.getByText('Wristband: red').waitFor()
    await look1('note')
    await page.getByRole('button', { name: 'Done' }).click()
    for (const [button, heading, state] of [
      ['Type', 'textbox', 'typing'],
      ['Last', 'list', 'last'],
      ['More', 'button', 'more'],
    ] as const) {
      await page.getByRole('button', { name: button }).click()
      await page.getByRole(heading).first().waitFor()
      await look1(state)
      await page.getByRole('button', { name: 'Back' }).click()
    }
    await phone.context.setOffline(false)
    await page.getByText('0 to send').waitFor()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: 'Find by name' }).click()
    await page.getByRole('textbox').fill('ann')
    await page.getByRole('button', { name: 'Find', exact: true }).click()
    await page.getByRole('button', { name: 'Check' }).first().waitFor()
    await look1('search')
    await phone.context.close()
  },
)
