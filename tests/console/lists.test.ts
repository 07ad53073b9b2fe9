import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { personWithPassword } from '../support/browser.ts'
import { buy } from '../support/buying.ts'
import { staffClient } from '../support/client-in-process.ts'
import { plantGrant } from '../support/granting.ts'
import { fillConsole } from './fill-console.ts'
import { openConsole, signIn } from './open-console.ts'

const { app, complaints, visit, visitSignedIn } = await openConsole()
const made = await fillConsole(app)
const staff = await staffClient(app)
const wide = { viewport: { width: 1280, height: 900 } }
const phone = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true }

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const views = (page: Page) => page.getByRole('list', { name: 'Saved views' })

/** Keeps the list that is shown under a name. */
async function keep(page: Page, name: string) {
  await page.getByText('Views', { exact: true }).click()
  await button(page, 'Keep this list').click()
  await page.getByLabel('Name of the view').fill(name)
  await button(page, 'Keep').click()
  await page.getByText(`${name} is kept among the views.`).waitFor()
}

/** The rows of a list as a file, without its head. */
async function exported(page: Page): Promise<string[]> {
  await page.getByText('Export', { exact: true }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'CSV' }).click(),
  ])
  const [, ...rows] = (await readFile(await file.path(), 'utf8')).trim().split('\n')
  return rows
}

test('a list is kept under a name, opens as it was, is exported as it is shown, and is forgotten', async () => {
  await visitSignedIn(wide, async page => {
    await page.goto('/admin/orders?filter.total.gte=50&filter.status=paid&sort=-total')
    await page.getByText('Total from').waitFor()
    await keep(page, 'Large orders')
    await page.goto('/admin/orders')
    await page.getByText('Views', { exact: true }).click()
    await views(page).getByRole('link', { name: 'Large orders' }).click()
    await page.getByText('Total from').waitFor()
    const shown = await page.getByRole('table', { name: 'Orders' }).getByRole('row').count()
    await page.reload()
    await page.getByText('Total from').waitFor()
    const { count } = await staff.findOrders({
      'filter.total.gte': '50',
      'filter.status': 'paid',
      count: 'exact',
    })
    expect([shown - 1, (await exported(page)).length]).toEqual([count, count])
    await button(page, 'Any Total from').click()
    await page.getByText('Total from').waitFor({ state: 'detached' })
    await page.getByText('Views', { exact: true }).click()
    await button(page, 'Forget Large orders').click()
    await views(page).getByText('Large orders').waitFor({ state: 'detached' })
  })
  expect((await staff.listViews()).views).toEqual([])
})

test('a view that is shared is there for a colleague, who cannot forget it', async () => {
  await staff.saveView({
    list: 'attendees',
    name: 'Still to come',
    query: 'filter.checked_in=false',
    shared: true,
  })
  const { id, login } = await personWithPassword(app, 'subscriber')
  await plantGrant(app, id, { set: 'reader', eventId: null })
  await visit(wide, async page => {
    await signIn(page, login)
    await page.goto('/admin/attendees')
    await page.getByText('Views', { exact: true }).click()
    await views(page).getByRole('link', { name: 'Still to come shared' }).click()
    await page.waitForURL(/filter\.checked_in=false/)
    expect(await page.getByLabel('Door').inputValue()).toBe('false')
    expect(await button(page, 'Forget Still to come').count()).toBe(0)
  })
})

test('events are exported as they are shown, kept under a name but for what moves with the clock, and found again', async () => {
  await visitSignedIn(wide, async page => {
    await page.goto('/admin/events?search=maren')
    await page.getByText('1 event', { exact: true }).waitFor()
    const rows = await exported(page)
    expect(rows).toEqual([expect.stringContaining('Maren Sol: Songs for the Last Tram')])
    await page.getByText('Views', { exact: true }).click()
    await page.getByText('What is coming or past moves with the clock').waitFor()
    await page.goto('/admin/events?show=drafts')
    await page.getByText('1 event', { exact: true }).waitFor()
    await keep(page, 'To be written')
    await page.goto('/admin/events')
    await page.getByText('Views', { exact: true }).click()
    await views(page).getByRole('link', { name: 'To be written' }).click()
    await page.getByText('An evening of uncommonly long titles').waitFor()
    expect(await page.getByText('Maren Sol').count()).toBe(0)
  })
})

test('payments and entries of the books say up to when they are whole, and add up with the interface', async () => {
  await visitSignedIn(wide, async page => {
    await page.goto('/admin/payments')
    await page.getByText('Whole until').waitFor()
    const { rows } = await staff.findPayments()
    const shown = await page.getByRole('table', { name: 'Payments' }).getByRole('row').count()
    expect(shown - 1).toBe(rows.length)
    await page.getByLabel('Paid by').selectOption('cash')
    await page.waitForURL(/filter\.method=cash/)
    await keep(page, 'Cash')
    await page.getByRole('link', { name: 'Entries of the books' }).click()
    await page.getByRole('heading', { name: 'Entries of the books' }).waitFor()
    await page.getByRole('table', { name: 'Entries of the books' }).waitFor()
  })
})

test('Today says on a phone what waits, and each entry leads to where it is solved until it is gone', async () => {
  const tonight = await staff.createEvent({
    title: 'Tonight of all nights',
    start_date: '2027-06-05 20:00:00',
    end_date: '2027-06-05 22:00:00',
    timezone: 'UTC',
    status: 'publish',
  })
  const last = await staff.createTicket({
    post_id: tonight.id,
    provider: 'tc',
    name: 'Last one',
    price: '10.00',
    ticket: { mode: 'own', capacity: 1 },
  })
  await buy(app, last.id, { quantity: 1, way: 'cardprocessor' })
  const soon = new Date(app.clock.now().getTime() + 5 * 3_600_000)
  await sql`update events set starts_at = ${soon}::timestamptz, ends_at = ${soon}::timestamptz + interval '2 hours',
    start_local = ${soon}::timestamptz at time zone 'UTC', end_local = ${soon}::timestamptz at time zone 'UTC' + interval '2 hours'
    where id = ${tonight.id}`.execute(app.db)
  await sql`insert into order_disputes (order_id, dispute_id, state, answer_by, move_id)
    select ${made.order}, 'dp_1', 'open', ${soon}::timestamptz, max(id) from order_moves
    where order_id = ${made.order}`.execute(app.db)
  await visitSignedIn(phone, async page => {
    const waiting = page.getByRole('list', { name: 'Waits for you' })
    await waiting.getByRole('heading', { name: '1 dispute' }).waitFor()
    await waiting.getByText('1 event that cannot take its money').waitFor()
    await waiting.getByText('1 stock nearly sold out').waitFor()
    // The kind leads to its rows, an entry to where it is solved.
    await waiting.getByRole('link', { name: '1 dispute' }).tap()
    await page.getByText('1 order', { exact: true }).waitFor()
    await page.goto('/admin')
    await waiting.getByRole('link', { name: `Order ${made.order}` }).tap()
    await page.getByText(`Order ${made.order}`).first().waitFor()
    await page.goto('/admin')
    const rest = waiting.getByRole('listitem').filter({ hasText: 'nearly sold out' })
    await rest.getByRole('link', { name: 'Tonight of all nights' }).first().tap()
    const name = page.getByRole('textbox', { name: 'Name' })
    await name.waitFor()
    expect(await name.inputValue()).toBe('Last one')
    await sql`update order_disputes set state = 'won' where order_id = ${made.order}`.execute(
      app.db,
    )
    await page.goto('/admin')
    await waiting.getByText('1 stock nearly sold out').waitFor()
    expect(await waiting.getByText('1 dispute').count()).toBe(0)
  })
})

test('none of this broke the policy of the page', () => {
  expect(complaints).toEqual([])
})
