import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { photograph } from '../browser/open-browser.ts'
import { staffClient } from '../support/client-in-process.ts'
import { personWith } from '../support/granting.ts'
import { openConsole } from './open-console.ts'

const { app, complaints, visitSignedIn } = await openConsole()
const staff = await staffClient(app)
const wide = { viewport: { width: 1280, height: 900 } }
const phone = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true }
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })

test('a member gets another set and a limit for refunds, and the limit goes with the set', async () => {
  const grants = async () =>
    (await staff.listTeam()).map(({ set, refund_limit }) => [set, refund_limit])
  await personWith(app, { set: 'door', eventId: null })
  await visitSignedIn(phone, async page => {
    await page.goto('/admin/team')
    await button(page, /^Change the rights of /).tap()
    await page.getByLabel('May', { exact: true }).selectOption('finance')
    await page.getByLabel(/^Refunds of one order up to/).fill('40.50')
    await photograph(page, 'console-team-change-phone')
    await button(page, 'Save').tap()
    await page.getByText('refunds up to $40.50 of an order').waitFor()
    expect(await grants()).toEqual([['finance', '40.50']])
    await button(page, /^Change the rights of /).tap()
    await page.getByLabel('May', { exact: true }).selectOption('reader')
    await button(page, 'Save').tap()
    await page.getByText('Reader', { exact: true }).waitFor()
    expect(await grants()).toEqual([['reader', null]])
  })
})

test('whose rights are taken leaves keys of scanner apps behind, and the dialog names them', async () => {
  const person = await personWith(app, { set: 'manager', eventId: null })
  await app.tickets('POST', '/scanner-keys', { as: person, body: { name: 'North gate' } })
  await visitSignedIn(wide, async page => {
    await page.goto('/admin/team')
    const row = page.getByRole('row').filter({ hasText: 'Manager' })
    await row.getByRole('button', { name: /^Take the rights of / }).click()
    await page.getByRole('heading', { name: 'This still works' }).waitFor()
    await page.getByText('North gate').waitFor()
    await button(page, 'I have seen it').click()
    await row.waitFor({ state: 'detached' })
  })
  expect((await staff.listTeam()).map(({ set }) => set)).toEqual(['reader'])
})

test('none of this broke the policy of the page, failed to load something or asked another origin', () => {
  expect(complaints).toEqual([])
})
