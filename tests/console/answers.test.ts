import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { staffClient } from '../support/client-in-process.ts'
import { deliver } from '../support/mailbox.ts'
import { orderFor } from '../support/order-for.ts'
import { openConsole } from './open-console.ts'

const { app, complaints, visitSignedIn } = await openConsole()
const staff = await staffClient(app)
const wide = { viewport: { width: 1280, height: 900 } }
const phone = { viewport: { width: 390, height: 800 } }
const pictures = process.env['PICTURES']

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const show = async (page: Page, name: string) => {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true })
}

let event = 0
let order = 0
let diet = 0

beforeAll(async () => {
  await staff.createTaxRate({ name: 'Mehrwertsteuer', percent: '19', is_default: true })
  const first = await orderFor(app, [{ full_name: 'Zoe Early', email: 'zoe@example.org' }])
  event = first.eventId
  await deliver(app)
  const { id } = await staff.createQuestion({
    id: event,
    asked_of: 'attendee',
    kind: 'choice',
    text: { en: 'Which food do you want?' },
    required: true,
    choices: [
      { id: 'vegan', text: { en: 'Vegan' } },
      { id: 'meat', text: { en: 'With meat' } },
    ],
  })
  diet = id
  const member = await staff.createQuestion({
    id: event,
    asked_of: 'attendee',
    kind: 'yes_no',
    text: { en: 'Are you a member?' },
  })
  await staff.createQuestion({
    id: event,
    asked_of: 'attendee',
    kind: 'text',
    text: { en: 'Your number' },
    show_if: { question: member.id, is: ['yes'] },
  })
  await staff.createQuestion({
    id: event,
    asked_of: 'attendee',
    kind: 'text',
    text: { en: 'Allergies' },
    sensitive: true,
  })
  const people = ['Ann Onymous', 'Bo Blank'].map(name => ({
    full_name: name,
    email: 'guests@example.org',
  }))
  order = (await orderFor(app, people, { eventId: event, priceMinor: 0 })).orderId
  await deliver(app)
})

test('an order that lacks answers is found, answered with a gap, and says who did', async () => {
  await visitSignedIn(wide, async page => {
    await page.goto('/admin/orders')
    await page.getByLabel('Answers', { exact: true }).selectOption('Missing')
    await page.getByText('2 answers missing').waitFor()
    await show(page, 'orders-wide')
    await page.goto(`/admin/orders/${order}`)
    const answers = page.getByRole('region', { name: 'Answers' })
    await answers.getByText('2 answers missing').waitFor()
    await button(page, 'Correct the answers of Ann Onymous').click()
    const form = dialog(page)
    expect(await form.getByLabel('Your number').count()).toBe(0)
    await form.getByLabel('Are you a member?').selectOption('Yes')
    await form.getByLabel('Your number').fill('M-17')
    await form.getByText('1 answer missing. You can save it so.').waitFor()
    await show(page, 'answers-dialog-wide')
    await button(page, 'Save').click()
    await answers.getByText('M-17').waitFor()
    await answers.getByText('2 answers missing').waitFor()
    await form.waitFor({ state: 'detached' })
    // The same without a mouse.
    await button(page, 'Correct the answers of Bo Blank').focus()
    await page.keyboard.press('Enter')
    await form.getByLabel('Which food do you want?').focus()
    await page.keyboard.press('v')
    await button(page, 'Save').focus()
    await page.keyboard.press('Enter')
    await answers.getByText('Vegan').waitFor()
    await answers.getByText(/^by /).first().waitFor()
    await answers.getByText('1 answer missing').first().waitFor()
    await show(page, 'order-answers-wide')
  })
  const { answers_missing: isMarked, missing } = await staff.listOrderAnswers({ id: order })
  expect([isMarked, missing]).toEqual([true, 1])
})

test('a figure of a choice opens the guests who chose it, and each is corrected there', async () => {
  await visitSignedIn(phone, async page => {
    await page.goto(`/admin/events/${event}/questions`)
    await show(page, 'questions-phone')
    await page.getByRole('link', { name: 'Vegan 1' }).click()
    await page.getByText('1 place', { exact: true }).waitFor()
    await page.getByText('Bo Blank').waitFor()
    expect(await page.getByText('Ann Onymous').count()).toBe(0)
    await page.getByLabel('Which food do you want?').selectOption('Any answer')
    await page.getByText('Ann Onymous').waitFor()
    await page.getByRole('cell', { name: 'M-17' }).waitFor()
    await show(page, 'people-phone')
    await button(page, 'Correct Bo Blank').click()
    await button(page, 'Correct the answers of Bo Blank').click()
    await dialog(page).last().getByLabel('Which food do you want?').selectOption('With meat')
    await show(page, 'attendee-phone')
    await dialog(page).last().getByRole('button', { name: 'Save' }).click()
    await page.locator('[role=dialog] dd', { hasText: 'With meat' }).waitFor()
  })
  const { questions } = await staff.listQuestions({ id: event })
  expect(questions.find(({ id }) => id === diet)?.counts).toEqual({ meat: 1 })
})

test('a fee names its rate, in its form and in the list', async () => {
  await visitSignedIn(wide, async page => {
    await page.goto('/admin/fees?new=1')
    const form = dialog(page)
    await form.getByLabel('Name').fill('Booking fee')
    await form.getByLabel('Amount').fill('1.00')
    await form.getByLabel('Tax in it').selectOption('Mehrwertsteuer 19 %')
    await button(page, 'Add the fee').click()
    const list = page.getByLabel('Tax in Booking fee')
    await list.waitFor()
    await page.waitForFunction(() => {
      const field = document.querySelector<HTMLSelectElement>('[aria-label="Tax in Booking fee"]')
      return field !== null && !field.disabled && field.value !== ''
    })
    await show(page, 'fees-wide')
    await list.selectOption('That of the ticket')
    await page.getByText('Saved. It counts for orders from now on.').waitFor()
  })
  const { all_fees: fees } = await staff.listFees({})
  const [fee] = Object.values(fees)
  expect((await staff.getFeeTaxRate({ id: fee?.id ?? 0 })).rate).toBeNull()
})

test('the screens of answers complain of nothing', () => {
  expect(complaints).toEqual([])
})
