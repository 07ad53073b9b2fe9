import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { photograph } from '../browser/open-browser.ts'
import { anAttendee } from '../support/attending.ts'
import { buy } from '../support/buying.ts'
import { staffClient } from '../support/client-in-process.ts'
import { pairPhone } from '../support/door-phone.ts'
import { fillConsole } from './fill-console.ts'
import { openConsole } from './open-console.ts'

const { app, complaints, visitSignedIn } = await openConsole()
const made = await fillConsole(app)
const staff = await staffClient(app)

const phone = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true }
const wide = { viewport: { width: 1280, height: 900 } }
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const saved = 'Saved. Phones at the door know it at their next contact.'

test('how often a ticket lets in, and what the door has to know of it, are set where the ticket is', async () => {
  await visitSignedIn(phone, async page => {
    await page.goto(`/admin/events/${made.event}/tickets/${made.ticket}`)
    await page.getByLabel('It lets in').selectOption('once each day of the event')
    await page.getByLabel('What the door has to know').fill('Give a wristband')
    await photograph(page, 'console-ticket-door-phone')
    await button(page, 'Save for the door').tap()
    await page.getByText(saved).waitFor()
    await page.reload()
    expect(await page.getByLabel('It lets in').inputValue()).toBe('daily')
    expect(await page.getByLabel('What the door has to know').inputValue()).toBe('Give a wristband')
  })
  expect(await staff.getTicketEntry({ id: made.ticket })).toEqual({
    entry: 'daily',
    door_note: 'Give a wristband',
  })
})

test('what was typed of a ticket is saved after the card for the door was: nobody else changed it', async () => {
  await visitSignedIn(phone, async page => {
    await page.goto(`/admin/events/${made.event}/tickets/${made.ticket}`)
    await page.getByLabel('Description').fill('With a view of the stage')
    await page.getByLabel('It lets in').selectOption('again after each exit')
    await button(page, 'Save for the door').tap()
    await page.getByText(saved).waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).tap()
    await page.getByText('Saved.', { exact: true }).waitFor()
  })
  expect((await staff.getTicket({ id: made.ticket })).description).toContain('With a view')
  expect(await staff.getTicketEntry({ id: made.ticket })).toMatchObject({ entry: 'reentry' })
})

test('what the door has to know of one guest is written where the guest is corrected, and the name stays', async () => {
  const { orderId } = await buy(app, made.freeTicket, { quantity: 1 })
  const [attendee] = (await staff.getOrder({ id: orderId })).attendees
  await visitSignedIn(phone, async page => {
    await page.goto(`/admin/orders/${orderId}`)
    await button(page, /^Correct /).tap()
    await page.getByLabel('What the door has to know').fill('Comes with a wheelchair: use lift B')
    await photograph(page, 'console-guest-door-phone')
    await button(page, /^Save$/).tap()
    await page.getByText('Corrected.').waitFor()
  })
  const id = attendee?.id ?? 0
  expect(await staff.getDoorNote({ id })).toEqual({
    door_note: 'Comes with a wheelchair: use lift B',
  })
  expect((await staff.getAttendee({ id })).title).toBe(attendee?.title)
})

test('gates are made, changed and deleted at the event, and who was let in twice is listed with both of them', async () => {
  const phoneAt = (name: string, gate: number) => pairPhone(app, guest.eventId, { name, gate })
  const guest = await anAttendee(app)
  await visitSignedIn(wide, async page => {
    await page.goto(`/admin/events/${guest.eventId}/door`)
    await page.getByText('Nobody. Two phones without a network').waitFor()
    for (const name of ['North', 'Sout', 'Stage door']) {
      await button(page, 'New gate').click()
      await page.getByLabel('Name', { exact: true }).fill(name)
      await button(page, 'Add the gate').click()
      await page.getByRole('cell', { name, exact: true }).waitFor()
    }
    await button(page, 'Change Sout').click()
    await page.getByLabel('Name', { exact: true }).fill('South')
    await page.getByLabel('Where it is').fill('left of the stairs')
    await page.getByRole('dialog').getByRole('checkbox').first().check()
    await button(page, /^Save$/).click()
    await page.getByText('left of the stairs').waitFor()
    await button(page, 'Delete Stage door').click()
    await button(page, 'Delete the gate').click()
    await page.getByText('Stage door is gone. What was scanned there stays.').waitFor()
  })
  const gates = await staff.listGates({ id: guest.eventId })
  expect(gates).toMatchObject([
    { name: 'North', tickets: [] },
    { name: 'South', place: 'left of the stairs', tickets: [expect.any(Number)] },
  ])
  const [north, south] = gates.map(({ id }) => id)
  const one = await phoneAt('Ada’s phone', north ?? 0)
  const two = await phoneAt('Bo’s phone', south ?? 0)
  const early = one.letIn(guest, { gate: north })
  app.clock.advance(60)
  expect(await two.results(two.letIn(guest, { gate: south }))).toEqual(['admitted'])
  expect(await one.results(early)).toEqual(['admitted'])
  for (const [window, name] of [
    [wide, 'wide'],
    [phone, 'phone'],
  ] as const) {
    await visitSignedIn(window, async page => {
      await page.goto(`/admin/events/${guest.eventId}/door`)
      await page.getByText('The ticket was used before').waitFor()
      await page.getByText(/South, Bo’s phone/).waitFor()
      await page.getByText(/North, Ada’s phone/).waitFor()
      await page.getByText('of 1 expected').waitFor()
      await photograph(page, `console-event-door-${name}`)
    })
  }
})

test('none of this broke the policy of the page, failed to load something or asked another origin', () => {
  // The ticket is sent once more after its card for the door was saved.
  expect(complaints.filter(({ what }) => !what.includes('status of 412'))).toEqual([])
})
