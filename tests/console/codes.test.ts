import { expect, test } from 'vitest'
import { staffClient } from '../support/client-in-process.ts'
import { button, handsOn, windows } from './hands.ts'
import { openConsole } from './open-console.ts'

const { app, base, complaints, visit, visitSignedIn } = await openConsole()
const staff = await staffClient(app)

/** An event on sale with two tickets of $ 40 and $ 100. */
async function eventWithTwoTickets(way: string) {
  const event = await staff.createEvent({
    title: `Conference by ${way}`,
    start_date: '2027-10-02 20:00:00',
    end_date: '2027-10-02 22:00:00',
    status: 'publish',
  })
  const ticket = (name: string, price: string) =>
    staff.createTicket({ post_id: event.id, provider: 'tc', name, price, capacity: 50 })
  return { event, standard: await ticket('Standard', '40'), gold: await ticket('Speaker', '100') }
}

/** Buys one place at a link, as a visitor without scripts, and returns the text of the payment page. */
const buyAt = (link: string, ticket: string) =>
  visit({ javaScriptEnabled: false, locale: 'en-GB' }, async page => {
    await page.goto(link)
    await page.getByLabel(ticket, { exact: true }).fill('1')
    await page.getByRole('button', { name: 'Get tickets' }).click()
    await page.getByLabel('Full name').fill('Bo Sample')
    await page.getByLabel('E-mail').fill('bo@example.org')
    const basket = await page.locator('main').innerText()
    await page.getByRole('button', { name: /^(Order|Get|Book)/ }).click()
    if (await page.getByRole('button', { name: /payment succeeds/ }).count()) {
      await page.getByRole('button', { name: /payment succeeds/ }).click()
    }
    await page.getByRole('heading', { name: /^You are going to/ }).waitFor()
    return basket
  })

const linkOf = async (slug: string) => {
  const { coupons } = await staff.findCoupons({ search: slug })
  const link = coupons[0]?.link ?? ''
  expect([link.startsWith(`${base}/event/`), link.endsWith(`?code=${slug}`)]).toEqual([true, true])
  return link
}

const ways = ['mouse', 'keyboard'] as const

test.each(ways)(
  'by %s a code of twenty per cent for one ticket is made, and its link sells at its price',
  async way => {
    const { event, standard } = await eventWithTwoTickets(way)
    const slug = `TWENTY${way}`
    await visitSignedIn(windows[way], async page => {
      const { press, type, choose } = handsOn(page, way)
      await page.goto(`/admin/events/${event.id}`)
      await press(page.getByRole('link', { name: 'Codes' }))
      await press(button(page, 'New code'))
      const dialog = page.getByRole('dialog')
      await type(dialog.getByRole('textbox', { name: 'Code', exact: true }), slug)
      await type(dialog.getByLabel('Per cent'), '20')
      await choose(dialog.getByLabel('What it is for'), 'these tickets')
      await press(dialog.getByRole('checkbox', { name: 'Standard' }), 'Space')
      await type(dialog.getByLabel('At most so many places per order'), '3')
      await type(dialog.getByLabel('Places in all'), '50')
      await dialog
        .getByText('20 % off Standard, for at most 3 places per order, 50 places in all.')
        .waitFor()
      await press(button(page, 'Add the code'))
      const row = page
        .getByRole('table', { name: 'Codes' })
        .getByRole('row')
        .filter({ hasText: slug })
      await row.getByText('50 places of 50 left').waitFor()
      const basket = await buyAt(await linkOf(slug), 'Standard')
      expect(basket).toContain('$32.00')
      await page.reload()
      await row.getByText('49 places of 50 left').waitFor()
      await press(row.getByRole('link', { name: '1 order' }))
      await page.getByText('1 order', { exact: true }).waitFor()
    })
    const [made] = (await staff.findCoupons({ event: event.id })).coupons
    expect(made?.limits).toMatchObject({
      tickets: [standard.id],
      max_places: 50,
      places_ordered: 1,
    })
  },
)

test.each(ways)(
  'by %s a ticket is hidden, and bought on the page with the code that opens it',
  async way => {
    const { event, gold } = await eventWithTwoTickets(way)
    const slug = `SPEAKER${way}`
    await visitSignedIn(windows[way], async page => {
      const { press, type, choose } = handsOn(page, way)
      await page.goto(`/admin/events/${event.id}/tickets/${gold.id}`)
      await press(page.getByLabel('Hidden: only a code shows it'), 'Space')
      await press(button(page, 'Save'))
      await page.getByRole('table', { name: 'Tickets' }).getByText('only a code shows it').waitFor()
      await press(page.getByRole('link', { name: 'Codes' }))
      await press(button(page, 'New code'))
      const dialog = page.getByRole('dialog')
      await type(dialog.getByRole('textbox', { name: 'Code', exact: true }), slug)
      await choose(dialog.getByLabel('It takes off'), 'nothing off')
      await press(button(page, 'Add the code'))
      await dialog.getByText('Which hidden ticket does it show?').waitFor()
      await press(dialog.getByRole('checkbox', { name: 'Speaker' }), 'Space')
      await press(button(page, 'Add the code'))
      await page.getByRole('table', { name: 'Codes' }).getByText('shows Speaker').waitFor()
    })
    const link = await linkOf(slug)
    await visit({ javaScriptEnabled: false }, async page => {
      await page.goto(link.split('?')[0] ?? '')
      expect(await page.getByText('Speaker').count()).toBe(0)
    })
    expect(await buyAt(link, 'Speaker')).toContain('$100.00')
  },
)

test.each(ways)(
  'by %s many codes are made after one, and all of them are turned off at once',
  async way => {
    const { standard } = await eventWithTwoTickets(`many-${way}`)
    const slug = `LIKE-${way.toUpperCase()}`
    await staff.createCoupon({
      slug,
      display_name: 'Sponsors',
      status: 'active',
      sub_type: 'percent',
      amount: 20,
      limits: { tickets: [standard.id] },
    })
    const prefix = `MANY-${way.toUpperCase()}-`
    await visitSignedIn(windows[way], async page => {
      const { press, type, choose } = handsOn(page, way)
      await page.goto('/admin/coupons')
      await press(button(page, 'Make many codes'))
      const dialog = page.getByRole('dialog')
      await choose(dialog.getByLabel('Each is like'), slug)
      await type(dialog.getByLabel('How many'), '12')
      await type(dialog.getByLabel('They begin with'), prefix)
      await press(button(page, 'Make 12 codes'))
      await press(button(page, `Turn all codes of ${prefix}… off`))
      await button(page, `Turn all codes of ${prefix}… on`).waitFor()
    })
    const { coupons } = await staff.findCoupons({ search: prefix, limit: 100 })
    expect(coupons.map(({ status }) => status)).toEqual(Array(12).fill('inactive'))
  },
)

test('a code in use is not narrowed: what it is for is fixed, and a refusal stands at its field', async () => {
  const { event, standard } = await eventWithTwoTickets('touch')
  const { id } = await staff.createCoupon({
    slug: 'INUSE',
    display_name: 'In use',
    status: 'active',
    sub_type: 'percent',
    amount: 20,
    limits: { tickets: [standard.id], max_places: 5 },
  })
  await buyAt(await linkOf('INUSE'), 'Standard')
  await visitSignedIn(windows.mouse, async page => {
    await page.goto(`/admin/events/${event.id}/codes`)
    await button(page, 'Change INUSE').click()
    await page.getByText('It is in use').waitFor()
    expect(await page.getByLabel('What it is for').isDisabled()).toBe(true)
    await page.getByLabel('Places in all').fill('3')
    await button(page, 'Save').click()
    await page.getByText(/^Cannot be narrowed/).waitFor()
    const field = page.getByLabel('Places in all')
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    await field.fill('9')
    await button(page, 'Save').click()
    await page.getByText('8 places of 9 left').waitFor()
  })
  expect((await staff.getCoupon({ id })).limits).toMatchObject({ max_places: 9 })
  // The browser reports the refusal, which this test is about.
  expect(complaints.splice(0)).toMatchObject([{ what: expect.stringContaining('400') }])
})

test('the screens of codes complain of nothing', () => {
  expect(complaints).toEqual([])
})
