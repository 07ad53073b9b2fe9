import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { somePassword } from '../support/browser.ts'
import { staffClient } from '../support/client-in-process.ts'
import { fillConsole } from './fill-console.ts'
import { openConsole } from './open-console.ts'

const { app, visitSignedIn } = await openConsole()
const staff = await staffClient(app)
const wide = { viewport: { width: 1280, height: 900 } }

test('after ten minutes a change of people asks for the password, and then goes on by itself', async () => {
  await visitSignedIn(wide, async page => {
    await sql`update sessions set created_at = created_at - interval '20 minutes'`.execute(app.db)
    await page.goto('/admin/team')
    await page.getByRole('button', { name: 'Add somebody' }).click()
    await page.getByLabel('E-mail address').fill('new@example.org')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('dialog').getByText('Confirm that it is you').waitFor()
    expect(await staff.listTeam()).toEqual([])
    await page.getByLabel('Your password').fill(somePassword)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('Pass this link on to').waitFor()
  })
  expect(await staff.listTeam()).toMatchObject([{ user: { email: 'new@example.org' } }])
})

test('a refund asks for the password before money goes, and then goes on by itself', async () => {
  const { order } = await fillConsole(app)
  await visitSignedIn(wide, async page => {
    await sql`update sessions set created_at = created_at - interval '20 minutes'`.execute(app.db)
    await page.goto(`/admin/orders/${order}`)
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: `Refund of order ${order}` })
    await dialog.getByRole('radio', { name: 'An amount' }).check()
    await dialog.getByLabel('Amount in USD').fill('1')
    await dialog.getByLabel('Reason').fill('The seat squeaked')
    await dialog.getByRole('button', { name: 'Give back $1.00' }).click()
    await page.getByLabel('Your password').fill(somePassword)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('The refund is with the provider.').waitFor()
    await page.getByText('The seat squeaked').waitFor()
  })
  expect((await staff.getOrder({ id: order })).refunded).toBe('1.00')
})

test('a session that ended asks to sign in again in a dialog, and what was typed is saved', async () => {
  await visitSignedIn(wide, async page => {
    await page.goto('/admin/settings')
    await page.getByLabel('Name').fill('Riverside Hall')
    await app.db.deleteFrom('sessions').execute()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog').getByText('You were signed out').waitFor()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Password' }).fill(somePassword)
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Saved. Pages and mails have it at once.').waitFor()
  })
  expect((await staff.getSettings()).name).toBe('Riverside Hall')
})
