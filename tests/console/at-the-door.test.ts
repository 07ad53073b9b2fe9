import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { photograph } from '../browser/open-browser.ts'
import { buy } from '../support/buying.ts'
import { staffClient } from '../support/client-in-process.ts'
import { fillConsole } from './fill-console.ts'
import { openConsole } from './open-console.ts'

const { app, complaints, visitSignedIn } = await openConsole()
const made = await fillConsole(app)
const staff = await staffClient(app)

const phone = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true }
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

test('none of this broke the policy of the page, failed to load something or asked another origin', () => {
  expect(complaints).toEqual([])
})
