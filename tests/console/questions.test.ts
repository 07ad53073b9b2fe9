import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { staffClient } from '../support/client-in-process.ts'
import { openConsole } from './open-console.ts'

const { app, complaints, visitSignedIn } = await openConsole()
const staff = await staffClient(app)
const wide = { viewport: { width: 1280, height: 900 } }

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

test('a question is asked only when another was answered yes, and the preview shows it so', async () => {
  const event = await staff.createEvent({
    title: 'Members evening',
    start_date: '2027-10-02 20:00:00',
    end_date: '2027-10-02 22:00:00',
    status: 'publish',
  })
  await visitSignedIn(wide, async page => {
    await page.goto(`/admin/events/${event.id}`)
    await page.getByRole('link', { name: 'Questions' }).click()
    await button(page, 'Ask a question').click()
    await dialog(page).getByLabel('Question').fill('Are you a member?')
    await dialog(page).getByLabel('What an answer is').selectOption('Yes or no')
    await button(page, 'Ask this').click()
    await page.getByRole('heading', { name: 'Are you a member?' }).waitFor()
    await button(page, 'Ask a question').click()
    await dialog(page).getByLabel('Question').fill('Your number')
    await dialog(page).getByLabel('It is asked').selectOption('only if “Are you a member?” is yes')
    await dialog(page).getByLabel('An answer is required').check()
    await button(page, 'Ask this').click()
    await page.getByText('Only if “Are you a member?” is yes.').waitFor()
    const seen = page.locator('section', { hasText: 'What buyers see' })
    expect(await seen.getByLabel('Your number').count()).toBe(0)
    await seen.getByLabel('Are you a member?').selectOption('Yes')
    await seen.getByLabel('Your number').waitFor()
  })
  const { questions } = await staff.listQuestions({ id: event.id })
  expect(questions).toMatchObject([
    { kind: 'yes_no', show_if: null },
    { kind: 'text', required: true, show_if: { question: questions[0]?.id, is: ['yes'] } },
  ])
})

test('the screen of questions complains of nothing', () => {
  expect(complaints).toEqual([])
})
