import { expect, test } from 'vitest'
import { somePassword } from '../support/browser.ts'
import { staffClient } from '../support/client-in-process.ts'
import { openConsole } from './open-console.ts'

const { app, visitSignedIn } = await openConsole()
const staff = await staffClient(app)
const wide = { viewport: { width: 1280, height: 900 } }

test('a session that ended asks to sign in again in a dialog, and what was typed is saved', async () => {
  await visitSignedIn(wide, async page => {
    await page.goto('/admin/settings')
    await page.getByLabel('Name').fill('Riverside Hall')
    await app.db.deleteFrom('sessions').execute()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').getByText('You were signed out').waitFor()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Password' }).fill(somePassword)
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Saved. Pages and mails have it at once.').waitFor()
  })
  expect((await staff.getSettings()).name).toBe('Riverside Hall')
})
