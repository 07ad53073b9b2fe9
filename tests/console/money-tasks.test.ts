import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { staffClient } from '../support/client-in-process.ts'
import { fillConsole } from './fill-console.ts'
import { openConsole } from './open-console.ts'

const { app, visitSignedIn } = await openConsole()
const made = await fillConsole(app)
const staff = await staffClient(app)

const wide = { viewport: { width: 1280, height: 900 } }

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

test('an event is settled: the promoter gets a share less a cost, and the paper has what is paid out', async () => {
  const event = await staff.createEvent({
    title: 'To settle',
    start_date: '2027-10-02 20:00:00',
    end_date: '2027-10-02 22:00:00',
    status: 'publish',
  })
  await visitSignedIn(wide, async page => {
    await page.goto(`/admin/events/${event.id}`)
    await page.getByRole('link', { name: 'Settlement' }).click()
    await page.getByText('There is no settlement yet').waitFor()
    await page.getByLabel('The promoter gets').selectOption({ label: 'an amount' })
    await page.getByLabel("The promoter's amount in USD").fill('1.250,00')
    await page.getByLabel('Cost 1', { exact: true }).fill('Piano tuner')
    await page.getByLabel('Cost 1 in USD').fill('60')
    await button(page, 'Make the settlement').click()
    await page.getByRole('heading', { name: 'Settlement 1' }).waitFor()
    const [paper] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Settlement 1 as PDF' }).click(),
    ])
    expect((await readFile(await paper.path())).subarray(0, 5).toString()).toBe('%PDF-')
    await page.getByText('Books, orders, providers and cash lists agree').waitFor()
  })
  expect(await staff.listSettlements({ id: event.id })).toMatchObject([{ number: 1 }])
})

test('a tax rate is made, is in the price of every ticket, and one ticket names another', async () => {
  await visitSignedIn(wide, async page => {
    await page.goto('/admin/taxes')
    await button(page, 'New rate').click()
    await dialog(page).getByLabel('Name', { exact: true }).fill('VAT')
    await dialog(page).getByLabel('Per cent').fill('19')
    await button(page, 'Add the rate').click()
    await page.getByText('every ticket that names no other').first().waitFor()
    await button(page, 'New rate').click()
    await dialog(page).getByLabel('Name', { exact: true }).fill('Reduced')
    await dialog(page).getByLabel('Per cent').fill('7,7')
    await button(page, 'Add the rate').click()
    await page.getByText('7.7 %', { exact: true }).waitFor()
    await page.goto(`/admin/events/${made.event}/tickets/${made.ticket}`)
    await page.getByLabel('Tax in the price').selectOption({ label: 'Reduced 7.7 %' })
    await page.getByText('Saved. It counts for orders from now on.').waitFor()
  })
  const { rates } = await staff.listTaxRates()
  expect(rates).toMatchObject([
    { name: 'VAT', percent: '19', is_default: true },
    { name: 'Reduced', percent: '7.7', is_default: false },
  ])
  expect(await staff.getTicketTaxRate({ id: made.ticket })).toMatchObject({ rate: rates[1]?.id })
})

test('a fee that is for some tickets only is selected at a ticket, and buyers pay it there', async () => {
  const fee = await staff.createFee({
    display_name: 'Cloakroom',
    status: 'active',
    sub_type: 'flat',
    raw_amount: '2.00',
    meta_value: 'per',
  })
  await visitSignedIn(wide, async page => {
    await page.goto(`/admin/events/${made.event}/tickets/${made.ticket}`)
    const box = page.getByLabel('Cloakroom: $2.00 a ticket')
    await box.click()
    await page.getByText('Saved. It counts for orders from now on.').waitFor()
    await expect.poll(() => box.isChecked()).toBe(true)
  })
  expect(await staff.listTicketFees({ ticket_id: made.ticket })).toMatchObject({
    selected_fees: [fee.id],
  })
})
