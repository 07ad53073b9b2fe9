import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { hindrances } from '../browser/open-browser.ts'
import { personWithPassword } from '../support/browser.ts'
import { buy } from '../support/buying.ts'
import { staffClient } from '../support/client-in-process.ts'
import { plantGrant } from '../support/granting.ts'
import { openConsole, signIn } from './open-console.ts'

const { app, complaints, visit, visitSignedIn } = await openConsole()
const staff = await staffClient(app)
const wide = { viewport: { width: 1280, height: 900 }, bypassCSP: true }
const phone = {
  viewport: { width: 390, height: 800 },
  bypassCSP: true,
  hasTouch: true,
  isMobile: true,
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const anEvent = (title: string, status = 'publish') =>
  staff.createEvent({
    title,
    start_date: '2027-09-01 20:00:00',
    end_date: '2027-09-01 22:00:00',
    status,
  })

/** An event for which somebody has two places. */
async function aSoldEvent(title: string) {
  const event = await anEvent(title)
  const ticket = await staff.createTicket({
    post_id: event.id,
    provider: 'tc',
    name: 'Seat',
    price: '20.00',
    ticket: { mode: 'own', capacity: 10 },
  })
  const { orderId } = await buy(app, ticket.id, { quantity: 2, way: 'cardprocessor' })
  return { ...event, orderId }
}

const statusOf = async (id: number) => {
  const { events } = await staff.listEvents({
    include: [id],
    status: ['trash', 'draft', 'publish'],
  })
  return events[0]?.status
}

test('a draft made by mistake is deleted, and brought back from the trash', async () => {
  const { id } = await anEvent('A slip of the pen', 'draft')
  await visitSignedIn(phone, async page => {
    await page.goto(`/admin/events/${id}`)
    await button(page, 'Delete').tap()
    await page.getByText('It is a draft: no visitor sees it.').waitFor()
    await page.getByText('Nobody has a ticket.').waitFor()
    expect(await hindrances(page)).toEqual([])
    await button(page, 'Delete the event').tap()
    await page.getByText('A slip of the pen is in the trash.').waitFor()
    await page.waitForURL(/\/admin\/events\?show=drafts$/)
    expect(await statusOf(id)).toBe('trash')
    await page.getByLabel('Show').selectOption('In the trash')
    await button(page, 'Restore A slip of the pen').tap()
    await page.getByText('A slip of the pen is a draft again.').waitFor()
    await page.getByRole('heading', { name: 'A slip of the pen' }).waitFor()
  })
  expect(await statusOf(id)).toBe('draft')
})

test('where tickets were sold, calling off is offered instead', async () => {
  const { id } = await aSoldEvent('An evening with guests')
  await visitSignedIn(wide, async page => {
    await page.goto(`/admin/events/${id}`)
    await button(page, 'Delete').click()
    await page.getByText('2 tickets are valid, and it is not over.').waitFor()
    expect(await button(page, 'Delete the event').isDisabled()).toBe(true)
    expect(await hindrances(page)).toEqual([])
    await page.getByRole('link', { name: 'Call it off instead' }).click()
    await page.getByRole('heading', { name: 'Call off or postpone' }).waitFor()
  })
  expect(await statusOf(id)).toBe('publish')
})

test('an event with guests is deleted all the same by who means it; their tickets stay', async () => {
  const { id, orderId } = await aSoldEvent('An evening that never was')
  await visitSignedIn(wide, async page => {
    await page.goto(`/admin/events/${id}`)
    await button(page, 'Delete').click()
    await page.getByLabel('Delete it all the same').check()
    await button(page, 'Delete the event').click()
    await page.getByText('An evening that never was is in the trash.').waitFor()
    await page.waitForURL(/\/admin\/events$/)
    await page.goto(`/admin/events/${id}/tickets`)
    await page.getByRole('heading', { name: 'This event is in the trash' }).waitFor()
    await page.getByRole('link', { name: 'Events in the trash' }).click()
    await button(page, 'Restore An evening that never was').waitFor()
  })
  expect(await statusOf(id)).toBe('trash')
  expect((await staff.getOrder({ id: orderId })).status).toBe('completed')
})

test('who sees no figures reads how many tickets are valid before anything is deleted', async () => {
  const { id } = await aSoldEvent('Figures for others')
  const { login } = await personWithPassword(app, 'editor')
  await visit(wide, async page => {
    await signIn(page, login)
    await page.goto(`/admin/events/${id}`)
    await button(page, 'Delete').click()
    await button(page, 'Delete the event').click()
    await page.getByText('2 tickets of 1 order are valid, and it is not over.').waitFor()
    await button(page, 'Keep it').click()
  })
  expect(await statusOf(id)).toBe('publish')
})

test('who may edit an event by a grant only has no button that deletes it', async () => {
  const event = await anEvent('Edited by grant')
  const { id, login } = await personWithPassword(app, 'subscriber')
  await plantGrant(app, id, { set: 'manager', eventId: event.id })
  await visit(wide, async page => {
    await signIn(page, login)
    await page.goto(`/admin/events/${event.id}`)
    await page.getByRole('heading', { name: 'Edited by grant' }).waitFor()
    await page.getByRole('link', { name: 'Edit event' }).waitFor()
    expect(await button(page, 'Delete').count()).toBe(0)
  })
})

test('none of this broke the policy of the page', () => {
  expect(
    complaints.filter(
      ({ what }) => !what.includes('status of 409') && !what.includes('status of 403'),
    ),
  ).toEqual([])
})
