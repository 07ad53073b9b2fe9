import { readFile } from 'node:fs/promises'
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

const wide = { viewport: { width: 1280, height: 900 } }
const phone = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true }

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
const dialog = (page: Page) => page.getByRole('dialog')

test('an event is made on a phone with a venue in place and a picture, and previewed before it is published', async () => {
  const { picture } = await import('../support/picture-server.ts')
  const buffer = await picture(1300, 700)
  await visitSignedIn(phone, async page => {
    await page.goto('/admin/events/new')
    await page.getByLabel('Name').fill('Night of Organs')
    await page.getByLabel('Day', { exact: true }).fill('2027-09-11')
    await page.getByLabel('Ends at').fill('23:15')
    await page.getByLabel('Time zone').fill('Europe/Berlin')
    await page.getByLabel('Venue', { exact: true }).fill('St Mary')
    await page.getByLabel('Street and number').fill('Main Street 4')
    await page.getByLabel('City').fill('Lübeck')
    await page.getByLabel('Organizer', { exact: true }).fill('Friends of the Organ')
    await page
      .getByLabel('Choose a picture')
      .setInputFiles({ name: 'organ.png', mimeType: 'image/png', buffer })
    await dialog(page).getByRole('img', { name: 'As you chose it' }).waitFor()
    await button(page, 'Use this part').tap()
    await page.getByText('Uploaded. Save the event to keep it.').waitFor()
    await button(page, 'Save the draft').tap()
    await page.getByRole('heading', { name: 'Night of Organs' }).waitFor()
    const [preview] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'Preview' }).tap(),
    ])
    await preview.getByText('Preview: this is how the page looks').waitFor()
    await preview.getByRole('heading', { name: 'Night of Organs' }).waitFor()
    await photograph(preview, 'console-preview')
    await button(page, 'Publish').tap()
    await page.getByText('Published', { exact: true }).waitFor()
  })
  const { events } = await staff.listEvents({ search: 'Night of Organs', start_date: '2027-01-01' })
  expect(events).toMatchObject([
    {
      status: 'publish',
      start_date: '2027-09-11 19:30:00',
      end_date: '2027-09-11 23:15:00',
      timezone: 'Europe/Berlin',
      venue: { venue: 'St Mary', address: 'Main Street 4', city: 'Lübeck' },
      organizer: [{ organizer: 'Friends of the Organ' }],
      // The largest part of 16 by 9.
      image: { width: expect.closeTo(1245, -1), height: 700 },
    },
  ])
})

test('three tickets share one stock, one of them with a limit, and one has a reduced price for some days', async () => {
  const event = await staff.createEvent({
    title: 'Three tickets',
    start_date: '2027-10-01 20:00:00',
    end_date: '2027-10-01 22:00:00',
    status: 'publish',
  })
  await visitSignedIn(wide, async page => {
    for (const [name, price, limit] of [
      ['Stalls', '1,234.50', ''],
      ['Balcony', '20', '30'],
      ['Student', '', '10'],
    ] as const) {
      await page.goto(`/admin/events/${event.id}/tickets/new`)
      await page.getByLabel('Name').fill(name)
      await page.getByLabel('Price in USD').fill(price)
      await page
        .getByLabel(
          limit === '' ? 'It shares the places of the event' : 'It shares them, up to a limit',
        )
        .check()
      await page.getByLabel('Places of the event, for all').fill('200')
      if (limit !== '') await page.getByLabel('At most so many of this ticket').fill(limit)
      if (name === 'Balcony') {
        await button(page, /^More/).click()
        await page.getByLabel('It has a reduced price for some days').check()
        await page.getByLabel('Reduced price in USD').fill('15,00')
        await page.getByLabel('Reduced from').fill('2026-01-01')
        await page.getByLabel('Reduced until').fill('2027-06-30')
      }
      await button(page, 'Add the ticket').click()
      await page.getByRole('heading', { name: 'Three tickets' }).waitFor()
    }
    await page.getByText('$20.00, reduced to $15.00, now').waitFor()
  })
  const { tickets } = await staff.listTickets({ include_post: [event.id] })
  const shown = tickets.map(({ title, cost_details, capacity_details, sale_price_data }) => [
    title,
    Number(cost_details.values[0]),
    capacity_details.global_stock_mode,
    capacity_details.max,
    Array.isArray(sale_price_data) ? '' : sale_price_data.sale_price,
  ])
  expect(new Set(shown.map(String))).toEqual(
    new Set(
      ['Stalls,1234.5,global,200,', 'Balcony,20,capped,30,15.00', 'Student,0,capped,10,'].map(
        String,
      ),
    ),
  )
})

test('an amount that means two things is refused with both readings, and what was typed stays', async () => {
  await visitSignedIn(wide, async page => {
    await page.goto(`/admin/events/${made.event}/tickets/new`)
    await page.getByLabel('Name').fill('Odd')
    await page.getByLabel('Price in USD').fill('12.345')
    await page.getByLabel('How many').fill('many')
    await button(page, 'Add the ticket').click()
    await page.getByText('How many places are there?').waitFor()
    expect(await page.getByLabel('How many').inputValue()).toBe('many')
    // Leaving would lose it, so it asks.
    page.once('dialog', asking => void asking.dismiss())
    await page.getByRole('link', { name: 'Orders' }).first().click()
    expect(await page.getByLabel('Name').inputValue()).toBe('Odd')
  })
})

test('an order is found by a name without its accent, one place is refunded after a preview, and the sums agree', async () => {
  const { orderId } = await buy(app, made.ticket, { quantity: 2, way: 'cardprocessor' })
  const order = await staff.getOrder({ id: orderId })
  await staff.updateAttendee({ id: order.attendees[0]?.id ?? 0, full_name: 'Zoë Ångström' })
  await visitSignedIn(wide, async page => {
    await page.goto('/admin/orders')
    await page.getByLabel('Search orders').fill('zoe angstrom')
    await page.getByText('1 order', { exact: true }).waitFor()
    await page.getByRole('table', { name: 'Orders' }).getByRole('link').first().click()
    await page.getByRole('heading', { name: '2 places' }).waitFor()
    expect(new URL(page.url()).searchParams.get('open')).toBe(String(orderId))
    await button(page, 'Refund').click()
    await page.getByLabel(/^Zoë Ångström/).check()
    await page.getByLabel('Keep the fees').check()
    await dialog(page).getByText('At the door the ticket of Zoë Ångström is refused').waitFor()
    await page.getByLabel('Reason').fill('Ill')
    await photograph(page, 'console-refund')
    await button(page, 'Give back $32.00').click()
    await dialog(page).waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: '1 place' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: '1 place' }).waitFor()
  })
  const after = await staff.getOrder({ id: orderId })
  expect(after).toMatchObject({ refunded: '32.00', refunds: [{ reason: 'Ill', amount: '32.00' }] })
})

test('a goodwill amount is given back while the places stay', async () => {
  const { orderId } = await buy(app, made.ticket, { quantity: 1, way: 'cardprocessor' })
  await visitSignedIn(wide, async page => {
    await page.goto(`/admin/orders/${orderId}`)
    await button(page, 'Refund').click()
    await page.getByLabel('An amount').check()
    await page.getByLabel('Amount in USD').fill('5')
    await page.getByLabel('Reason').fill('Late start')
    await button(page, 'Give back $5.00').click()
    await page.getByText('Part returned').waitFor()
  })
  const after = await staff.getOrder({ id: orderId })
  expect(after).toMatchObject({ refunded: '5.00', attendees: [expect.anything()] })
})

test('a mistyped address is corrected and the tickets are sent again; a place is moved to a dearer ticket', async () => {
  const { orderId } = await buy(app, made.freeTicket, { quantity: 1 })
  await visitSignedIn(phone, async page => {
    await page.goto(`/admin/orders/${orderId}`)
    await button(page, 'Send again').tap()
    await page.getByLabel('To', { exact: true }).fill('ada@correct.example')
    await button(page, 'Send').tap()
    await page.getByText('The mail waits to be sent.').waitFor()
    await button(page, /^Correct /).tap()
    await page.getByRole('textbox', { name: 'Name' }).fill('Ada King')
    await button(page, 'Save').tap()
    await page.getByText('Ada King').waitFor()
    await button(page, 'Move Ada King').tap()
    await page.getByLabel('To', { exact: true }).selectOption({ label: 'Standard, $32.00' })
    await page.getByText('is forgiven').tap()
    await page.getByText('Nothing goes back.').waitFor()
    await photograph(page, 'console-move-phone')
    await button(page, 'Move').tap()
    await page.getByText('Moved. The code stays the same.').waitFor()
  })
  const { messages } = await staff.listMessages({ order: orderId })
  expect(messages.map(({ recipient }) => recipient)).toContain('ada@correct.example')
  const after = await staff.getOrder({ id: orderId })
  expect(after.attendees).toMatchObject([{ title: 'Ada King', ticket_id: made.ticket }])
})

test('a coupon of 20 per cent, a fee and a helper for the door of one event are added, and a phone is paired', async () => {
  await visitSignedIn(wide, async page => {
    await page.goto('/admin/coupons')
    await button(page, 'New coupon').click()
    await page.getByLabel('Code').fill('SPRING')
    await page.getByLabel('Per cent').fill('20 %')
    await button(page, 'Add the coupon').click()
    await page.getByRole('table', { name: 'Coupons' }).getByText('SPRING').first().waitFor()
    await page.goto('/admin/fees')
    await button(page, 'New fee').click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Cloakroom')
    await page.getByLabel('Amount in USD').fill('1.50')
    await button(page, 'Add the fee').click()
    await page.getByRole('table', { name: 'Fees' }).getByText('Cloakroom').waitFor()
    await page.goto('/admin/team')
    await button(page, 'Add somebody').click()
    await page.getByLabel('E-mail address').fill('dora@example.org')
    await page.getByLabel('May', { exact: true }).selectOption('door')
    await page.getByLabel('Where').selectOption(String(made.event))
    await button(page, 'Add').click()
    await page.getByText('Pass this link on to').waitFor()
    await page.goto('/admin/door')
    await button(page, 'Pair a phone').click()
    await page.getByLabel('Name of the phone').fill('Bo, gate B')
    await page.getByLabel(/^Maren Sol/).check()
    await button(page, 'Make the code').click()
    await page.getByRole('img', { name: 'The code that pairs Bo, gate B' }).waitFor()
    await photograph(page, 'console-pairing')
  })
  const { coupons } = await staff.findCoupons({ search: 'spring' })
  expect(coupons).toMatchObject([{ slug: 'SPRING', sub_type: 'percent', amount: 20 }])
  const helper = (await staff.listTeam()).find(({ user }) => user.email === 'dora@example.org')
  expect(helper).toMatchObject({ set: 'door', event: made.event })
})

test('filtered attendees are exported as the list shows them, and the audit says who changed a price', async () => {
  await visitSignedIn(wide, async page => {
    await page.goto(`/admin/attendees?filter.event=${made.event}&filter.checked_in=false`)
    await page.getByText('Export', { exact: true }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'CSV' }).click(),
    ])
    const rows = (await readFile(await file.path(), 'utf8')).trim().split('\n')
    const { count } = await staff.findAttendees({
      'filter.event': String(made.event),
      'filter.checked_in': 'false',
      count: 'exact',
    })
    expect(rows).toHaveLength(1 + (count ?? 0))
    await page.goto(`/admin/events/${made.event}/tickets/${made.ticket}`)
    await page.getByLabel('Price in USD').fill('35')
    await button(page, 'Save').click()
    await page.getByText('Saved.').waitFor()
    await page.getByRole('link', { name: 'Standard' }).first().click()
    await page.getByRole('link', { name: 'Who changed it' }).click()
    const changes = page.getByRole('table', { name: 'Changes' })
    await changes.getByText('$32.00').first().waitFor()
    await changes.getByText('$35.00').first().waitFor()
    await changes.getByText('browser-1').first().waitFor()
  })
})

test('none of this broke the policy of the page, failed to load something or asked another origin', () => {
  // A preview that is refused is told in its dialog.
  expect(complaints.filter(({ what }) => !what.includes('409 (Conflict)'))).toEqual([])
})

test('an event is duplicated for next year with its tickets', async () => {
  await visitSignedIn(phone, async page => {
    await page.goto(`/admin/events/${made.event}`)
    await page.getByRole('link', { name: 'Duplicate' }).tap()
    await page.getByLabel('The copy begins').fill('2032-05-14T20:00')
    await button(page, 'Make the draft').tap()
    await page.getByText('There is a draft now').waitFor()
    await page.getByText('Draft', { exact: true }).waitFor()
  })
  const original = await staff.getEvent({ id: made.event })
  const { events } = await staff.listEvents({
    search: original.title,
    start_date: '2032-01-01',
    status: ['draft'],
  })
  expect(events).toMatchObject([{ start_date: '2032-05-14 20:00:00', status: 'draft' }])
})
