import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { hindrances, photograph } from '../browser/open-browser.ts'
import { buy } from '../support/buying.ts'
import { ticketOnSale } from '../support/on-sale.ts'
import { workRuns } from '../support/running.ts'
import { openConsole } from './open-console.ts'

const { app, complaints, visitSignedIn } = await openConsole()

const wide = { viewport: { width: 1280, height: 900 } }
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

/** Looks at a screen as a phone and a laptop show it, in both themes, and returns what hinders people there. */
async function look(page: Page, name: string): Promise<string[]> {
  const faults: string[] = []
  for (const [width, colorScheme] of [
    [320, 'light'],
    [1280, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Colours on their way to others have no contrast yet.
    await page.waitForFunction(
      wanted =>
        document.documentElement.dataset['mantineColorScheme'] === wanted &&
        !document.getAnimations().some(one => one instanceof CSSTransition),
      colorScheme,
    )
    await photograph(page, `console-${name}-${width}-${colorScheme}`)
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    if (wider > 0) faults.push(`${name} is ${wider} px wider than ${width}`)
    faults.push(...(await hindrances(page)))
  }
  await page.setViewportSize(wide.viewport)
  return faults
}

async function anEvening() {
  const { id: ticket, eventId: event } = await ticketOnSale(app, {
    priceMinor: 3200,
    capacity: 20,
    name: 'Standard',
  })
  return { ticket, event }
}

/** Opens a till with 150 for an event, and stands before its tiles. */
async function openTill(page: Page, event: number) {
  await page.goto('/admin/tills?new=1')
  await field(page, 'Float in USD').fill('150')
  await field(page, 'Sells for').selectOption(String(event))
  await button(page, 'Open it').click()
  await page.locator('.desk-tile').first().waitFor()
  await page.locator('main h1').click()
}

const biggestText = (page: Page) =>
  page.evaluate(() =>
    Math.max(
      ...[...document.querySelectorAll('main *')].map(one =>
        Number.parseFloat(getComputedStyle(one).fontSize),
      ),
    ),
  )

test('two are sold for cash by four keys, and the till is counted, handed over and closed with its difference', async () => {
  const { event } = await anEvening()
  await visitSignedIn({ ...wide, bypassCSP: true }, async page => {
    await openTill(page, event)
    for (const key of ['1', '1']) await page.keyboard.press(key)
    await button(page, '$100').click()
    await page.getByText('Change due').waitFor()
    expect(await look(page, 'desk-sale')).toEqual([])
    await page.locator('main h1').click()
    await page.keyboard.press('Enter')
    await page.getByText('Last sale').waitFor()
    expect(
      await page.getByRole('status').filter({ hasText: 'Change due' }).textContent(),
    ).toContain('$36.00')
    const change = await page
      .locator('.desk-change b')
      .evaluate(one => getComputedStyle(one).fontSize)
    expect(Number.parseFloat(change)).toBe(await biggestText(page))
    await button(page, 'Receipt').click()
    expect(await look(page, 'desk-sold')).toEqual([])
    await page.getByRole('link', { name: 'Cash in, out, close' }).click()
    await field(page, 'Amount').fill('50')
    await field(page, 'Why').fill('Too much in it')
    await button(page, 'Note it').click()
    await page.getByText('Who saw it?').waitFor()
    await field(page, 'Seen by').fill('Grace')
    await button(page, 'Note it').click()
    await page.getByText('It is noted.').waitFor()
    await field(page, '$100').fill('1')
    await field(page, '$50').fill('1')
    await field(page, '$5').fill('2')
    await field(page, '$0.50').fill('7')
    expect(await field(page, 'Counted').inputValue()).toBe('163.50')
    await field(page, 'Handed over to').fill('Ada')
    expect(await look(page, 'till')).toEqual([])
    await button(page, 'Close the till').click()
    await page.getByText('-$0.50').first().waitFor()
    await page.getByText('1 × $100.00, 1 × $50.00, 2 × $5.00, 7 × $0.50').first().waitFor()
    await page.getByText('Taken over by Ada').first().waitFor({ state: 'attached' })
    expect(await look(page, 'till-closed')).toEqual([])
  })
  const { rows } = await app.database.pool.query(
    `select counted_minor::int as counted, expected_minor::int as expected, handed_to from tills where event_id = ${event}`,
  )
  expect(rows).toEqual([{ counted: 16_350, expected: 16_400, handed_to: 'Ada' }])
  complaints.length = 0
})

test('a complimentary ticket has its reason, and its quota is changed where it is given', async () => {
  const { event } = await anEvening()
  await visitSignedIn({ ...wide, bypassCSP: true }, async page => {
    await openTill(page, event)
    await page.keyboard.press('1')
    await page.keyboard.press('f')
    await button(page, 'Change the quota').click()
    await field(page, 'At most so many').fill('5')
    await button(page, 'Save').click()
    await page.getByText('0 of 5 places of this event are given away.').waitFor()
    await field(page, 'Why are they given away?').selectOption('press')
    await page.mouse.move(0, 0)
    expect(await look(page, 'desk-free')).toEqual([])
    await button(page, 'Give them away').click()
    await page.getByText('Last sale').waitFor()
  })
  const { rows } = await app.database.pool.query(
    `select reason, places from comps where event_id = ${event}`,
  )
  expect(rows).toEqual([{ reason: 'press', places: 1 }])
})

test('an order on account waits for its money, is found at the desk by its number, and is paid in cash', async () => {
  const { event } = await anEvening()
  await visitSignedIn({ ...wide, bypassCSP: true }, async page => {
    await openTill(page, event)
    for (const key of ['1', '1', 'a']) await page.keyboard.press(key)
    await field(page, 'Who pays').fill('The school')
    await button(page, 'Order on account').click()
    await page.getByText('not paid yet').waitFor()
    const order = await page.getByRole('link', { name: /^Order \d+$/ }).textContent()
    await field(page, 'Ticket or order').fill(order?.replace(/\D/g, '') ?? '')
    await button(page, 'Find').click()
    await page.getByText('Unpaid: $64.00').waitFor()
    await button(page, 'In cash').click()
    expect(await look(page, 'desk-unpaid')).toEqual([])
    await button(page, '$64.00 taken').click()
    await page.getByText('Nobody owes anything.').waitFor()
  })
  const { rows } = await app.database.pool.query(
    `select o.status, m.amount_minor::int as minor from orders o join till_moves m on m.order_id = o.id where o.event_id = ${event}`,
  )
  expect(rows).toEqual([{ status: 'completed', minor: 6400 }])
})

test('a sheet of tickets is made for a shop, and unsold ones come back by their letters', async () => {
  const { event } = await anEvening()
  await visitSignedIn({ ...wide, bypassCSP: true }, async page => {
    await page.goto(`/admin/desk/batches?event=${event}`)
    await field(page, 'How many').fill('10')
    await field(page, 'For').fill('The bookshop')
    await button(page, 'Make the sheet').click()
    await page.getByRole('link', { name: 'The bookshop', exact: true }).waitFor()
    const { rows } = await app.database.pool.query<{ code: string }>(
      `select d.code from door_codes d join attendees a on a.id = d.attendee_id where a.event_id = ${event} order by a.id limit 2`,
    )
    await button(page, 'Take unsold back from The bookshop').click()
    await field(page, 'Codes').fill([...rows.map(({ code }) => code), 'HELLO'].join('\n'))
    await button(page, 'Take 3 tickets back').click()
    await page.getByText('HELLO is of another sheet, or of none').waitFor()
    expect(await look(page, 'batches')).toEqual([])
    await button(page, 'Leave these out').click()
    await button(page, 'Take 2 tickets back').click()
    await page.getByText('8 out, 2 came back, 0 inside').waitFor()
  })
  complaints.length = 0
})

test('an evening is called off with a dry run, the first three are done, and then the others', async () => {
  const { event, ticket } = await anEvening()
  for (let n = 0; n < 4; n += 1) await buy(app, ticket, { way: 'cardprocessor' })
  await visitSignedIn({ ...wide, bypassCSP: true }, async page => {
    await page.goto(`/admin/events/${event}/call-off`)
    await page.getByLabel(/is cancelled/).check()
    await field(page, 'Reason').fill('The singer is ill.')
    await button(page, 'Cancel the event').click()
    await button(page, 'Show what would happen').click()
    await page.getByText('Dry run of 4 orders').waitFor()
    expect(await look(page, 'plan')).toEqual([])
    await button(page, 'Do the first three only').click()
    await page.getByRole('heading', { name: /^Run / }).waitFor()
    await workRuns(app)
    await page.getByText('It rests').waitFor()
    expect(await look(page, 'run-resting')).toEqual([])
    await button(page, 'Continue').click()
    await workRuns(app)
    await page.getByText('It is done').first().waitFor()
    await page.getByRole('link', { name: /4 done/ }).click()
    await page.getByRole('table', { name: 'Rows of the run' }).waitFor()
    expect(await look(page, 'run')).toEqual([])
  })
  const { rows } = await app.database.pool.query(
    `select count(*)::int as refunded from orders where event_id = ${event} and refunded_minor = total_minor`,
  )
  expect(rows).toEqual([{ refunded: 4 }])
})

test('a message is written to the people of a list, looked at, and sent to each address once', async () => {
  const { ticket, event } = await anEvening()
  await buy(app, ticket, { quantity: 2, way: 'cardprocessor' })
  await visitSignedIn({ ...wide, bypassCSP: true }, async page => {
    await page.goto(`/admin/attendees?filter.event=${event}`)
    await page.getByRole('link', { name: 'Write to these' }).click()
    await field(page, 'Subject').fill('Doors of {event}')
    await field(page, 'Text').fill('Dear {name}, come early.')
    await button(page, 'Show what would happen').click()
    await page.getByText('Dry run of').waitFor()
    await page.getByText('come early').last().waitFor()
    expect(await look(page, 'message-dry-run')).toEqual([])
    await button(page, /^Do all/).click()
    await page.getByRole('heading', { name: /^Run/ }).waitFor()
    await workRuns(app)
    await page.getByText('It is done').waitFor()
    expect(await look(page, 'message-run')).toEqual([])
  })
})

test('the prices of two of three tickets go up, after a dry run that shows what they were', async () => {
  const { event } = await anEvening()
  for (const name of ['Student with a valid certificate of the university', 'Child'])
    await ticketOnSale(app, { eventId: event, priceMinor: 1000, capacity: 20, name })
  await visitSignedIn({ ...wide, bypassCSP: true }, async page => {
    await page.goto(`/admin/events/${event}/tickets`)
    await page.getByRole('link', { name: 'Change many' }).click()
    await button(page, 'Show what would happen').click()
    await page.getByText('Say what becomes of the price').waitFor()
    await page.getByLabel(/^Child/).uncheck()
    await field(page, 'The price').selectOption('more_percent')
    await field(page, 'Per cent').fill('10')
    await button(page, 'Show what would happen').click()
    await page.getByText('Dry run of 2 tickets').waitFor()
    await page.getByText('Price: 32.00 → 35.20').waitFor()
    expect(await look(page, 'tickets-dry-run')).toEqual([])
    await button(page, 'Do all 2').click()
    await page.getByRole('heading', { name: /^Run/ }).waitFor()
    await workRuns(app)
    await page.getByText('It is done').first().waitFor()
    await page.getByRole('link', { name: /2 done/ }).click()
    await page.getByRole('table', { name: 'Rows of the run' }).waitFor()
    expect(await look(page, 'tickets-run')).toEqual([])
  })
  const { rows } = await app.database.pool.query(
    `select price_minor::int as price from tickets where event_id = ${event} order by id`,
  )
  expect(rows).toEqual([{ price: 3520 }, { price: 1100 }, { price: 1000 }])
})

test('the palette leads to a change of tickets of any event, found by their name', async () => {
  const { event } = await anEvening()
  await app.database.pool.query(
    `update tickets set name = 'Velvet seat', search_text = 'velvet seat' where event_id = ${event}`,
  )
  await visitSignedIn({ ...wide, bypassCSP: true }, async page => {
    await page.goto('/admin')
    await page.getByRole('heading', { name: 'Today' }).waitFor()
    await page.keyboard.press('/')
    await page.getByRole('combobox').fill('change prices')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Change many tickets' }).waitFor()
    await page.getByLabel('Tickets called').fill('Velvet')
    await page.getByText('1 of 1 are chosen.').waitFor()
    await field(page, 'Most in one order').fill('4')
    await button(page, 'Show what would happen').click()
    await page.getByText('Most in one order: 100 → 4').waitFor()
    expect(await look(page, 'tickets-of-site')).toEqual([])
  })
})
