import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { photograph } from '../browser/open-browser.ts'
import { staffClient } from '../support/client-in-process.ts'
import { type Hands, handsOn, windows } from './hands.ts'
import { openConsole } from './open-console.ts'

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).first()
const link = (page: Page, name: string | RegExp) =>
  page.getByRole('link', { name, exact: typeof name === 'string' }).first()
const labelled = (page: Page, name: string) => page.getByLabel(name, { exact: true })

type Sale = { price: string; kept?: (page: Page, name: string) => Promise<unknown> }

/** From Today of an empty installation to an event that is on sale. */
async function putOnSale(page: Page, hands: Hands, { price, kept }: Sale) {
  const { press, type, day } = hands
  await kept?.(page, 'console-empty-today')
  await press(link(page, 'Make the first event'))
  await type(labelled(page, 'Name'), 'Open rehearsal')
  await day(labelled(page, 'Day'), '2027-06-04')
  await type(labelled(page, 'Venue'), 'Riverside Hall')
  await type(labelled(page, 'City'), 'Bergen')
  await type(page.getByLabel('Description'), 'Come and listen.')
  await kept?.(page, 'console-new-event')
  await press(button(page, 'Save the draft'))
  await page.getByRole('heading', { name: 'Open rehearsal' }).waitFor()
  await kept?.(page, 'console-draft')
  await press(link(page, 'Add a ticket'))
  await type(labelled(page, 'Name'), 'Seat')
  if (price !== '') await type(labelled(page, 'Price in USD'), price)
  await type(labelled(page, 'How many'), '80')
  await kept?.(page, 'console-new-ticket')
  await press(button(page, 'Add the ticket'))
  await press(button(page, 'Publish'))
  await page.getByText('Published', { exact: true }).waitFor()
  await kept?.(page, 'console-event')
}

/** Buys a ticket on the page of the event, as a buyer does, in the window that the console opens. */
async function sellToOneself(
  page: Page,
  { press }: Hands,
  work: (shop: Page, hands: Hands) => Promise<unknown>,
) {
  const [shop] = await Promise.all([
    page.context().waitForEvent('page'),
    press(link(page, 'Open its page')),
  ])
  await shop.getByRole('heading', { name: 'Open rehearsal' }).waitFor()
  const hands = handsOn(shop, 'mouse')
  await hands.type(labelled(shop, 'Seat'), '1')
  await hands.press(button(shop, 'Get tickets'))
  await hands.type(labelled(shop, 'Full name'), 'Mara Host')
  await hands.type(labelled(shop, 'E-mail'), 'mara@example.org')
  await work(shop, hands)
  await shop.close()
  return hands.acts()
}

test('an empty installation has its first free sale in the list of orders within 25 clicks', async () => {
  const { complaints, visitSignedIn } = await openConsole()
  await visitSignedIn(windows.mouse, async page => {
    const hands = handsOn(page, 'mouse')
    await putOnSale(page, hands, { price: '', kept: photograph })
    const bought = await sellToOneself(page, hands, async (shop, { press }) => {
      await press(button(shop, /^Order/))
      await shop.getByRole('heading', { name: 'What it cost' }).waitFor()
    })
    await hands.press(link(page, 'Orders'))
    await page.getByRole('table', { name: 'Orders' }).getByText('Mara Host').waitFor()
    const acts = hands.acts() + bought
    console.log(`First free sale in the list of orders: ${acts} presses and fields.`)
    expect(acts).toBeLessThanOrEqual(25)
  })
  expect(complaints).toEqual([])
})

test.each(['mouse', 'keyboard'] as const)(
  'an installation is set up by %s: who sells, a sale to oneself, its scan and its refund; every step but the account is done',
  async way => {
    const { app, visitSignedIn } = await openConsole()
    const staff = await staffClient(app)
    await visitSignedIn(windows[way], async page => {
      const hands = handsOn(page, way)
      const { press, type } = hands
      await press(link(page, 'Name the site'))
      await type(labelled(page, 'Name of the site'), 'Riverside Hall')
      await type(page.getByRole('textbox', { name: 'Who sells' }), 'Riverside Hall Ltd')
      await type(page.getByRole('textbox', { name: 'Sender of mails' }), 'box@example.org')
      await press(button(page, 'Save'))
      await page.getByText('Say who you are, done').waitFor()
      await press(link(page, 'Payment accounts'))
      await page.getByText('payments are simulated: buy from yourself').waitFor()
      await press(link(page, 'Today'))
      await putOnSale(page, hands, { price: '12,50' })
      await sellToOneself(page, hands, async (shop, buyer) => {
        await buyer.press(button(shop, 'Order and pay'))
        await buyer.press(shop.locator('button[value=succeed]'))
        await shop.getByText('This order is paid.').waitFor()
      })
      await press(link(page, 'Settings'))
      await press(link(page, 'Set up, step by step'))
      await press(link(page, 'Find your place'))
      await press(button(page, /^Check Mara Host in$/))
      await page.getByText('Mara Host is inside.').waitFor()
      await press(link(page, 'Orders'))
      await press(page.getByRole('table', { name: 'Orders' }).getByRole('link').first())
      await press(button(page, 'Refund'))
      await hands.pick(labelled(page, 'All of it'))
      await type(labelled(page, 'Reason'), 'A rehearsal')
      await press(button(page, 'Give back $12.50'))
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.goto('/admin/set-up')
      await page.getByText('Give it back, done').waitFor()
      for (const step of ['Say who you are', 'Make and publish an event', 'Let yourself in']) {
        await page.getByText(`${step}, done`).waitFor()
      }
      console.log(`Set up by ${way}: ${hands.acts()} presses and fields in the console.`)
    })
    expect(await staff.getSettings()).toMatchObject({
      name: 'Riverside Hall',
      seller: 'Riverside Hall Ltd',
      sender: 'box@example.org',
    })
  },
)
